import type { Texts } from "../jp/index.ts";

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
  card_type: "Kind of account",
  country: "Country",
  card_number: "Account number",
  added_at: "Added",
  holder_differs: "The account holder is not the customer.",
  same_account: "The same bank account belongs to:",
};
