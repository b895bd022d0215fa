import type { MarketKey } from "@sanshi/money";
import type { Company } from "./company.ts";

/** An index of our own over the demo content; none of them stands for a published index. */
export type IndexDefinition = {
  market: MarketKey;
  code: string;
  names: { jp: string; cn: string; us: string };
  /** By the value of all shares, or by price as the oldest indices do. */
  weighting: "capitalisation" | "price";
  /** Whole points on the history's first day. */
  baseLevel: number;
  isMember(company: Company, rank: number): boolean;
};

/** `rank` counts a market's companies by the value of their shares, from 0. */
export const indexDefinitions: readonly IndexDefinition[] = [
  {
    market: "jpy",
    code: "SJPC",
    names: { jp: "三市日本総合指数", cn: "三市日本综合指数", us: "Sanshi Japan Composite" },
    weighting: "capitalisation",
    baseLevel: 1_700,
    isMember: () => true,
  },
  {
    market: "jpy",
    code: "SJP30",
    names: { jp: "三市日本30", cn: "三市日本30", us: "Sanshi Japan 30" },
    weighting: "price",
    baseLevel: 24_000,
    isMember: (_company, rank) => rank < 30,
  },
  {
    market: "usd",
    code: "SUSC",
    names: { jp: "三市米国総合指数", cn: "三市美国综合指数", us: "Sanshi US Composite" },
    weighting: "capitalisation",
    baseLevel: 3_200,
    isMember: () => true,
  },
  {
    market: "usd",
    code: "SUST",
    names: {
      jp: "三市米国テクノロジー指数",
      cn: "三市美国科技指数",
      us: "Sanshi US Technology",
    },
    weighting: "capitalisation",
    baseLevel: 9_000,
    isMember: ({ sector }) => sector === "technology",
  },
  {
    market: "cny",
    code: "SCNC",
    names: { jp: "三市中国総合指数", cn: "三市中国综合指数", us: "Sanshi China Composite" },
    weighting: "capitalisation",
    baseLevel: 3_000,
    isMember: () => true,
  },
  {
    market: "cny",
    code: "SCNG",
    names: { jp: "三市中国成長株指数", cn: "三市中国成长指数", us: "Sanshi China Growth" },
    weighting: "capitalisation",
    baseLevel: 1_800,
    isMember: ({ limitClass }) => limitClass === "growth_board",
  },
];
