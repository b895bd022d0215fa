import type { Texts } from "../../jp/index.ts";

export const settlement: Texts["settlement"] = {
  title: "未交收的卖出资金",
  withdrawable: "可提现、可兑换金额",
  settles: "{{date}}交收",
  note: "卖出资金自交收日起可以提现和兑换；买入股票可立即使用。",
};
