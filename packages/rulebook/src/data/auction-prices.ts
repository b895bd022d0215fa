import type { Exchange } from "../listing-codes.ts";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

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
  reference: {
    rule: "tse_itayose",
    validFrom: beforeRecords,
    source: `the three conditions: https://scrapbox.io/motoso/板寄せ方式 and https://www.jpx.co.jp/learning/basics/equities/04.html ; that of several prices the nearest to the last one holds: ${generalKnowledge}`,
    confirmed: false,
  },
  onlyNamedPrices: false,
  allAtMarket: true,
  ties: ["nearest"],
};

const shanghai: AuctionPriceRule = {
  reference: {
    rule: "sse_call_auction",
    validFrom: beforeRecords,
    source:
      "largest volume, better ones all filled, one side at the price all filled, then fewest unfilled, then the middle: http://musicbyscottsmith.com/Stockinvestment/onzubifyam.html",
    confirmed: true,
  },
  onlyNamedPrices: true,
  allAtMarket: false,
  ties: ["least_unfilled", "middle"],
};

const shenzhen: AuctionPriceRule = {
  reference: {
    rule: "szse_call_auction",
    validFrom: beforeRecords,
    source: `nearest to the previous close: http://musicbyscottsmith.com/Stockinvestment/onzubifyam.html ; fewest unfilled before it, and the last price at the close: ${generalKnowledge}`,
    confirmed: false,
  },
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
    reference: {
      rule: "bse_call_auction",
      validFrom: "2021-11-15",
      source: `as in Shenzhen: ${generalKnowledge}`,
      confirmed: false,
    },
  },
  NASDAQ: {
    reference: {
      rule: "nasdaq_cross",
      validFrom: "2006-01-13",
      source: `Nasdaq rules 4752 and 4754 (https://listingcenter.nasdaq.com/rulebook/nasdaq/rules/Nasdaq%20Equity%204): most shares, least imbalance, an entered price with shares left, nearest to the midpoint; the order of these steps: ${generalKnowledge}`,
      confirmed: false,
    },
    onlyNamedPrices: false,
    allAtMarket: false,
    ties: ["least_unfilled", "entered_unfilled", "nearest"],
  },
  NYSE: {
    reference: {
      rule: "nyse_auction",
      validFrom: beforeRecords,
      // A designated market maker opens and closes each stock by hand where an order book would not do.
      source: `most shares, then nearest to the reference price, as NYSE Arca's rule 7.35-E (https://thefederalregister.org/80-FR/61513) has it; least imbalance before it: ${generalKnowledge}`,
      confirmed: false,
    },
    onlyNamedPrices: false,
    allAtMarket: false,
    ties: ["least_unfilled", "nearest"],
  },
};
