import { delayPartCount } from "@sanshi/draw";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import {
  announcementOf,
  finalPriceOf,
  listingPutOff,
  newcomerForm,
  newcomersAtFirst,
  newestNewcomer,
  putsListingOff,
  timetableOf,
} from "./newcomers.rules.ts";
import * as store from "./newcomers.store.ts";
import * as offerings from "./offerings.store.ts";
import { releaseAll } from "./paying.ts";
import { publishOffering } from "./publishing.ts";

type NewcomersContext = Pick<
  Context,
  "database" | "clock" | "feed" | "settings" | "sealer" | "hours"
>;

/** So many of a market at one look: a clock that leapt over a year brings sixty. */
const publishedAtOnceMax = 5;

/**
 * Publishes the companies that the simulated market brings by itself, each once and with everything that
 * follows from its number and the market's secret of that day. No operator has a say in them, and where money
 * is real no feed has any; the database refuses them there as well. Returns how many were published.
 *
 * @param known of each market the newest that is known to be there, which is not asked for again.
 */
export async function comeToMarket(
  context: NewcomersContext,
  known = new Map<MarketKey, number>(),
): Promise<number> {
  const { feed, database, clock } = context;
  if (feed.newcomers === undefined || feed.kind !== "simulated") return 0;
  let published = 0;
  for (const market of marketKeys) {
    const newest = newestNewcomer(market, clock.now());
    if (newest <= (known.get(market) ?? -1)) continue;
    const last = await store.lastNewcomer(database.reader, market);
    if (last !== null) known.set(market, last);
    const first = last === null ? newest - newcomersAtFirst + 1 : last + 1;
    const until = Math.min(newest, first + publishedAtOnceMax - 1);
    for (let number = first; number <= until; number += 1) {
      if (await publishNewcomer(context, market, number)) published += 1;
    }
  }
  return published;
}

/** False where another process was first, or the code is another offering's: then this number is left out. */
async function publishNewcomer(
  context: NewcomersContext,
  market: MarketKey,
  number: number,
): Promise<boolean> {
  const { feed, database, clock, settings, hours } = context;
  if (feed.newcomers === undefined) return false;
  const at = announcementOf(market, number);
  const newcomer = feed.newcomers.of(market, number, at);
  const timetable = timetableOf(market, at, hours);
  const form = newcomerForm(market, newcomer, timetable, settings.marketRules);
  const isOver = Date.parse(form.closes_at) <= clock.now();
  const id = await database.transaction((transaction) =>
    publishOffering(context, transaction, form, {
      proposalId: null,
      at,
      newcomer: number,
      // Nobody can have entered a list that had closed before it was published: nothing would be proven by more.
      ...(isOver && { delay: delayPartCount, beacon: null }),
    }),
  );
  return id !== null;
}

/**
 * Sets what the book-building came to, or withdraws the offering of a company that puts its listing off, once; every
 * process comes to the same. Returns of how many.
 */
export async function endBookBuildings({
  feed,
  database,
  clock,
}: NewcomersContext): Promise<number> {
  const { newcomers } = feed;
  if (newcomers === undefined) return 0;
  let ended = 0;
  for (const due of await store.dueForPrice(database.reader, clock.now())) {
    const { id, market, newcomer, priced_at: pricedAt } = due;
    const provisional = { low: due.price_low, high: due.price_high };
    const demand = newcomers.demand(market, newcomer, pricedAt);
    const date = localDate(market, pricedAt);
    const price = finalPriceOf(market, provisional, demand, date);
    const isNew = await database.transaction(async (transaction) => {
      const offering = await offerings.lockOffering(transaction, id);
      if (offering === undefined || offering.price !== null || offering.withdrawn_at !== null) {
        return false;
      }
      if (putsListingOff(newcomer)) {
        const at = clock.now();
        await offerings.setWithdrawn(transaction, id, { reason: listingPutOff, at });
        await releaseAll(transaction, offering, { at });
      } else {
        await offerings.setPrice(transaction, id, price);
      }
      return true;
    });
    if (isNew) ended += 1;
  }
  return ended;
}
