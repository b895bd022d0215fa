import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

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
const shanghaiSinceJuly2026: readonly PhaseTimes[] = [
  ...shanghai,
  ["after_hours_fixed_price", "15:05", "15:30"],
];

export const sessionTimes: Readonly<Record<MarketKey, readonly SessionTimes[]>> = {
  jpy: [
    {
      reference: {
        rule: "tse_sessions",
        // Until then the morning ended at 11:00.
        validFrom: "2011-11-21",
        source: `https://github.com/gerrymanoim/exchange_calendars (XTKS); start date: ${generalKnowledge}`,
        confirmed: true,
      },
      fullDay: tokyoUntil2024,
      halfDay: tokyoUntil2024,
    },
    {
      reference: {
        rule: "tse_sessions",
        validFrom: "2024-11-05",
        source: "https://www.kagawa-sc.co.jp/retail/tokyo_stock_exchange/",
        confirmed: true,
      },
      fullDay: tokyoSince2024,
      halfDay: tokyoSince2024,
    },
  ],
  cny: [
    {
      reference: {
        rule: "sse_sessions",
        // Shanghai's closing auction; Shenzhen had one before.
        validFrom: "2018-08-20",
        source: `https://github.com/gerrymanoim/exchange_calendars (XSHG); auctions, start date: ${generalKnowledge}`,
        confirmed: false,
      },
      fullDay: shanghai,
      halfDay: shanghai,
    },
    {
      reference: {
        rule: "sse_sessions",
        validFrom: "2026-07-06",
        source: "https://www.nashnova.com/feed/special/5176",
        confirmed: true,
      },
      fullDay: shanghaiSinceJuly2026,
      halfDay: shanghaiSinceJuly2026,
    },
  ],
  usd: [
    {
      reference: {
        rule: "nyse_sessions",
        validFrom: "1985-09-30",
        source: `https://github.com/gerrymanoim/exchange_calendars (XNYS); start date: ${generalKnowledge}`,
        confirmed: true,
      },
      fullDay: [["continuous", "09:30", "16:00"]],
      halfDay: [["continuous", "09:30", "13:00"]],
    },
  ],
};

/** The setting under which a simulated market never sleeps. */
export const alwaysOpen: RuleReference = {
  rule: "always_open",
  validFrom: beforeRecords,
  source: "this installation's setting of the market hours",
  confirmed: true,
};
