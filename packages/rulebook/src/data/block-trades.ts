import { price, shares, type Minor, minor, type Price, type Shares } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** A block may trade within `percent` of the last price, or within `amountMinimum` where that is more. */
export type BlockBand = {
  readonly reference: RuleReference;
  readonly percent: bigint;
  readonly amountMinimum: Price;
};

export const tostnetBlocks: readonly BlockBand[] = [
  {
    reference: cited("tostnet_single_stock", beforeRecords, sources.tostnet),
    percent: 7n,
    amountMinimum: price(50_000n),
  },
];

/** New York's exchanges set no band: this is our own rule, so that nobody is handed a profit by an offer's price. */
export const houseBlocks: readonly BlockBand[] = [
  {
    reference: cited("site_block_trade", beforeRecords, sources.houseBlocks),
    percent: 10n,
    amountMinimum: price(0n),
  },
];

export type BlockSize = { readonly minimumShares: Shares; readonly minimumValueMinor: Minor };

/** Inside the day's limit; ±30 % where there is none. One of the two sizes is enough. */
export const chinaBlocks: readonly (BlockBand & BlockSize)[] = [
  {
    reference: cited("sse_block_trade", beforeRecords, sources.generalKnowledge, {
      unconfirmed: "at least 300,000 shares or 2 million yuan",
    }),
    percent: 30n,
    amountMinimum: price(0n),
    minimumShares: shares(300_000n),
    minimumValueMinor: minor(200_000_000n),
  },
];
