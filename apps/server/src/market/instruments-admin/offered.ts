import type { MarketKey, Price } from "@sanshi/money";
import { exchangesOfCode, type Exchange } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { findListing, insertListing } from "./instruments-admin.store.ts";

/** A company whose shares were offered, as its offering says it. */
export type OfferedCompany = {
  offeringId: bigint;
  market: MarketKey;
  code: string;
  names: Instrument["names"];
  searchTerms: readonly string[];
  sector: string;
  /** The exchange where a code can be at several. */
  exchange: Exchange | undefined;
  offerPrice: Price;
  listedOn: string;
  /** When it was published: what the market draws of it follows from that day. */
  at: number;
};

/**
 * Has the feed carry a company from its first trading day on. False where this feed cannot: it makes no
 * companies, has no bars of it, the code is none of this market's, or another company came by it.
 */
export async function listOffered(
  { feed, quotes }: Pick<Context, "feed" | "quotes">,
  transaction: Transaction,
  { offeringId, offerPrice, exchange: told, ...company }: OfferedCompany,
): Promise<boolean> {
  const { market, code } = company;
  const added = await findListing(transaction, { feed: feed.name, market, code });
  if (added !== undefined) return added.offering_id === offeringId;
  const objection =
    feed.additions === undefined ? "unknown" : feed.additions.objection(market, code);
  // What a feed carries by itself is the company where it has the prices; where it makes companies it is another one.
  if (objection === "carried" || quotes.instrument(market, code) !== null) {
    return feed.additions?.of !== "companies";
  }
  const exchange = told ?? exchangesOfCode(market, code).at(-1);
  if (objection !== null || exchange === undefined) return false;
  return insertListing(transaction, {
    ...company,
    feed: feed.name,
    exchange,
    reason: { offeringId, offerPrice },
  });
}

/** Whether a code is another company's already, and so nothing can be offered by it. */
export async function isCodeTaken(
  { feed }: Pick<Context, "feed">,
  transaction: Transaction,
  { market, code }: { market: MarketKey; code: string },
): Promise<boolean> {
  if (feed.additions?.of === "companies" && feed.additions.objection(market, code) === "carried") {
    return true;
  }
  return (await findListing(transaction, { feed: feed.name, market, code })) !== undefined;
}
