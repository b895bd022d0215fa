import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

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
};

const finraOrder = "https://www.govinfo.gov/content/pkg/FR-2026-04-17/html/2026-07485.htm";
const finraNotice =
  "https://www.assetmarketnews.com/trading/finras-intraday-margin-overhaul-replaces-outdated-requirements/";

export const dayTraderRules: Readonly<Record<MarketKey, readonly DayTraderRules[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_day_margin",
        validFrom: beforeRecords,
        source: `no rule against day traders is known; the initial margin and the least deposit hold; ${generalKnowledge}`,
        confirmed: false,
      },
      pattern: null,
      buyingPower: null,
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_day_margin",
        validFrom: beforeRecords,
        source: `before the rules for pattern day traders; ${generalKnowledge}`,
        confirmed: false,
      },
      pattern: null,
      buyingPower: null,
    },
    {
      reference: {
        rule: "us_pattern_day_trader",
        validFrom: "2001-09-28",
        source: `NASD Rule 2520, later FINRA Rule 4210(f)(8)(B), approved on 2001-02-27: four day trades in five business days and more than 6 % of all trades, $25,000, four times the equity beyond maintenance (what replaced it: ${finraOrder}); start date: ${generalKnowledge}`,
        confirmed: false,
      },
      pattern: { dayTrades: 4, tradingDays: 5, tradesPercent: 6, equity: 2_500_000n },
      buyingPower: { multiple: 4 },
    },
    {
      reference: {
        rule: "us_intraday_margin",
        validFrom: "2026-06-04",
        source: `SR-FINRA-2025-017, approved on 2026-04-14, replaces the day-trading provisions by intraday margin: ${finraOrder} ; start date, and that members may phase it in until 2027-10-20: ${finraNotice}`,
        confirmed: true,
      },
      pattern: null,
      buyingPower: "maintenance",
    },
  ],
  cny: [
    {
      reference: {
        rule: "cn_t_plus_1",
        validFrom: beforeRecords,
        source: `what is bought is sold on the next trading day at the earliest: nobody trades within the day; ${generalKnowledge}`,
        confirmed: true,
      },
      pattern: null,
      buyingPower: null,
    },
  ],
};
