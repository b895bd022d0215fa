import type { Texts } from "../../jp/index.ts";

export const settlement: Texts["settlement"] = {
  title: "Unsettled sale proceeds",
  withdrawable: "Can be withdrawn or exchanged now",
  settles: "Settles {{date}}",
  note: "Sale proceeds can be withdrawn and exchanged from the day they settle. You can buy shares with them at once.",
};
