import { shares, type MarketKey, type Shares } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

/** `star` and `chinext` are China's growth boards, `beijing` is an exchange of its own; every other stock is on the `main` board. */
export type Board = "main" | "star" | "chinext" | "beijing";

export type LotRule = {
  readonly reference: RuleReference;
  /** The exchange's trading unit. */
  readonly lotShares: Shares;
  /** The smallest purchase and the step above it. */
  readonly buyMinimum: Shares;
  readonly buyStep: Shares;
  /** `lane`: bought and sold beside the exchange; `sell_only`: a remainder may be sold in one order. */
  readonly oddLots: "lane" | "sell_only" | "ordinary";
  /** The most shares in one limit order; null: no limit known. */
  readonly orderMaximum: Shares | null;
};

const ssePage = "http://english.sse.com.cn/start/trading/mechanism/";

const tokyo: readonly LotRule[] = [
  {
    reference: {
      rule: "tse_trading_unit",
      validFrom: "2018-10-01",
      source: `trading unit of 100: JPX; odd-lot lane: ${generalKnowledge}`,
      confirmed: false,
    },
    lotShares: shares(100n),
    buyMinimum: shares(100n),
    buyStep: shares(100n),
    oddLots: "lane",
    orderMaximum: null,
  },
];
const newYork: readonly LotRule[] = [
  {
    reference: {
      rule: "us_round_lot",
      validFrom: beforeRecords,
      source: generalKnowledge,
      confirmed: false,
    },
    lotShares: shares(1n),
    buyMinimum: shares(1n),
    buyStep: shares(1n),
    oddLots: "ordinary",
    orderMaximum: null,
  },
];

export const lotRules: Readonly<Record<MarketKey, Record<Board, readonly LotRule[]>>> = {
  jpy: { main: tokyo, star: tokyo, chinext: tokyo, beijing: tokyo },
  usd: { main: newYork, star: newYork, chinext: newYork, beijing: newYork },
  cny: {
    main: [
      {
        reference: {
          rule: "sse_buy_lot",
          validFrom: beforeRecords,
          source: ssePage,
          confirmed: true,
        },
        lotShares: shares(100n),
        buyMinimum: shares(100n),
        buyStep: shares(100n),
        oddLots: "sell_only",
        orderMaximum: shares(1_000_000n),
      },
    ],
    star: [
      {
        reference: {
          rule: "star_buy_lot",
          validFrom: "2019-07-22",
          source:
            "http://www.suzhouguqin.com/content/455122.html ; http://www.buxiangmenye.com/show/36026.html",
          confirmed: false,
        },
        lotShares: shares(200n),
        buyMinimum: shares(200n),
        buyStep: shares(1n),
        oddLots: "sell_only",
        orderMaximum: shares(100_000n),
      },
    ],
    chinext: [
      {
        reference: {
          rule: "chinext_buy_lot",
          validFrom: "2020-08-24",
          source: generalKnowledge,
          confirmed: false,
        },
        lotShares: shares(100n),
        buyMinimum: shares(100n),
        buyStep: shares(100n),
        oddLots: "sell_only",
        orderMaximum: shares(300_000n),
      },
    ],
    beijing: [
      {
        reference: {
          rule: "bse_buy_lot",
          validFrom: "2021-11-15",
          source: `https://www.laitimes.com/en/article/i2ux_igd6.html ; largest order: ${generalKnowledge}`,
          confirmed: false,
        },
        lotShares: shares(100n),
        buyMinimum: shares(100n),
        buyStep: shares(1n),
        oddLots: "sell_only",
        orderMaximum: shares(1_000_000n),
      },
    ],
  },
};
