import { answersLater } from "../../../venues/venue.ts";
import type { MarketKey } from "@sanshi/money";
import {
  marketOf,
  matchesAtClose,
  sessionsKeys,
  sessionsOf,
  type SessionsKey,
} from "@sanshi/rulebook";
import type { Quote } from "../../../market-feed/market-feed.ts";
import type { Job } from "../../../platform/jobs.ts";
import type { Question } from "../../../platform/sql/questions.ts";
import type { Context } from "../../../context.ts";
import { isAnyWatched, loadWatched, loadWatchedOf } from "../storing/positions.store.ts";
import { createAuctionWatch } from "./auction-watch.ts";
import { createAttempts, triedAtOnce } from "./attempts.ts";
import { createExtendedWatch } from "./extended-watch.ts";
import { createBacklog } from "./backlog.ts";
import { createLeaps, pricesOf } from "./leaps.ts";
import { isAtClose, matchableQuote } from "../checking/session-quotes.rules.ts";
import { againAfterMs, watchedOrder } from "./watches.ts";
import type { WatchedOrder, WatchedPrices } from "./watched.ts";
import { createWorkingOrders, type WorkingOrders } from "./working-orders.ts";

/** Watches the quotes for whatever waits for a price, and hands over what the market reaches. */
export type Triggers = {
  /** Watches the position as it is now, or no more; the market may be there already. */
  watch(order: WatchedOrder): void;
  /** Since when a position waits as it is, as this process knows it; null where it knows another revision or none. */
  waitsSince(positionId: bigint, revision: number): number | null;
  /** Reads everything that waits from the database and starts to watch. */
  start(): Promise<void>;
  /** Reads the positions of one stock again, whose prices or shares have changed. */
  reload(market: MarketKey, code: string): Promise<void>;
  /** What a position has been set off by and is not decided yet, after the feed was asked for what has passed. */
  reachedBy(positionId: bigint): Pick<WatchedOrder, "passed" | "auctionsAfter" | "since"> | null;
  /** Once everything that waits for a stock has met the prices before a moment on the app's clock. */
  meet(market: MarketKey, code: string, before: number): Promise<void>;
  stop(): Promise<void>;
};

const wakeEveryMs = 250;
const loadedAtOnce = 5_000;
/** So many positions a second are read again, for what another process has left behind. */
const sweptAtOnce = 1_000;
const sweepEveryMs = 1_000;
/** A thin book changes seldom. */
const extendedEveryMs = 1_000;
/** What trailing stops have seen is written down once in so long, of so many orders at most. */
const keptEveryMs = 1_000;
const keptAtOnce = 1_000;

/** A venue that answers later watches the market itself: what works there is ended by what it says, and by nothing here. */
const idleTriggers: Triggers = {
  watch: () => undefined,
  waitsSince: () => null,
  start: async () => undefined,
  reload: async () => undefined,
  reachedBy: () => null,
  meet: async () => undefined,
  stop: async () => undefined,
};

/**
 * `reached` executes it, and sees to it that the position is watched as it is afterwards. It answers
 * false where that could not be found out.
 */
