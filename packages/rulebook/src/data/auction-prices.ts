import type { Exchange } from "../listing-codes.ts";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/**
 * How an exchange chooses among several prices at which as much is traded, each step among what the one before
 * has left: `least_unfilled` where fewest shares are wanted in vain, `entered_unfilled` a price that somebody
 * named and at which some shares are left, `middle` half way between the lowest and the highest, `nearest` to
 * the price that the auction stands on.
 */
export type TieStep = "least_unfilled" | "entered_unfilled" | "middle" | "nearest";

export type AuctionPriceRule = {
  readonly reference: RuleReference;
  /** Only a price that an order names can become the auction's, before any middle is taken. */
  readonly onlyNamedPrices: boolean;
  /** Nothing is traded unless every order at the market is; at the day's limit as many as there are. */
  readonly allAtMarket: boolean;
  readonly ties: readonly TieStep[];
};

/** In Tokyo the special quote that moves the price there first is not modelled. */
const tokyo: AuctionPriceRule = {
  reference: cited("tse_itayose", beforeRecords, [sources.tseMethodology, sources.tseItayose], {
    unconfirmed: "that of several prices the nearest to the last one holds",
  }),
  onlyNamedPrices: false,
  allAtMarket: true,
  ties: ["nearest"],
};

const shanghai: AuctionPriceRule = {
  reference: cited("sse_call_auction", beforeRecords, sources.sse2026),
  onlyNamedPrices: true,
  allAtMarket: false,
  ties: ["least_unfilled", "middle"],
};

const shenzhen: AuctionPriceRule = {
  reference: cited("szse_call_auction", beforeRecords, sources.szse2026, {
    unconfirmed: "fewest unfilled before the nearest price; the last price at the close",
  }),
  onlyNamedPrices: false,
  allAtMarket: false,
  ties: ["least_unfilled", "nearest"],
};

export const auctionPriceRules: Readonly<Record<Exchange, AuctionPriceRule>> = {
  TSE: tokyo,
  SSE: shanghai,
  SZSE: shenzhen,
  BSE: {
    ...shenzhen,
    reference: cited("bse_call_auction", "2021-11-15", [sources.bse2021, sources.bse2026], {
      unconfirmed: "as in Shenzhen",
    }),
  },
  NASDAQ: {
    reference: cited("nasdaq_cross", "2006-01-13", [sources.nasdaqRules, sources.nasdaqCrosses], {
      unconfirmed: "the order of its steps",
      firstDay: "unconfirmed",
    }),
    onlyNamedPrices: false,
    allAtMarket: false,
    ties: ["least_unfilled", "entered_unfilled", "nearest"],
  },
  NYSE: {
    reference: cited("nyse_auction", beforeRecords, sources.nyseAuctionRules, {
      unconfirmed:
        "most shares, least imbalance, then nearest to the reference price (rules not read)",
      // A designated market maker opens and closes each stock by hand where an order book would not do.
    }),
    onlyNamedPrices: false,
    allAtMarket: false,
    ties: ["least_unfilled", "nearest"],
  },
};
