import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

/** A trade settles this many trading days after its date. */
export type SettlementRule = {
  readonly reference: RuleReference;
  readonly tradingDaysAfter: number;
};

export const settlementRules: Readonly<Record<MarketKey, readonly SettlementRule[]>> = {
  jpy: [
    {
      reference: {
        rule: "tse_settlement",
        validFrom: beforeRecords,
        source: generalKnowledge,
        confirmed: false,
      },
      tradingDaysAfter: 3,
    },
    {
      reference: {
        rule: "tse_settlement",
        validFrom: "2019-07-16",
        source: "JPX settlement cycle, read in November 2026",
        confirmed: true,
      },
      tradingDaysAfter: 2,
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_settlement",
        validFrom: beforeRecords,
        source: generalKnowledge,
        confirmed: false,
      },
      tradingDaysAfter: 3,
    },
    {
      reference: {
        rule: "us_settlement",
        validFrom: "2017-09-05",
        source: generalKnowledge,
        confirmed: false,
      },
      tradingDaysAfter: 2,
    },
    {
      reference: {
        rule: "us_settlement",
        validFrom: "2024-05-28",
        source: "SEC rule 15c6-1(a), read in November 2026",
        confirmed: true,
      },
      tradingDaysAfter: 1,
    },
  ],
  cny: [
    {
      reference: {
        rule: "sse_settlement",
        validFrom: beforeRecords,
        source: `${generalKnowledge}; sale proceeds buy again the same day`,
        confirmed: false,
      },
      tradingDaysAfter: 1,
    },
  ],
};
