import type { MarketKey } from "@sanshi/money";

/** What is halted where it is not one stock, which has names of its own. */
export const haltedTexts: Record<"jp" | "cn" | "us", Record<MarketKey | "all", string>> = {
  jp: { all: "すべての市場", jpy: "日本株", usd: "米国株", cny: "中国株" },
  cn: { all: "全部市场", jpy: "日股", usd: "美股", cny: "A股" },
  us: { all: "all markets", jpy: "Japanese stocks", usd: "US stocks", cny: "Chinese stocks" },
};
