import type { Logger } from "../platform/log.ts";
import type { Database } from "../platform/sql/database.ts";
import { readWithChanges } from "../platform/sql/kept-in-memory.ts";
import type { Listener } from "../platform/sql/listener.ts";
import { codesOf, pastNamesOf, type CodeChange } from "./code-changes.ts";
import {
  loadCodeChanges,
  loadEnds,
  loadListings,
  loadNames,
  loadRecords,
} from "./instrument-registry.store.ts";
import type { Listing, StockEnd } from "./market-feed.ts";
import type { QuoteBoard } from "./quote-board.ts";
import type { RenamedFeed } from "./renamed-feed.ts";
import type { EndableFeed } from "./stock-ends.ts";

export const instrumentsChannel = "instruments_changed";

/** What the house adds to its feed and says of its instruments, as every process knows it. */
export type InstrumentRegistry = {
  /** Reads it now: whoever has just changed it sees it at once, and the others hear of it. */
  read(): Promise<void>;
  /** What was added to this feed, oldest first, also what has no quote yet. */
  added(): readonly Listing[];
  /** Every code change that is decided, also those that are not in force yet, by their days. */
  codeChanges(): readonly CodeChange[];
  /** Calls the listener with each change once this process has it in force; answers how to remove the listener. */
  onRenamed(listener: (change: CodeChange) => Promise<void>): () => void;
  /** What was announced of stocks that end or have ended, also of those that the feed does not carry any more. */
  ends(): readonly StockEnd[];
};

type RegistryParts = {
  database: Database;
  listener: Listener;
  log: Logger;
  feed: RenamedFeed & EndableFeed;
  quotes: QuoteBoard;
};

/** Has the feed carry what was added and end what ends, and the board know the rest; again whenever something changes. */
export async function startInstrumentRegistry({
  database,
  listener,
  log,
  feed,
  quotes,
}: RegistryParts): Promise<InstrumentRegistry> {
  let listings: readonly Listing[] = [];
  let changes: readonly CodeChange[] = [];
  let codes = codesOf([]);
  let inForce = 0;
  const announced = new Set<bigint>();
  const renamedListeners = new Set<(change: CodeChange) => Promise<void>>();
  let ends: readonly StockEnd[] = [];
  let work: Promise<void> = Promise.resolve();

  /** One after the other: a later read knows more. */
  function read(): Promise<void> {
    work = work.catch(() => undefined).then(readNow);
    return work;
  }

  async function readNow(): Promise<void> {
    const added = await loadListings(database.reader, feed.name);
    const records = await loadRecords(database.reader);
    ends = await loadEnds(database.reader, feed.name);
    listings = added;
    for (const listing of added) carry(listing);
    rename(await loadCodeChanges(database.reader));
    quotes.keepPast(codes, pastNamesOf(await loadNames(database.reader), codes));
    feed.keepEnds(ends);
    quotes.keepRecords(records, ends);
    for (const change of changes) await announce(change);
  }

  function rename(read: readonly CodeChange[]): void {
    changes = read;
    const carried = read.filter(({ carriedAt }) => carriedAt !== null);
    if (carried.length === inForce) return;
    inForce = carried.length;
    codes = codesOf(carried);
    feed.rename(carried);
  }

  /** Whoever keeps stocks by their codes goes on with the new one; where one fails, the next read asks it again. */
  async function announce(change: CodeChange): Promise<void> {
    if (change.carriedAt === null || announced.has(change.id)) return;
    for (const listener of renamedListeners) await listener(change);
    announced.add(change.id);
  }

  /** A feed may have lost what it once could carry; nothing else stops for that. */
  function carry(listing: Listing): void {
    try {
      feed.additions?.carry(listing);
    } catch (error) {
      const { market, code } = listing;
      log.error({ err: error, market, code }, "an added instrument is not carried");
    }
  }

  await readWithChanges(
    { listener, log },
    { name: "instruments", channel: instrumentsChannel },
    read,
  );
  return {
    read,
    added: () => listings,
    ends: () => ends,
    codeChanges: () => changes,
    onRenamed(listener) {
      renamedListeners.add(listener);
      return () => renamedListeners.delete(listener);
    },
  };
}
