import type { Texts } from "../../jp/index.ts";

export const withdrawals: Texts["withdrawals"] = {
  title: "Withdrawals",
  empty: "No withdrawals are waiting.",
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
    "The holder cannot be compared with the verified name. If you approve, write in the note how you made sure the account is the customer’s own.",
  holder_differs: "The account holder is not the customer.",
  same_account: "The same bank account belongs to:",
  awaits_bank: "Approved and sent to the bank; not paid yet. Approved:",
  paid: "Confirm payment",
  paid_title: "Confirm the payment of {{number}}",
  paid_note:
    "Enter the reference the bank gave this payment. An imported statement line with this number confirms it automatically.",
  bank_reference: "Bank reference",
  was_paid: "Withdrawal paid",
};