export function createTriggers(
  context: Pick<
    Context,
    "quotes" | "feed" | "clock" | "jobs" | "hours" | "database" | "log" | "venue" | "instruments"
  >,
  reached: (order: WatchedOrder, why: "reached" | "keeps") => Promise<boolean>,
): Triggers {
  if (answersLater(context.venue)) return idleTriggers;
  const waiting = createWorkingOrders();
  const attempts = createAttempts(context, (order) => reached(order, "reached"), again);
  const auctions = createAuctionWatch(context, waiting.waitsFor, (market, code, prices, after) =>
    tryReached(market, code, prices, { auctionsAfter: after }),
  );
  const waitingExtended = createWorkingOrders();
  const leaps = createLeaps(context, { waiting, extended: waitingExtended }, attempts.begin);
  const look = createLook(context, { waiting, attempts, auctions });
  const extended = createExtendedWatch(context, waitingExtended, leaps, (order) => {
    // What is being tried has met quotes from before this one, and is watched again after it.
    if (attempts.find(order.positionId) === null) attempts.begin(order);
  });
  const looking: Job[] = [];
  let unsubscribe: (() => void) | null = null;
  let stopRenaming: (() => void) | null = null;
  let stopped = false;

  function tryReached(
    market: MarketKey,
    code: string,
    prices: WatchedPrices,
    still: Pick<WatchedOrder, "passed" | "auctionsAfter">,
  ): void {
    for (const order of waiting.takeReached(market, code, prices)) {
      attempts.begin({ ...order, ...still });
    }
  }

  function again(order: WatchedOrder): void {
    const later = postponed(order, context.clock.now() + againAfterMs);
    if (waiting.find(order.positionId) === null) watch(later);
    else extended.set(later);
  }

  /** The market may have come to its prices while it was being written. */
  function watch(order: WatchedOrder): void {
    if (stopped) return;
    const passed = leaps.behind(order);
    const since = order.since ?? (passed === null ? undefined : (order.seen ?? order.after)?.at);
    const set = { ...order, since: since ?? context.clock.now() };
    waiting.set(set);
    extended.set(set);
    if (passed !== null && waiting.find(order.positionId)?.revision === order.revision) {
      // It was set in the middle of what the clock leapt over.
      waiting.set({ ...set, watches: [], trails: [] });
      attempts.begin({ ...set, passed, auctionsAfter: set.since });
      return;
    }
    // What it was to wait for may be over: until the next look, a price would go by unseen.
    wake();
    lookAt(order);
  }

  function lookAt({ market, code }: Pick<WatchedOrder, "market" | "code">): void {
    const quote = context.quotes.get(market, code);
    if (quote !== null) look(quote);
  }

  function wake(): void {
    for (const order of waiting.wake(context.clock.now())) lookAt(order);
  }

  const isKnown = ({ id, revision }: { id: bigint; revision: number }) =>
    waiting.find(id)?.revision === revision || attempts.find(id) !== null;

  function every(everyMs: number, run: () => Promise<void> | void, isDue?: Question): void {
    const failure = "working orders were not looked after";
    looking.push(context.jobs.repeat({ everyMs, failure, ...(isDue && { isDue }) }, run));
  }

  async function meet(market: MarketKey, code: string, before: number): Promise<void> {
    extended.leap();
    leaps.goOn(market, code, before - 1);
    await attempts.decided(market, code);
  }

  const reload = createReload(context, { waiting, leaps, watch });

  return {
    watch,
    waitsSince(positionId, revision) {
      const known = attempts.find(positionId) ?? waiting.find(positionId);
      return known?.revision === revision ? (known.since ?? null) : null;
    },
    async start() {
      unsubscribe = context.quotes.subscribe((quotes) => {
        for (const quote of quotes) leaps.land(quote);
        for (const quote of quotes) look(quote);
      });
      // What the clock has leapt over was of the old code.
      stopRenaming = context.instruments.onRenamed(async ({ market, oldCode, newCode }) => {
        await meet(market, oldCode, Infinity);
        await reload(market, newCode);
      });
      await readAll(context, watch);
      if (stopped) return;
      every(wakeEveryMs, wake);
      every(wakeEveryMs, createCloseWatch(context, look));
      every(wakeEveryMs, auctions.look);
      every(keptEveryMs, createTrailKeeper(context, waiting, reached));
      every(extendedEveryMs, extended.look);
      every(sweepEveryMs, createSweep(context, isKnown, watch), isAnyWatched);
    },
    reload,
    reachedBy(positionId) {
      // A feed that is asked delivers what it has not delivered yet.
      extended.leap();
      return attempts.find(positionId);
    },
    meet,
    async stop() {
      stopped = true;
      unsubscribe?.();
      stopRenaming?.();
      for (const job of looking) await job.stop();
    },
  };
}

/** Hands over what a quote reaches. */
function createLook(
  context: Pick<Context, "clock" | "hours" | "quotes" | "feed">,
  parts: {
    waiting: WorkingOrders;
    attempts: ReturnType<typeof createAttempts>;
    auctions: ReturnType<typeof createAuctionWatch>;
  },
): (newest: Quote) => void {
  const { waiting, attempts, auctions } = parts;
  return (newest) => {
    const now = context.clock.now();
    // What waited for an auction gets its price, and not that of the quote after it.
    auctions.look();
    const quote = matchableQuote(newest, now, context.hours);
    if (quote === null) return;
    const { market, code } = quote;
    if (!waiting.waitsFor(market, code)) return;
    // While a split is being applied, its price is of another scale than what a stop has followed so far.
    const isOfScale = !waiting.follows(market, code) || context.quotes.get(market, code) !== null;
    const prices = pricesOf(quote);
    if (!isOfScale) prices.last = null;
    // What the quote did to an order before, the close may still do: it is a market of its own.
    const atClose = isAtClose(quote, now, context.hours);
    if (atClose) prices.feed = `${quote.feed} at close`;
    const reached = waiting.takeReached(market, code, prices);
    if (reached.length === 0) return;
    // Another one may have come when it is decided.
    const isPassed = !atClose && context.feed.passed !== undefined;
    const still = isPassed ? { passed: { after: quote.sequence - 1n, until: quote.at } } : {};
    for (const order of reached) attempts.begin({ ...order, ...still });
  };
}

