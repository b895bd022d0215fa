import { price, type Price } from "@sanshi/money";
import { cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** Of the S&P 500 and the Russell 1000, or any other stock. */
export type BandTier = 1 | 2;

/** How far from the average of five minutes a stock may trade, in New York; doubled at the day's ends. */
export type PriceBandRule = {
  readonly reference: RuleReference;
  /** By the previous close, the highest first. `most` where the part would be more than so much. */
  readonly bands: readonly {
    readonly above: Price;
    readonly percent: Readonly<Record<BandTier, bigint>>;
    readonly most: Price | null;
  }[];
  /** Stocks of the second tier had none at first. */
  readonly tiers: readonly BandTier[];
  /** Bands hold from so many minutes after the opening until so many before the close. */
  readonly freeFirstMinutes: number;
  readonly freeLastMinutes: number;
  readonly doubledFirstMinutes: number;
  readonly doubledLastMinutes: number;
  /** Whether the last minutes are doubled for stocks of the second tier above three dollars too. */
  readonly doublesSecondTier: boolean;
};

const bands: PriceBandRule["bands"] = [
  { above: price(30_000n), percent: { 1: 5n, 2: 10n }, most: null },
  { above: price(7_499n), percent: { 1: 20n, 2: 20n }, most: null },
  { above: price(0n), percent: { 1: 75n, 2: 75n }, most: price(1_500n) },
];
const rule = "us_price_bands";
const wholeDay = { tiers: [1, 2], freeFirstMinutes: 0, freeLastMinutes: 0 } as const;
const until2020 = {
  bands,
  doubledFirstMinutes: 15,
  doubledLastMinutes: 25,
  doublesSecondTier: true,
};

export const priceBandRules: readonly PriceBandRule[] = [
  {
    reference: cited(rule, "2013-04-08", [sources.luld, sources.luld2012]),
    ...until2020,
    tiers: [1],
    freeFirstMinutes: 15,
    freeLastMinutes: 30,
  },
  {
    reference: cited(rule, "2013-08-05", sources.luld, {
      unconfirmed: "that the second phase ran to the close from its first day",
    }),
    ...until2020,
    ...wholeDay,
  },
  {
    reference: cited(rule, "2020-02-24", [sources.luld2020, sources.luld], {
      unconfirmed: "that a band is rounded to the nearest cent",
    }),
    bands,
    ...wholeDay,
    doubledFirstMinutes: 0,
    doubledLastMinutes: 25,
    doublesSecondTier: false,
  },
];

/** A fall of New York's broadest index below its previous close at which all trading stops. */
export type MarketFallRule = {
  readonly reference: RuleReference;
  readonly levels: readonly {
    readonly level: 1 | 2 | 3;
    readonly percent: bigint;
    /** Null: for the rest of the day. */
    readonly minutes: number | null;
  }[];
  /** From so many minutes before the close on only the halts for the rest of the day are left. */
  readonly lastMinutes: number;
};

export const marketFallRules: readonly MarketFallRule[] = [
  {
    reference: cited("us_market_halt", "2013-04-08", sources.nyseMarketHalts),
    levels: [
      { level: 1, percent: 7n, minutes: 15 },
      { level: 2, percent: 13n, minutes: 15 },
      { level: 3, percent: 20n, minutes: null },
    ],
    lastMinutes: 35,
  },
];
