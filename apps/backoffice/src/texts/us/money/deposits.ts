import type { Texts } from "../../jp/index.ts";

export const deposits: Texts["deposits"] = {
  title: "Deposits",
  empty: "No deposit waits.",
  number: "Number",
  account: "Account",
  name: "Customer’s name",
  not_verified: "Not verified yet",
  amount: "Amount",
  channel: "Channel",
  reference: "Transfer reference",
  receipt: "Receipt",
  same_receipt_one: "The same receipt came {{count}} time before.",
  same_receipt_other: "The same receipt came {{count}} times before.",
};
