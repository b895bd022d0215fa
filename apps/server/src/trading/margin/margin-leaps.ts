import { setImmediate as othersTurn } from "node:timers/promises";
import { price, type MarketKey, type Price } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { MarketFeed, PassedQuestion, Quote } from "../../market-feed/market-feed.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import {
  exitPricesOf,
  loadAccount,
  stateAt,
  verdictOnState,
  type AccountState,
} from "./margin-account.ts";
import { advanceLook, lookedUntil, marginedStocks } from "./margin-leaps.store.ts";
import { accountsToLookAt, type MarketLines, type StockPrices } from "./margin-search.store.ts";
import type { MarginAccount } from "./margin.store.ts";

/** Holds accounts against the quotes that the clock has leapt over, in the order of time. */
export type MarginLeaps = {
  /** Up to the newest quotes; answers false, and waits, while a split is being applied. */
  run(): Promise<boolean>;
  /** A market up to a moment from which a stock's prices are of another scale. */
  meet(market: MarketKey, code: string, before: number): Promise<void>;
  /** Whether the clock has leapt over quotes of a market that accounts have not been held against. */
  hasLeapt(market: MarketKey): boolean;
  /**
   * A market up to a moment within the step; answers what there was at each stock's first quote from it on, with null
   * for a stock without one. Null where the clock has leapt over nothing, or a split is being applied.
   */
  upTo(market: MarketKey, at: number): Promise<((code: string) => Moment | null) | null>;
  stop(): void;
};

type LeapsContext = Pick<Context, "feed" | "quotes" | "clock" | "database">;
/** What everything was quoted at then. */
export type Moment = Pick<Context, "quotes" | "clock">;

type Watch = {
  linesOf(market: MarketKey, at: number): MarketLines;
  isAdjusting(quote: Quote): boolean;
  /** Does what an account's figures ask for at a moment; answers whether there may be more. */
  act(transaction: Transaction, account: MarginAccount, moment: Moment): Promise<boolean>;
};

/** Of a stock the quote that the clock leapt from, and up to when it was looked at since. */
type Leap = { market: MarketKey; code: string; after: bigint; walked: number; isRescaled: boolean };
type Leaps = ReadonlyMap<string, Leap>;
type Watched = { state: AccountState; looked: number };

/** What is done for one account at one moment. */
const stepsMax = 50;
/** So many quotes, and everybody else has a turn. */
const quotesAtOnce = 500;

