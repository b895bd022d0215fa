import type { MarketKey } from "@sanshi/money";
import { beforeRecords, type LocalDate, type RuleReference } from "./rule-reference.ts";
import { dated } from "./dated.ts";

/** A fall of the leading index against its last close that stops the whole market. */
export type MarketWideHalt = {
  readonly fallPercent: number;
  /** Null: for the rest of the day. */
  readonly minutes: number | null;
  /** The local time from which this level no longer stops the market; null: at any time. */
  readonly notFrom: string | null;
};

/** The levels in order of the fall; none outside the United States. */
export function marketWideHalts(
  market: MarketKey,
  date: LocalDate,
): { levels: readonly MarketWideHalt[]; reference: RuleReference } | null {
  return market === "usd" ? dated(americanHalts, date) : null;
}

const americanHalts = [
  {
    reference: {
      rule: "us_market_wide_circuit_breaker",
      validFrom: beforeRecords,
      source: "NYSE rule 7.12, read in November 2026",
      confirmed: true,
    },
    levels: [
      { fallPercent: 7, minutes: 15, notFrom: "15:25" },
      { fallPercent: 13, minutes: 15, notFrom: "15:25" },
      { fallPercent: 20, minutes: null, notFrom: null },
    ],
  },
];
