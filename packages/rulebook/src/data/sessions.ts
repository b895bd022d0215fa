import type { MarketKey } from "@sanshi/money";
import type { Exchange } from "../listing-codes.ts";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources, type Source } from "./sources.ts";

/**
 * What happens in a part of the day: `continuous` matches orders as they come, `order_only` takes
 * orders without matching, the auctions match at one price at their end, and
 * `after_hours_fixed_price` trades at the day's close.
 */
export type SessionPhaseKind =
  | "order_only"
  | "opening_auction"
  | "continuous"
  | "closing_auction"
  | "after_hours_fixed_price";

/** Local times `HH:MM`. A TSE auction is an instant: it starts and ends at the same minute. */
export type PhaseTimes = readonly [phase: SessionPhaseKind, from: string, until: string];

export type SessionTimes = {
  readonly reference: RuleReference;
  readonly fullDay: readonly PhaseTimes[];
  readonly halfDay: readonly PhaseTimes[];
};

const tokyoMorning: readonly PhaseTimes[] = [
  ["order_only", "08:00", "09:00"],
  ["opening_auction", "09:00", "09:00"],
  ["continuous", "09:00", "11:30"],
];
const tokyoUntil2024: readonly PhaseTimes[] = [
  ...tokyoMorning,
  ["continuous", "12:30", "15:00"],
  ["closing_auction", "15:00", "15:00"],
];
const tokyoSince2024: readonly PhaseTimes[] = [
  ...tokyoMorning,
  ["continuous", "12:30", "15:25"],
  ["order_only", "15:25", "15:30"],
  ["closing_auction", "15:30", "15:30"],
];
const shanghai: readonly PhaseTimes[] = [
  ["opening_auction", "09:15", "09:25"],
  ["continuous", "09:30", "11:30"],
  ["continuous", "13:00", "14:57"],
  ["closing_auction", "14:57", "15:00"],
];
const shanghaiAfterHours: readonly PhaseTimes[] = [
  ...shanghai,
  ["after_hours_fixed_price", "15:05", "15:30"],
];

/**
 * When the exchanges take orders for the trading after hours, in STAR's and ChiNext's rules as in those of 2026.
 * Beijing's are written, and not in force.
 */
export const afterHoursEntry: Readonly<
  Partial<Record<Exchange, readonly (readonly [from: string, until: string])[]>>
> = {
  SSE: [
    ["09:30", "11:30"],
    ["13:00", "15:30"],
  ],
  SZSE: [
    ["09:15", "11:30"],
    ["13:00", "15:30"],
  ],
};

const rule = "sse_sessions";

/** Until August 2018 Shanghai's main board closed without an auction; Shenzhen had one before. */
const mainlandSince2018: SessionTimes = {
  reference: cited(rule, "2018-08-20", sources.closingAuction2018),
  fullDay: shanghai,
  halfDay: shanghai,
};

function afterHoursFrom(validFrom: string, texts: Source | readonly Source[]): SessionTimes {
  return {
    reference: cited(rule, validFrom, texts),
    fullDay: shanghaiAfterHours,
    halfDay: shanghaiAfterHours,
  };
}

/** Whose sessions: a market's, or those of a mainland board that has others. */
export type SessionsKey = MarketKey | "star" | "chinext" | "beijing";

export const sessionTimes: Readonly<Record<SessionsKey, readonly SessionTimes[]>> = {
  jpy: [
    {
      // Until then the morning ended at 11:00.
      reference: cited("tse_sessions", "2011-11-21", sources.tseHours, { firstDay: "unconfirmed" }),
      fullDay: tokyoUntil2024,
      halfDay: tokyoUntil2024,
    },
    {
      reference: cited("tse_sessions", "2024-11-05", [sources.tseHours2024, sources.tseHours]),
      fullDay: tokyoSince2024,
      halfDay: tokyoSince2024,
    },
  ],
  cny: [
    mainlandSince2018,
    afterHoursFrom("2026-07-06", [sources.sse2026, sources.sseNote2026, sources.szse2026]),
  ],
  star: [mainlandSince2018, afterHoursFrom("2019-07-22", sources.star2019)],
  chinext: [mainlandSince2018, afterHoursFrom("2020-08-24", sources.chinext2020)],
  // Its trading after hours (3.7.1 to 3.7.10) is written and deferred until Beijing sets a day.
  beijing: [
    {
      reference: cited("bse_sessions", "2021-11-15", [
        sources.bse2021,
        sources.bse2026,
        sources.bseRiskWarning2026,
      ]),
      fullDay: shanghai,
      halfDay: shanghai,
    },
  ],
  usd: [
    {
      reference: cited("nyse_sessions", "1985-09-30", sources.nyseHours, {
        firstDay: "unconfirmed",
      }),
      fullDay: [["continuous", "09:30", "16:00"]],
      halfDay: [["continuous", "09:30", "13:00"]],
    },
  ],
};

/** The setting under which a simulated market never sleeps. */
export const alwaysOpen: RuleReference = cited("always_open", beforeRecords, sources.houseSetting);
