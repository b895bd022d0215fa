import type { MarketKey } from "@sanshi/money";
import { dayOfDate, nthWeekday, weekdayOfDay } from "../local-time.ts";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** A trade settles this many trading days after its date. */
export type SettlementRule = {
  readonly reference: RuleReference;
  readonly tradingDaysAfter: number;
};

export const settlementRules: Readonly<Record<MarketKey, readonly SettlementRule[]>> = {
  jpy: [
    {
      reference: cited("tse_settlement", beforeRecords, sources.jsdaTPlus2, {
        inForceBefore: "2019-07-16",
      }),
      tradingDaysAfter: 3,
    },
    {
      reference: cited("tse_settlement", "2019-07-16", sources.jsdaTPlus2),
      tradingDaysAfter: 2,
    },
  ],
  usd: [
    {
      reference: cited("us_settlement", beforeRecords, sources.settlement2017, {
        inForceBefore: "2017-09-05",
      }),
      tradingDaysAfter: 3,
    },
    {
      reference: cited("us_settlement", "2017-09-05", sources.settlement2017, {
        firstDay: "unconfirmed",
      }),
      tradingDaysAfter: 2,
    },
    {
      reference: cited("us_settlement", "2024-05-28", sources.settlement2024),
      tradingDaysAfter: 1,
    },
  ],
  // Shares change hands on the day itself, cash on the next: sale proceeds buy again the same day.
  cny: [
    {
      reference: cited("sse_settlement", beforeRecords, sources.generalKnowledge, {
        unconfirmed: "ChinaClear's settlement guides (not read)",
      }),
      tradingDaysAfter: 1,
    },
  ],
};

/**
 * Days on which the exchange trades and nothing settles, because banks are closed: Columbus Day and Veterans
 * Day in New York (FINRA notices to members 95-77 and 88-82, read in November 2026). Of 2000 to 2099, which is as
 * far as calendars are expected. Banks in Tokyo close on the exchange's own days off, and a weekend that is made
 * a workday on the mainland settles nothing, because its exchanges stay closed.
 */
export const nonSettlementDays: Readonly<Record<MarketKey, ReadonlySet<number>>> = {
  jpy: new Set(),
  usd: new Set(
    Array.from({ length: 100 }, (_, index) => [
      nthWeekday(2000 + index, 10, 1, 2), // Columbus Day, the second Monday
      veteransDay(2000 + index),
    ]).flat(),
  ),
  cny: new Set(),
};

/** 11 November, of a Sunday the Monday after it. */
function veteransDay(year: number): number {
  const day = dayOfDate(year, 11, 11);
  return weekdayOfDay(day) === 0 ? day + 1 : day;
}
