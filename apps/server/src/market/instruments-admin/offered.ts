import type { MarketKey, Price } from "@sanshi/money";
import { exchangesOfCode, type Exchange } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { isGivenCode, lockCodes } from "../../market-feed/instrument-registry.store.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
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
  const objection = objectionTo({ feed, quotes }, market, code);
  if (objection === "carried") return isCompanyItself(feed);
  const exchange = told ?? exchangesOfCode(market, code).at(-1);
  if (objection !== null || exchange === undefined) return false;
  return insertListing(transaction, {
    ...company,
    feed: feed.name,
    exchange,
    reason: { offeringId, offerPrice },
  });
}

/** Whether the feed could carry it now: what never can be listed is not to be paid for. */
export async function canBeListed(
  { feed, quotes }: Pick<Context, "feed" | "quotes">,
  reader: Reader,
  { offeringId, market, code }: { offeringId: bigint; market: MarketKey; code: string },
): Promise<boolean> {
  const added = await findListing(reader, { feed: feed.name, market, code });
  if (added !== undefined) return added.offering_id === offeringId;
  const objection = objectionTo({ feed, quotes }, market, code);
  return objection === "carried" ? isCompanyItself(feed) : objection === null;
}

/** What a feed carries by itself is the company where it has the prices; where it makes companies it is another one. */
function isCompanyItself({ additions }: Context["feed"]): boolean {
  return additions?.of !== "companies";
}

function objectionTo(
  { feed, quotes }: Pick<Context, "feed" | "quotes">,
  market: MarketKey,
  code: string,
): "carried" | "unknown" | null {
  if (quotes.instrument(market, code) !== null) return "carried";
  if (feed.additions === undefined || exchangesOfCode(market, code).length === 0) return "unknown";
  return feed.additions.objection(market, code);
}

/**
 * Whether a code is another company's already, or promised to one, and so nothing can be offered by it. What is
 * decided on it otherwise waits until the transaction ends.
 */
export async function isCodeTaken(
  { feed }: Pick<Context, "feed">,
  transaction: Transaction,
  { market, code }: { market: MarketKey; code: string },
): Promise<boolean> {
  await lockCodes(transaction);
  if (feed.additions?.of === "companies" && feed.additions.objection(market, code) === "carried") {
    return true;
  }
  if ((await findListing(transaction, { feed: feed.name, market, code })) !== undefined)
    return true;
  return isGivenCode(transaction, market, code);
}