async function readAll(
  { database }: Pick<Context, "database">,
  watch: (order: WatchedOrder) => void,
): Promise<void> {
  let after = { customerId: 0n, positionId: 0n };
  for (;;) {
    const found = await loadWatched(database.reader, after, loadedAtOnce);
    for (const position of found) watch(watchedOrder(position));
    const last = found.at(-1);
    if (last === undefined || found.length < loadedAtOnce) return;
    after = { customerId: last.customer_id, positionId: last.id };
  }
}

/** What waits for a stock's prices, read anew. */
function createReload(
  { database, quotes }: Pick<Context, "database" | "quotes">,
  parts: {
    waiting: WorkingOrders;
    leaps: ReturnType<typeof createLeaps>;
    watch: (order: WatchedOrder) => void;
  },
): Triggers["reload"] {
  const { waiting, leaps, watch } = parts;
  return async (market, code) => {
    const stored = await loadWatchedOf(database.reader, market, code);
    for (const position of stored) {
      const since = waiting.find(position.id)?.since;
      watch(watchedOrder(position, since === undefined ? {} : { since }));
    }
    if (quotes.get(market, code) !== null) leaps.goOn(market, code, Infinity);
  };
}

/** A process that has died leaves its orders to the others; one that replaces an order tells nobody. */
function createSweep(
  { database }: Pick<Context, "database">,
  isKnown: (position: { id: bigint; revision: number }) => boolean,
  watch: (order: WatchedOrder) => void,
): () => Promise<void> {
  let sweptTo = { customerId: 0n, positionId: 0n };
  return async () => {
    const found = await loadWatched(database.reader, sweptTo, sweptAtOnce);
    const last = found.length < sweptAtOnce ? undefined : found.at(-1);
    sweptTo =
      last === undefined
        ? { customerId: 0n, positionId: 0n }
        : { customerId: last.customer_id, positionId: last.id };
    for (const position of found) if (!isKnown(position)) watch(watchedOrder(position));
  };
}

/** A stop that follows the market is after a restart where it was, but for the newest second. */
function createTrailKeeper(
  { log }: Pick<Context, "log">,
  waiting: WorkingOrders,
  reached: (order: WatchedOrder, why: "keeps") => Promise<boolean>,
): () => void {
  const keeping = new Set<bigint>();
  const later = createBacklog(triedAtOnce, async (order: WatchedOrder) => {
    // What is being tried writes down what it has seen, or watches it on.
    if (waiting.find(order.positionId) !== null) {
      await reached(order, "keeps").catch((error: unknown) => {
        log.warn({ err: error, position: order.positionId }, "a best price was not kept");
      });
    }
    keeping.delete(order.positionId);
  });
  return () => {
    for (const order of waiting.raised(keptAtOnce)) {
      if (keeping.has(order.positionId)) continue;
      keeping.add(order.positionId);
      later.push(order);
    }
  };
}

/** No quote comes at the closing auction, and none while shares trade at the close. */
function createCloseWatch(
  { clock, hours, quotes }: Pick<Context, "quotes" | "clock" | "hours">,
  look: (quote: Quote) => void,
): () => void {
  const wasAtClose = new Set<SessionsKey>();
  return () => {
    const now = clock.now();
    for (const sessions of sessionsKeys) {
      const atClose = matchesAtClose(sessions, now, hours);
      if (atClose && !wasAtClose.has(sessions)) {
        for (const quote of quotes.all(marketOf(sessions))) {
          if (sessionsOf(quote) === sessions) look(quote);
        }
      }
      if (atClose) wasAtClose.add(sessions);
      else wasAtClose.delete(sessions);
    }
  };
}

function postponed(order: WatchedOrder, at: number): WatchedOrder {
  const later = <One extends { notBefore: number | null }>(one: One) => {
    return { ...one, notBefore: Math.max(one.notBefore ?? 0, at) };
  };
  const { atExtended: _, ...others } = order;
  const trails = order.trails?.map(later);
  const extended = order.extended?.map(later);
  return {
    ...others,
    watches: order.watches.map(later),
    ...(extended && { extended }),
    ...(trails && { trails }),
  };
}
