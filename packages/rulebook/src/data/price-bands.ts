import { price, type Price } from "@sanshi/money";
import { generalKnowledge, type RuleReference } from "../rule-reference.ts";

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
const luldPages =
  "https://solomonexamprep.com/content-txt/49189/7/5-13-3-trading-pauses-on-a-security ; https://putchavijaykumar.github.io/ForThePluto/luldplan.html";

export const priceBandRules: readonly PriceBandRule[] = [
  {
    reference: {
      rule: "us_price_bands",
      validFrom: "2013-04-08",
      source: `${luldPages}; start date: ${generalKnowledge}`,
      confirmed: true,
    },
    bands,
    doubledFirstMinutes: 15,
    doubledLastMinutes: 25,
    doublesSecondTier: true,
  },
  {
    reference: {
      rule: "us_price_bands",
      validFrom: "2020-02-24",
      source: `only at the close, and of the second tier only up to three dollars, as a broker's customers are told (https://360990.zyfc.asia/?board_id=37294&post_id=5829519); start date: ${generalKnowledge}`,
      confirmed: false,
    },
    bands,
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
    reference: {
      rule: "us_market_halt",
      validFrom: "2013-04-08",
      source: `NYSE rule 7.12: https://nexusfi.com/articles/trading/Circuit-Breaker ; start date, and an early close: ${generalKnowledge}`,
      confirmed: true,
    },
    levels: [
      { level: 1, percent: 7n, minutes: 15 },
      { level: 2, percent: 13n, minutes: 15 },
      { level: 3, percent: 20n, minutes: null },
    ],
    lastMinutes: 35,
  },
];
