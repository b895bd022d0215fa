import type { Texts } from "../../jp/index.ts";

export const settlement: Texts["settlement"] = {
  title: "Unsettled sale proceeds",
  withdrawable: "Available to withdraw or exchange",
  settles: "Settles {{date}}",
  note: "You can withdraw or exchange sale proceeds from the day they settle. You can buy shares with them right away.",
};
