import type { Texts } from "../../jp/index.ts";

export const withdrawals: Texts["withdrawals"] = {
  title: "Withdrawals",
  empty: "No withdrawal waits.",
  number: "Number",
  account: "Account",
  name: "Customer’s name",
  name_kana: "Name in kana",
  not_verified: "Not verified",
  amount: "Amount",
  expected_by: "Expected by",
  latest_by: "At the latest by",
  pay_to: "Pay to",
  holder: "Account holder",
  bank: "Bank",
  branch: "Branch",
  card_type: "Account type",
  country: "Country",
  card_number: "Account number",
  added_at: "Added",
  holder_unclear:
    "Holder and verified name cannot be compared. Whoever approves writes in the note how they made sure that the account is the customer’s own.",
  holder_differs: "The account holder is not the customer.",
  same_account: "The same bank account belongs to:",
  awaits_bank: "Approved and given to the bank; not paid yet. Approved:",
  paid: "Confirm the payment",
  paid_title: "Confirm the payment of {{number}}",
  paid_note:
    "Enter the reference that the bank gave to this payment. A line of an imported statement with this number confirms it by itself.",
  bank_reference: "Bank reference",
  was_paid: "The withdrawal is paid",
};
