import type { MarketKey } from "@sanshi/money";
import { beforeRecords, cited, type LocalDate, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** What is asked of whoever trades within the day again and again, where such a rule holds. */
export type DayTraderRules = {
  readonly reference: RuleReference;
  /**
   * So many day trades within so many trading days, and more than so much of all trades in them, need an equity of at
   * least so much, in the minor unit.
   */
  readonly pattern: {
    readonly dayTrades: number;
    readonly tradingDays: number;
    readonly tradesPercent: number;
    readonly equity: bigint;
  } | null;
  /**
   * What new trades may come to, by the equity beyond what the account has to keep: a multiple of it, or as much as
   * leaves the account what it has to keep with them.
   */
  readonly buyingPower: { readonly multiple: number } | "maintenance" | null;
  /** Until when brokers may keep to the rule before; null once they may not. */
  readonly phasedInUntil?: LocalDate | null;
};

export const dayTraderRules: Readonly<Record<MarketKey, readonly DayTraderRules[]>> = {
  jpy: [
    {
      reference: cited("jp_day_margin", beforeRecords, sources.generalKnowledge, {
        unconfirmed:
          "no rule against day traders is known; the initial margin and the least deposit hold",
      }),
      pattern: null,
      buyingPower: null,
    },
  ],
  usd: [
    {
      reference: cited("us_day_margin", beforeRecords, sources.generalKnowledge, {
        unconfirmed: "what held before the rules for pattern day traders",
        inForceBefore: "2001-09-28",
      }),
      pattern: null,
      buyingPower: null,
    },
    {
      reference: cited("us_pattern_day_trader", "2001-09-28", sources.intradayMarginOrder, {
        firstDay: "unconfirmed",
      }),
      pattern: { dayTrades: 4, tradingDays: 5, tradesPercent: 6, equity: 2_500_000n },
      buyingPower: { multiple: 4 },
    },
    {
      reference: cited("us_intraday_margin", "2026-06-04", [
        sources.intradayMarginOrder,
        sources.intradayMarginNotice,
      ]),
      pattern: null,
      buyingPower: "maintenance",
      phasedInUntil: "2027-10-20",
    },
    {
      reference: cited("us_intraday_margin", "2027-10-20", [
        sources.intradayMarginNotice,
        sources.intradayMarginOrder,
      ]),
      pattern: null,
      buyingPower: "maintenance",
      phasedInUntil: null,
    },
  ],
  cny: [
    {
      reference: cited("cn_t_plus_1", beforeRecords, [
        sources.sse2026,
        sources.szse2026,
        sources.bse2026,
      ]),
      pattern: null,
      buyingPower: null,
    },
  ],
};
