import type { Texts } from "../../jp/index.ts";

export const stockLending: Texts["stockLending"] = {
  title: "Stock lending",
  market: "Market",
  pool: "Pool by stock",
  lenders: "Lenders",
  automatic: "Lend automatically (all markets)",
  lent_value: "Lent, at market",
  borrowed_value: "Borrowed, at market",
  short_value: "Short, at market",
  paid: "Fees paid to lenders",
  stock: "Stock",
  lent: "Pool",
  borrowed: "Borrowed",
  utilisation: "Utilization",
  short: "Short",
  institutions: "Institutions",
  borrow_rate: "Borrow fee",
  lender_rate: "Lender rate",
  empty: "No shares are on loan or sold short.",
};
