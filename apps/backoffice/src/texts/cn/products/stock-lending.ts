import type { Texts } from "../../jp/index.ts";

export const stockLending: Texts["stockLending"] = {
  title: "股票出借池",
  market: "市场",
  pool: "按股票的出借池",
  lenders: "出借人",
  automatic: "其中自动出借（全部市场）",
  lent_value: "出借市值",
  borrowed_value: "已借入市值",
  short_value: "卖空市值",
  paid: "已付出借利息",
  stock: "股票",
  lent: "出借池（股）",
  borrowed: "已借入（股）",
  utilisation: "利用率",
  short: "卖空（股）",
  institutions: "机构（股）",
  borrow_rate: "融券费率",
  lender_rate: "出借利率",
  empty: "没有出借，也没有卖空。",
};
