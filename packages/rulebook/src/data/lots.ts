import { price, shares, type MarketKey, type Price, type Shares } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

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

const tokyo: readonly LotRule[] = [
  {
    reference: cited("tse_trading_unit", "2018-10-01", sources.tseUnit, {
      unconfirmed: "the odd-lot lane",
    }),
    lotShares: shares(100n),
    buyMinimum: shares(100n),
    buyStep: shares(100n),
    oddLots: "lane",
    orderMaximum: null,
  },
];
/** Any number of shares trades; a round lot, since 2025-11-03 by price, only decides which quotes are protected. */
const newYork: readonly LotRule[] = [
  {
    reference: cited("us_trading_unit", beforeRecords, sources.roundLots, {
      unconfirmed: "that round lots do not bound orders (text not read)",
    }),
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
        reference: cited("sse_buy_lot", beforeRecords, [sources.sse2026, sources.szse2026]),
        lotShares: shares(100n),
        buyMinimum: shares(100n),
        buyStep: shares(100n),
        oddLots: "sell_only",
        orderMaximum: shares(1_000_000n),
      },
    ],
    star: [
      {
        reference: cited("star_buy_lot", "2019-07-22", [sources.star2019, sources.sse2026]),
        lotShares: shares(200n),
        buyMinimum: shares(200n),
        buyStep: shares(1n),
        oddLots: "sell_only",
        orderMaximum: shares(100_000n),
      },
    ],
    chinext: [
      {
        reference: cited("chinext_buy_lot", "2020-08-24", [sources.chinext2020, sources.szse2026]),
        lotShares: shares(100n),
        buyMinimum: shares(100n),
        buyStep: shares(100n),
        oddLots: "sell_only",
        orderMaximum: shares(300_000n),
      },
    ],
    beijing: [
      {
        reference: cited("bse_buy_lot", "2021-11-15", [sources.bse2021, sources.bse2026]),
        lotShares: shares(100n),
        buyMinimum: shares(100n),
        buyStep: shares(1n),
        oddLots: "sell_only",
        orderMaximum: shares(1_000_000n),
      },
    ],
  },
};

/** How many shares make a round lot by the average close of a month; null is any higher one. */
export type RoundLots = {
  readonly reference: RuleReference;
  readonly tiers: readonly { readonly upTo: Price | null; readonly shares: Shares }[];
};

/** New York's: they bound no order, and decide which quotes are protected. */
export const newYorkRoundLots: readonly RoundLots[] = [
  {
    reference: cited("us_round_lot", "2025-11-03", [sources.roundLotChanges, sources.roundLots]),
    tiers: [
      { upTo: price(2_500_000n), shares: shares(100n) },
      { upTo: price(10_000_000n), shares: shares(40n) },
      { upTo: price(100_000_000n), shares: shares(10n) },
      { upTo: null, shares: shares(1n) },
    ],
  },
];
