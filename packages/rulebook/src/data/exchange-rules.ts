import { minor, shares, type MarketKey, type Minor, type Shares } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";
import type { Board } from "./lots.ts";
import { sources } from "./sources.ts";

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
    cage(
      cageRule,
      "2023-04-10",
      2n,
      10n,
      `${sources.sse2023} ; since 2026-07-06 ${sources.sse2026}`,
    ),
  ],
  // That STAR kept its two per cent without ten ticks a course's page on the rules of 2026 says.
  star: [cage(cageRule, "2019-07-22", 2n, 1n, sources.star2019, false)],
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
  source: string,
  confirmed = true,
): PriceCage {
  return { reference: { rule, validFrom, source, confirmed }, percent, ticks };
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
      reference: {
        rule: "jp_short_sale_trigger",
        validFrom: "2013-11-05",
        source: `${sources.tseShortSales} ; https://faq.monex.co.jp/faq/show/131?site_domain=default`,
        confirmed: true,
      },
      fallPercent: 10n,
      above: "last",
      freeLots: 50n,
      largeOrders: true,
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_rule_201",
        validFrom: "2011-02-28",
        source: `17 CFR 242.201, read at https://onwealth.net/glossary/alternative-uptick-rule ; start date: ${generalKnowledge}`,
        confirmed: true,
      },
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
    reference: {
      rule: "jp_minimum_margin",
      validFrom: beforeRecords,
      source: `least deposit of a margin account: ${generalKnowledge}`,
      confirmed: false,
    },
    amount: minor(300_000n),
  },
  usd: {
    reference: {
      rule: "us_minimum_margin",
      validFrom: beforeRecords,
      source:
        "FINRA rule 4210(b): https://innreg.com/resources/finra-rules/4210-margin-requirements",
      confirmed: true,
    },
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
  jpy: {
    rule: "jp_same_day_money",
    validFrom: "2007-09-30",
    source: `金融商品取引法第百六十一条の二に規定する取引及びその保証金に関する内閣府令 第10条: https://www.daiwa.jp/olt_help/etc/h_00h_ntc0301-01.html , https://www.moomoo.com/jp/support/topic7_95 ; the cases: https://www.sbineomobile.co.jp/support/guide/service/01_rule/cfd/ , https://t-stockhouse.jp/service/rule/profibit.php ; sold, bought back and sold again: https://info.monex.co.jp/help/stock/daytrading02.html , https://support.matsui.co.jp/print/faq/1821?category_id=48&site_domain=faq , https://naito-sec.co.jp/japan/rule/hibakari.html ; start date, that of the act: ${generalKnowledge}`,
    confirmed: true,
  },
  usd: null,
  cny: null,
};

/** Shares bought on a day are sold from the next trading day on. */
export const chinaNextDay: RuleReference = {
  rule: "cn_t_plus_1",
  validFrom: "1995-01-01",
  source: `http://english.sse.com.cn/start/trading/mechanism/ ; start date: ${generalKnowledge}`,
  confirmed: false,
};