export function createMarginLeaps(context: LeapsContext, watch: Watch): MarginLeaps {
  const { feed, quotes, clock, database } = context;
  const leaps = new Map<MarketKey, Map<string, Leap>>();
  let work: Promise<unknown> = Promise.resolve();
  const unsubscribe = quotes.subscribe((landed) => {
    if (feed.passed === undefined) return;
    for (const { market, code, leaptFrom } of landed) {
      if (leaptFrom === undefined) continue;
      const { sequence: after, at: walked } = leaptFrom;
      keep(market, new Map([[code, { market, code, after, walked, isRescaled: false }]]));
    }
  });

  /** What was leapt over before stays where it began. */
  function keep(market: MarketKey, later: Leaps): void {
    leaps.set(market, new Map([...later, ...(leaps.get(market) ?? [])]));
  }

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const next = work.then(run);
    work = next.catch(() => undefined);
    return next;
  }

  async function walk(market: MarketKey, leapt: Leaps, until: number): Promise<void> {
    const stocks = await marginedStocks(database.reader, market);
    const own = stocks.flatMap((code) => leapt.get(code) ?? []);
    const accounts = await accountsOnTheWay(market, own, until);
    if (accounts.length === 0) return;
    const watched = new Map<bigint, Watched>();
    for (const account of accounts) {
      const state = await loadAccount(context, database.reader, account);
      watched.set(account.customer_id, {
        state,
        looked: await lookedUntil(database.reader, account),
      });
    }
    const held = new Set([...watched.values()].flatMap(({ state }) => codesOf(state)));
    const theirs = own.filter(({ code }) => held.has(code));
    for await (const moment of momentsOf(context, theirs, until)) {
      for (const one of watched.values()) {
        const isConcerned = codesOf(one.state).some((code) => moment.codes.has(code));
        if (isConcerned && one.looked < moment.at) await lookAt(one, moment);
      }
    }
    for (const account of accounts) {
      await database.transaction((transaction) => advanceLook(transaction, account, until));
    }
  }

  /** Those whose ratio may have asked for something at the worst of the prices, or at the best. */
  async function accountsOnTheWay(
    market: MarketKey,
    own: readonly Leap[],
    until: number,
  ): Promise<MarginAccount[]> {
    if (own.length === 0) return [];
    const lines = [{ ...watch.linesOf(market, until), isOpen: true }];
    const extremes = new Map<string, Quote[]>();
    for (const leap of own) extremes.set(leap.code, await extremesOf(feed, leap, until));
    const found = new Map<bigint, MarginAccount>();
    for (const prices of worstAndBest(quotes.all(market), extremes)) {
      for (const account of await accountsToLookAt(database.reader, lines, prices, until)) {
        if (account.market === market) found.set(account.customer_id, account);
      }
    }
    return [...found.values()];
  }

  async function lookAt(one: Watched, moment: Moment & { at: number }): Promise<void> {
    if (verdictOnState(stateAt(moment, one.state)).kind === "nothing") return;
    const { account } = one.state;
    for (let step = 0; step < stepsMax; step += 1) {
      const acted = await database.transaction(
        async (transaction) =>
          (await advanceLook(transaction, account, moment.at)) &&
          (await watch.act(transaction, account, moment)),
      );
      if (!acted) break;
    }
    // Another process may have got further.
    one.looked = await lookedUntil(database.reader, account);
    one.state = await loadAccount(context, database.reader, account);
  }

  return {
    run: () =>
      inTurn(async () => {
        const until = clock.now();
        for (const [market, leapt] of leaps) {
          if (quotes.all(market).some((quote) => watch.isAdjusting(quote))) return false;
          leaps.delete(market);
          try {
            await walk(market, leapt, until);
          } catch (error) {
            const later = leaps.get(market) ?? new Map<string, Leap>();
            leaps.set(market, leapt);
            keep(market, later);
            throw error;
          }
        }
        return true;
      }),
    meet: (market, code, before) =>
      inTurn(async () => {
        const leapt = leaps.get(market);
        if (leapt === undefined) return;
        await walk(market, leapt, before - 1);
        for (const [key, leap] of leapt) {
          const walked = Math.max(leap.walked, before - 1);
          leapt.set(key, { ...leap, walked, isRescaled: leap.isRescaled || key === code });
        }
      }),
    hasLeapt: (market) => leaps.has(market),
    upTo: (market, at) =>
      inTurn(async () => {
        const leapt = leaps.get(market);
        if (leapt === undefined) return null;
        if (quotes.all(market).some((quote) => watch.isAdjusting(quote))) return null;
        await walk(market, leapt, at - 1);
        for (const [key, leap] of leapt) {
          leapt.set(key, { ...leap, walked: Math.max(leap.walked, at - 1) });
        }
        return firstMomentFrom(context, leapt, at);
      }),
    stop: unsubscribe,
  };
}

function codesOf({ rows }: AccountState): string[] {
  return rows.map(({ code }) => code);
}

/** Behind the quote that stood before it, which is left out where it is of another scale. */
function* tapeOf(
  { passed }: Pick<MarketFeed, "passed">,
  { market, code, after, walked, isRescaled }: Leap,
  until: number,
  waitedFor: PassedQuestion["waitedFor"],
): Generator<Quote, void> {
  const question = { market, code, after: after - 1n, until, waitedFor };
  for (const quote of passed?.(question) ?? []) {
    if (!isRescaled || quote.at > walked) yield quote;
  }
}

