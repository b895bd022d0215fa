import { minor, shares, type MarketKey, type Minor, type Shares } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";
import type { Board } from "./lots.ts";

/** How far from the best opposite price a limit may lie while trading is continuous. */
export type PriceCage = {
  readonly reference: RuleReference;
  readonly percent: bigint;
  /** Where so many ticks are more, they hold instead; zero: never. */
  readonly ticks: bigint;
};

const starPage = "https://stocklab.cc/strategy/xin/8685/";
const mainCage: PriceCage = {
  reference: {
    rule: "cn_price_cage",
    validFrom: "2023-04-10",
    source: `2 % or ten ticks: SSE and SZSE trading rules of 2023; ${generalKnowledge}`,
    confirmed: false,
  },
  percent: 2n,
  ticks: 10n,
};

/** No entry of a board holds on a day: it had no cage then. */
export const priceCages: Readonly<Record<Board, readonly PriceCage[]>> = {
  main: [mainCage],
  star: [
    {
      reference: {
        rule: "cn_price_cage",
        validFrom: "2019-07-22",
        source: starPage,
        confirmed: true,
      },
      percent: 2n,
      ticks: 0n,
    },
    mainCage,
  ],
  chinext: [
    {
      reference: {
        rule: "cn_price_cage",
        validFrom: "2020-08-24",
        source: generalKnowledge,
        confirmed: false,
      },
      percent: 2n,
      ticks: 0n,
    },
    mainCage,
  ],
  beijing: [
    {
      reference: {
        rule: "bse_price_cage",
        validFrom: "2021-11-15",
        source: `5 %: https://www.laitimes.com/en/article/i2ux_igd6.html ; ten ticks: ${generalKnowledge}`,
        confirmed: false,
      },
      percent: 5n,
      ticks: 10n,
    },
  ],
};

/** The most shares in one market order, where it is less than in a limit order. */
export const marketOrderMaxima: Readonly<Record<Board, Shares | null>> = {
  main: null,
  // http://www.suzhouguqin.com/content/455122.html
  star: shares(50_000n),
  // General knowledge.
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
};

export const shortSaleTests: Readonly<Record<MarketKey, readonly ShortSaleTest[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_short_sale_trigger",
        validFrom: "2013-11-05",
        source:
          "https://faq.monex.co.jp/faq/show/131?site_domain=default ; https://www.jtg-sec.co.jp/bluesky_net/shinyou/rule_shinyou_09.htm",
        confirmed: true,
      },
      fallPercent: 10n,
      above: "last",
      freeLots: 50n,
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
