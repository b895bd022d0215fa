import { minor, shares, type MarketKey, type Minor, type Shares } from "@sanshi/money";
import { beforeRecords, cited, type Doubts, type RuleReference } from "../rule-reference.ts";
import { sources, type Source } from "./sources.ts";
import type { Board } from "./lots.ts";

/** How far from the best opposite price a limit may lie while trading is continuous. */
export type PriceCage = {
  readonly reference: RuleReference;
  readonly percent: bigint;
  /** Where so many ticks are more, they hold instead. */
  readonly ticks: bigint;
};

const cageRule = "cn_price_cage";

/** No entry of a board holds on a day: it had no cage then. */
export const priceCages: Readonly<Record<Board, readonly PriceCage[]>> = {
  main: [
    cage(cageRule, "2023-04-10", 2n, 10n, [sources.sse2023, sources.sse2026, sources.szse2026]),
  ],
  // That STAR kept its two per cent without ten ticks a course's page on the rules of 2026 says.
  star: [
    cage(cageRule, "2019-07-22", 2n, 1n, sources.star2019, {
      unconfirmed: "that STAR kept its two per cent without ten ticks since 2023",
    }),
  ],
  chinext: [
    cage(cageRule, "2020-08-24", 2n, 1n, sources.chinext2020),
    cage(cageRule, "2023-04-10", 2n, 10n, sources.szse2026),
  ],
  beijing: [
    cage("bse_price_cage", "2021-11-15", 5n, 10n, sources.bse2021),
    cage("bse_price_cage", "2026-07-06", 5n, 10n, sources.bse2026),
  ],
};

function cage(
  rule: string,
  validFrom: string,
  percent: bigint,
  ticks: bigint,
  texts: Source | readonly Source[],
  doubts: Doubts = {},
): PriceCage {
  return { reference: cited(rule, validFrom, texts, doubts), percent, ticks };
}

/** The most shares in one market order, where it is less than in a limit order: SSE rules of 2026, SZSE 3.3.8 to 3.3.11. */
export const marketOrderMaxima: Readonly<Record<Board, Shares | null>> = {
  main: null,
  star: shares(50_000n),
  chinext: shares(150_000n),
  beijing: null,
};

/** From a fall of so many per cent below the base price on, shorts need a higher price: that day and the next. */
export type ShortSaleTest = {
  readonly reference: RuleReference;
  readonly fallPercent: bigint;
  /** `last`: above the last price, or at it where it has risen. `best_bid`: above the best bid. */
  readonly above: "last" | "best_bid";
  /** Orders of at most so many lots are free of it; zero: none are. */
  readonly freeLots: bigint;
  /** Larger orders are never at the market, and never so far below the base price, the trigger reached or not. */
  readonly largeOrders: boolean;
};

export const shortSaleTests: Readonly<Record<MarketKey, readonly ShortSaleTest[]>> = {
  jpy: [
    {
      reference: cited("jp_short_sale_trigger", "2013-11-05", [
        sources.tseShortSales,
        sources.monexShortSales,
      ]),
      fallPercent: 10n,
      above: "last",
      freeLots: 50n,
      largeOrders: true,
    },
  ],
  usd: [
    {
      reference: cited("us_rule_201", "2011-02-28", sources.rule201),
      fallPercent: 10n,
      above: "best_bid",
      freeLots: 0n,
      largeOrders: false,
    },
  ],
  cny: [],
};

/** The least own money of whoever borrows money or shares. */
export type MinimumMargin = { readonly reference: RuleReference; readonly amount: Minor };

export const minimumMargins: Readonly<Record<MarketKey, MinimumMargin | null>> = {
  jpy: {
    reference: cited("jp_minimum_margin", beforeRecords, [
      sources.jpxMarginGlossary,
      sources.taisyakuGlossary,
    ]),
    amount: minor(300_000n),
  },
  usd: {
    reference: cited("us_minimum_margin", beforeRecords, sources.finraMargin, {
      unconfirmed: "the text (not read)",
    }),
    amount: minor(2_000_00n),
  },
  cny: null,
};

/**
 * What selling shares that were bought on the same day has brought buys the same stock on a later day only, without
 * credit (差金決済の禁止); and what was bought back with what selling the stock on that day has brought is sold on a later
 * day, unless other money is there that would have paid for it.
 */
export const sameDayRules: Readonly<Record<MarketKey, RuleReference | null>> = {
  jpy: cited(
    "jp_same_day_money",
    "2007-09-30",
    [sources.sameDayOrdinance, sources.daiwaSameDay, sources.monexSameDay, sources.matsuiSameDay],
    {
      unconfirmed: "the ordinance's text (not read); the cases, as brokers tell them",
      firstDay: "unconfirmed",
    },
  ),
  usd: null,
  cny: null,
};

/** Shares bought on a day are sold from the next trading day on. */
export const chinaNextDay: RuleReference = cited(
  "cn_t_plus_1",
  "1995-01-01",
  [sources.sse2026, sources.szse2026, sources.bse2026],
  { firstDay: "unconfirmed" },
);

/** The most shares of one stock under a risk warning that somebody may buy in a day. */
export type PurchaseCap = { readonly reference: RuleReference; readonly shares: Shares };

const capRule = "cn_risk_warning_cap";

/** Shanghai and Shenzhen share theirs, whose text was not read; Beijing's came in August 2026. */
export const purchaseCaps: Readonly<
  Record<"shanghaiAndShenzhen" | "beijing", readonly PurchaseCap[]>
> = {
  shanghaiAndShenzhen: [
    {
      reference: cited(capRule, beforeRecords, sources.generalKnowledge, {
        unconfirmed: "500,000 shares a day of one stock",
        inForceBefore: "2026-11-28",
      }),
      shares: shares(500_000n),
    },
  ],
  beijing: [
    {
      reference: cited(capRule, "2026-08-31", sources.bseRiskWarning2026),
      shares: shares(200_000n),
    },
  ],
};