/** The quotes that were lower or higher than all before them: of a minute without one no trade is drawn. */
async function extremesOf(
  feed: Pick<MarketFeed, "passed">,
  leap: Leap,
  until: number,
): Promise<Quote[]> {
  const found: Quote[] = [];
  let [low, high]: [Price | null, Price | null] = [null, null];
  const waitedFor = () =>
    low === null || high === null
      ? everyPrice
      : { atOrBelow: price(low - 1n), atOrAbove: price(high + 1n) };
  for (const quote of tapeOf(feed, leap, until, waitedFor)) {
    low = low === null || quote.last < low ? quote.last : low;
    high = high === null || quote.last > high ? quote.last : high;
    found.push(quote);
    if (found.length % quotesAtOnce === 0) await othersTurn();
  }
  await othersTurn();
  return found;
}

/** An account's figures follow from all of its stocks: every price counts. */
export const everyPrice = { atOrBelow: price(2n ** 62n), atOrAbove: null };

/** Each moment at which one of the stocks was quoted anew, with what everything was quoted at. */
async function* momentsOf(
  context: Pick<Context, "feed" | "quotes" | "clock">,
  own: readonly Leap[],
  until: number,
): AsyncGenerator<Moment & { at: number; codes: ReadonlySet<string> }, void> {
  const { feed, quotes, clock } = context;
  const tapes = own.map((leap) => {
    const quotesOf = tapeOf(feed, leap, until, () => everyPrice);
    return { leap, quotesOf, next: quotesOf.next().value ?? null };
  });
  const shown = new Map<string, Quote>();
  const get: Context["quotes"]["get"] = (market, code) => {
    // One that has not been quoted again yet is at what it comes to next.
    const ahead = tapes.find(({ leap }) => leap.code === code)?.next;
    return shown.get(code) ?? ahead ?? quotes.get(market, code);
  };
  for (let count = 1; ; count += 1) {
    const at = Math.min(...tapes.map(({ next }) => next?.at ?? Infinity));
    if (at === Infinity) return;
    const codes = new Set<string>();
    for (const tape of tapes) {
      while (tape.next !== null && tape.next.at <= at) {
        shown.set(tape.leap.code, tape.next);
        if (at > tape.leap.walked) codes.add(tape.leap.code);
        tape.next = tape.quotesOf.next().value ?? null;
      }
    }
    if (count % quotesAtOnce === 0) await othersTurn();
    if (codes.size === 0) continue;
    yield { at, codes, quotes: { ...quotes, get }, clock: { ...clock, now: () => at } };
  }
}

/** Each stock's first quote from a moment on is looked for once. */
function firstMomentFrom(
  { feed, quotes, clock }: Pick<Context, "feed" | "quotes" | "clock">,
  leapt: Leaps,
  from: number,
): (code: string) => Moment | null {
  const until = clock.now();
  const found = new Map<string, Quote | null>();
  const first = (code: string) => {
    const leap = leapt.get(code);
    if (leap === undefined) return null;
    if (!found.has(code)) {
      const ahead = tapeOf(feed, leap, until, () => everyPrice);
      found.set(code, ahead.find(({ at }) => at >= from) ?? null);
    }
    return found.get(code) ?? null;
  };
  return (code) => {
    const at = first(code)?.at;
    if (at === undefined) return null;
    const get: Context["quotes"]["get"] = (market, other) =>
      first(other) ?? quotes.get(market, other);
    return { quotes: { ...quotes, get }, clock: { ...clock, now: () => at } };
  };
}

/** The lowest bids with the highest asks, and the other way round. */
function worstAndBest(
  newest: readonly Quote[],
  passed: ReadonlyMap<string, readonly Quote[]>,
): [StockPrices[], StockPrices[]] {
  const of = (ofBids: typeof lowest, ofAsks: typeof lowest) =>
    newest.map((quote): StockPrices => {
      const { market, code } = quote;
      const all = [quote, ...(passed.get(code) ?? [])].map(exitPricesOf);
      const bid = ofBids(all.flatMap((prices) => prices?.bid ?? []));
      return { market, code, bid, ask: ofAsks(all.flatMap((prices) => prices?.ask ?? [])) };
    });
  return [of(lowest, highest), of(highest, lowest)];
}

const lowest = (prices: readonly Price[]) =>
  prices.reduce((one, other) => (other < one ? other : one));
const highest = (prices: readonly Price[]) =>
  prices.reduce((one, other) => (other > one ? other : one));
