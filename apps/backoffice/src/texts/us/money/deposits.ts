import type { Texts } from "../../jp/index.ts";

export const deposits: Texts["deposits"] = {
  title: "Deposits",
  empty: "No deposits are waiting.",
  number: "Number",
  account: "Account",
  name: "Customer’s name",
  not_verified: "Not verified yet",
  amount: "Amount",
  channel: "Channel",
  reference: "Transfer reference",
  receipt: "Receipt",
  same_receipt_one: "The same receipt was submitted {{count}} time before.",
  same_receipt_other: "The same receipt was submitted {{count}} times before.",
};
