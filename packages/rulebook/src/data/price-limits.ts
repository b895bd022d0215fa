import { price, type Price } from "@sanshi/money";
import { generalKnowledge, type RuleReference } from "../rule-reference.ts";
import { typedBands } from "./typed-prices.ts";

/** ± `amount` for base prices below `below`; null is the last band. */
export type LimitBand = { readonly below: Price | null; readonly amount: Price };
export type AmountLimits = {
  readonly reference: RuleReference;
  readonly bands: readonly LimitBand[];
  /** A side that stayed locked without volume on so many straight days is widened on the next. */
  readonly widenedAfterDays: number;
  /** What the widening multiplies the side's amount by. */
  readonly widenedBy: bigint;
};

const tseBelow =
  "100 200 500 700 1000 1500 2000 3000 5000 7000 10000 15000 20000 30000 50000 70000 100000 150000 200000 300000 500000 700000 1000000 1500000 2000000 3000000 5000000 7000000 10000000 15000000";
const tseAmounts =
  "30 50 80 100 150 300 400 500 700 1000 1500 3000 4000 5000 7000 10000 15000 30000 40000 50000 70000 100000 150000 300000 400000 500000 700000 1000000 1500000 3000000";
/** These four rows follow the series' pattern; no page showed them for prices this high. */
const tseBelowHigh = "20000000 30000000 50000000 -";
const tseAmountsHigh = "4000000 5000000 7000000 10000000";

/** The amounts as they are came with the exchange's new system. */
const tseLimitsSince = "2010-01-04";

const tseBands = limitBands(`${tseBelow} ${tseBelowHigh}`, `${tseAmounts} ${tseAmountsHigh}`);

export const tseDailyLimits: readonly AmountLimits[] = [
  {
    reference: {
      rule: "tse_daily_price_limit",
      validFrom: tseLimitsSince,
      source: `https://www.jpx.co.jp/english/equities/trading/domestic/06.html ; https://kabuplaza.com/kabu/nehaba.html ; widened limits: http://www.tse.or.jp/english/faq/list/stockprice/p-x.html ; start date: ${generalKnowledge}`,
      confirmed: true,
    },
    bands: tseBands,
    widenedAfterDays: 3,
    widenedBy: 2n,
  },
  {
    reference: {
      rule: "tse_daily_price_limit",
      // The amounts stayed; only the widening changed.
      validFrom: "2020-08-03",
      source:
        "https://www.jpx.co.jp/english/news/1030/20230214-01.html ; https://www.rakuten-sec.co.jp/web/info/info20200731-01.html",
      confirmed: true,
    },
    bands: tseBands,
    widenedAfterDays: 2,
    widenedBy: 4n,
  },
];

/** The reference for base prices from 15 million yen up. */
export const tseDailyLimitUnconfirmed: RuleReference = {
  rule: "tse_daily_price_limit",
  validFrom: tseLimitsSince,
  source: "pattern of the series",
  confirmed: false,
};
export const tseConfirmedBelow = price(15_000_000n * 10_000n);

export type PercentLimits = {
  readonly reference: RuleReference;
  readonly percent: bigint;
  /** The listing's first trading days, on which `firstDays` holds instead. */
  readonly firstDayCount: number;
  /** null: no limit on those days. */
  readonly firstDays: { readonly upPercent: bigint; readonly downPercent: bigint } | null;
};

const ssePage = "http://english.sse.com.cn/start/trading/mechanism/";

export const chinaDailyLimits: Readonly<
  Record<
    "standard" | "special_treatment" | "growth_board" | "beijing_board",
    readonly PercentLimits[]
  >
> = {
  standard: [
    {
      reference: {
        rule: "sse_daily_price_limit",
        validFrom: "1996-12-16",
        source: `${ssePage} ; start date: ${generalKnowledge} ; http://star.sse.com.cn/en/gettingstarted/features/trading`,
        confirmed: true,
      },
      percent: 10n,
      firstDayCount: 1,
      firstDays: { upPercent: 44n, downPercent: 36n },
    },
    {
      reference: {
        rule: "sse_daily_price_limit",
        validFrom: "2023-04-10",
        source: `${ssePage} ; first five days: ${generalKnowledge}`,
        confirmed: true,
      },
      percent: 10n,
      firstDayCount: 5,
      firstDays: null,
    },
  ],
  special_treatment: [
    {
      reference: {
        rule: "sse_daily_price_limit_special_treatment",
        validFrom: "1998-04-22",
        source: `${ssePage} ; start date: ${generalKnowledge}`,
        confirmed: true,
      },
      percent: 5n,
      firstDayCount: 0,
      firstDays: null,
    },
    {
      reference: {
        rule: "sse_daily_price_limit_special_treatment",
        validFrom: "2026-07-06",
        source: "https://www.nashnova.com/feed/special/5176",
        confirmed: true,
      },
      percent: 10n,
      firstDayCount: 0,
      firstDays: null,
    },
  ],
  growth_board: [
    {
      reference: {
        rule: "growth_board_daily_price_limit",
        validFrom: "2020-08-24",
        source: `http://star.sse.com.cn/en/gettingstarted/features/trading ; ChiNext: ${generalKnowledge}`,
        confirmed: false,
      },
      percent: 20n,
      firstDayCount: 5,
      firstDays: null,
    },
  ],
  beijing_board: [
    {
      reference: {
        rule: "bse_daily_price_limit",
        // The exchange's first day. The pauses of ten minutes on a free day are not among these limits.
        validFrom: "2021-11-15",
        source:
          "https://www.laitimes.com/en/article/i2ux_igd6.html ; http://www.xmstmy.cn/content/1812431.html",
        confirmed: true,
      },
      percent: 30n,
      firstDayCount: 1,
      firstDays: null,
    },
  ],
};

/** Shenzhen's growth board: with STAR's limits since the reform of August 2020, with the main boards' before. */
export const chinextDailyLimits: readonly PercentLimits[] = [
  {
    reference: {
      rule: "growth_board_daily_price_limit",
      validFrom: "2009-10-30",
      source: generalKnowledge,
      confirmed: false,
    },
    percent: 10n,
    firstDayCount: 1,
    firstDays: { upPercent: 44n, downPercent: 36n },
  },
  ...chinaDailyLimits.growth_board,
];

function limitBands(below: string, amounts: string): readonly LimitBand[] {
  return typedBands(below, amounts).map(([bound, amount]) => ({ below: bound, amount }));
}
