import type { MarketKey, Price } from "@sanshi/money";
import type { PassedQuestion } from "../../../market-feed/market-feed.ts";
import { bestOf } from "../checking/trailing.rules.ts";
import { createHeap, type Before, type Heap } from "./heap.ts";
import type {
  QuoteMark,
  WatchedOrder,
  WatchedPrices,
  WatchedTrail,
  WatchSide,
  Watch,
} from "./watched.ts";
import { createRound, createStockTrails, type StockTrails } from "./stock-trails.ts";
import { bestSeen, type Trailing } from "./trail-book.ts";
import { nearestOf } from "./watches.ts";

/**
 * Everything that waits for a price, per instrument and side, the next level to be reached first: a
 * quote costs the same whether ten wait or a million. Only what it reaches is looked at.
 */
export type WorkingOrders = {
  /** Puts the order in the place of the position's earlier copy; without watches it is forgotten. */
  set(order: WatchedOrder): void;
  /** Takes out whatever the prices reach, the order that was set first before others of its level. */
  takeReached(market: MarketKey, code: string, prices: WatchedPrices): WatchedOrder[];
  /** Whether anything may wait for a price of the stock. */
  waitsFor(market: MarketKey, code: string): boolean;
  /** Whether a stop may follow the stock. */
  follows(market: MarketKey, code: string): boolean;
  /** The prices nearest to the market that are waited for, or that a stop follows. */
  waitedFor(market: MarketKey, code: string): ReturnType<PassedQuestion["waitedFor"]>;
  /** Those that wait on, of which some have seen a better price than the database knows; a part at each call. */
  raised(max: number): WatchedOrder[];
  /** Lets watches whose time has come be reached, and answers the orders that have such. */
  wake(now: number): WatchedOrder[];
  /** The copy that waits; null where none does. */
  find(positionId: bigint): WatchedOrder | null;
  size(): number;
};

/** Fewer abandoned entries than this are not worth making the heaps anew. */
const abandonedMin = 1_000;

/** A copy of a position; it is not current any more once the position has another one, or none. */
type Known = {
  order: WatchedOrder;
  number: number;
  isCurrent: boolean;
  /** In the order of its trails. */
  trailings: Trailing<Known>[];
};
/** One watch in its heap; it is abandoned with its copy. */
type Entry = { known: Known; watch: Watch };
type Sleeper = { known: Known; until: number; awaken: () => void };
type Book = {
  levels: Record<WatchSide, Heap<Entry>>;
  trails: StockTrails<Known>;
};

const sides: readonly WatchSide[] = [
  "last_at_or_below",
  "last_at_or_above",
  "bid_at_or_above",
  "ask_at_or_below",
];

export function createWorkingOrders(): WorkingOrders {
  const books = new Map<string, Book>();
  const known = new Map<bigint, Known>();
  const trailing = createRound<Known>();
  /** The stocks that a stop has followed since they were tidied up. */
  const followed = new Set<string>();
  let asleep = createHeap<Sleeper>(earliestFirst);
  /** Entries of all heaps, and those of them that are not abandoned. */
  let entries = 0;
  let live = 0;
  let number = 0;

  function insert(one: Known): void {
    const { watches, trails = [] } = one.order;
    for (const watch of watches) {
      const awaken = () => bookOf(one).levels[watch.side].push({ known: one, watch });
      if (watch.notBefore === null) awaken();
      else asleep.push({ known: one, until: watch.notBefore, awaken });
    }
    one.trailings = trails.map((trail) => follow(one, trail));
    if (trails.length > 0) trailing.add(one);
    entries += sizeOf(one);
  }

  function follow(one: Known, { side, trail, best, notBefore }: WatchedTrail): Trailing<Known> {
    const follower: Trailing<Known> = { owner: one, trail, best, group: null };
    const stock = bookOf(one).trails;
    followed.add(keyOf(one.order.market, one.order.code));
    if (notBefore === null) stock.add(side, follower);
    else asleep.push({ known: one, until: notBefore, awaken: stock.rest(side, follower) });
    return follower;
  }

  const bookOf = (one: Known) => bookIn(books, one);

  function abandon(one: Known): void {
    one.isCurrent = false;
    live -= sizeOf(one);
    trailing.delete(one);
  }

  /** Abandoned entries stay in their heaps until they are reached; too many are swept out. */
  function tidy(): void {
    if (entries - live <= Math.max(abandonedMin, live)) return;
    for (const one of trailing.all) one.order = asSeen(one);
    books.clear();
    followed.clear();
    asleep = createHeap<Sleeper>(earliestFirst);
    entries = 0;
    for (const one of known.values()) insert(one);
  }

  /** Takes the order out; null where this quote has had its effect on it already. */
  function takeOrder(one: Known, prices: WatchedPrices): WatchedOrder | null {
    if (!isNewer(prices, one.order)) return null;
    abandon(one);
    known.delete(one.order.positionId);
    return asSeen(one);
  }

  return {
    set(order) {
      const before = known.get(order.positionId);
      if (before !== undefined && before.order.revision > order.revision) return;
      if (before !== undefined) abandon(before);
      if (order.watches.length === 0 && (order.trails ?? []).length === 0) {
        known.delete(order.positionId);
      } else {
        number += 1;
        const seen = before === undefined ? order : withSeen(order, before);
        const one: Known = { order: seen, number, isCurrent: true, trailings: [] };
        known.set(order.positionId, one);
        live += sizeOf(one);
        insert(one);
      }
      tidy();
    },
    takeReached(market, code, prices) {
      const book = books.get(keyOf(market, code));
      if (book === undefined) return [];
      const reached: Entry[] = [];
      entries -= takeLevels(book, prices, reached);
      const trailed = followed.has(keyOf(market, code))
        ? takeTrailing(book, prices, takeOrder)
        : [];
      entries -= trailed.length;
      const orders: WatchedOrder[] = [];
      for (const entry of reached) {
        // Another watch of the same position may have taken it out.
        if (!entry.known.isCurrent) continue;
        const order = takeOrder(entry.known, prices);
        if (order === null) {
          book.levels[entry.watch.side].push(entry);
          entries += 1;
        } else {
          orders.push(order);
        }
      }
      return trailed.length === 0 ? orders : [...orders, ...trailed];
    },
    waitedFor(market, code) {
      const book = books.get(keyOf(market, code));
      if (book === undefined) return { atOrBelow: null, atOrAbove: null };
      for (const side of sides) entries -= take(book.levels[side], () => false, []);
      return nearestIn(book);
    },
    waitsFor: (market, code) => books.has(keyOf(market, code)),
    follows: (market, code) => followed.has(keyOf(market, code)),
    raised: (max) => trailing.find(isRaised, max).map(asSeen),
    wake(now) {
      const woken = new Set<WatchedOrder>();
      for (let first = asleep.first(); first !== undefined; first = asleep.first()) {
        const { isCurrent } = first.known;
        if (isCurrent && first.until > now) break;
        asleep.pop();
        if (isCurrent) {
          first.awaken();
          woken.add(first.known.order);
        } else {
          entries -= 1;
        }
      }
      return [...woken];
    },
    find: (positionId) => known.get(positionId)?.order ?? null,
    size: () => known.size,
  };
}

function bookIn(books: Map<string, Book>, { order: { market, code } }: Known): Book {
  const key = keyOf(market, code);
  let book = books.get(key);
  if (book === undefined) books.set(key, (book = newBook()));
  return book;
}

/** What is not taken out follows on. */
function takeTrailing(
  { trails }: Book,
  prices: WatchedPrices,
  takeOrder: (one: Known, prices: WatchedPrices) => WatchedOrder | null,
): WatchedOrder[] {
  const orders: WatchedOrder[] = [];
  for (const { side, one } of prices.last === null ? [] : trails.follow(prices.last)) {
    // Another one of the same position may have taken it out.
    if (!one.owner.isCurrent) continue;
    const order = takeOrder(one.owner, prices);
    if (order === null) trails.add(side, one);
    else orders.push(order);
  }
  return orders;
}

/** Takes out every level that the prices reach; answers how many entries are out of their heaps by it. */
function takeLevels({ levels }: Book, prices: WatchedPrices, reached: Entry[]): number {
  let taken = 0;
  for (const side of sides) {
    const at = priceOf(side, prices);
    if (at === null) continue;
    const isReached = isAtOrAbove(side)
      ? (level: Price) => level <= at
      : (level: Price) => level >= at;
    taken += take(levels[side], isReached, reached);
  }
  return taken;
}

/** Takes out of a heap what is reached, and what has been abandoned on the way; answers how many those were. */
function take(heap: Heap<Entry>, isReached: (level: Price) => boolean, into: Entry[]): number {
  let taken = 0;
  for (let first = heap.first(); first !== undefined; first = heap.first()) {
    if (first.known.isCurrent) {
      if (!isReached(first.watch.level)) return taken;
      into.push(first);
    }
    heap.pop();
    taken += 1;
  }
  return taken;
}

function nearestIn({ levels, trails }: Book): ReturnType<WorkingOrders["waitedFor"]> {
  const first = sides.flatMap((side) => levels[side].first()?.watch ?? []);
  return nearestOf([...first, ...trails.nearest()]);
}

function sizeOf({ order: { watches, trails = [] } }: Known): number {
  return watches.length + trails.length;
}

/** With the best prices that its stops have seen by now. */
function asSeen({ order, trailings }: Known): WatchedOrder {
  if (order.trails === undefined) return order;
  const trails = order.trails.map((trail, index) => {
    const one = trailings[index];
    return one === undefined ? trail : { ...trail, best: bestSeen(one) };
  });
  return { ...order, trails };
}

/** What the copy before it has seen counts, unless a split has given its prices another scale. */
function withSeen(order: WatchedOrder, before: Known): WatchedOrder {
  if (order.trails === undefined) return order;
  const seen = asSeen(before).trails ?? [];
  const trails = order.trails.map((trail) => {
    const same = seen.find(({ orderId, scale }) => {
      return orderId === trail.orderId && scale === trail.scale;
    });
    return same === undefined
      ? trail
      : { ...trail, best: bestOf(trail.side, trail.best, same.best) };
  });
  return { ...order, trails };
}

function isRaised({ order: { trails = [] }, trailings }: Known): boolean {
  return trails.some(({ kept }, index) => {
    const one = trailings[index];
    return one !== undefined && bestSeen(one) !== kept;
  });
}

/** Of another feed every quote is a newer one; what passed before the order was set is none. */
function isNewer({ feed, sequence, at }: QuoteMark, { after, since = 0 }: WatchedOrder): boolean {
  if (at !== undefined && at < since) return false;
  return after === null || after.feed !== feed || sequence > after.sequence;
}

function priceOf(side: WatchSide, { bid, ask, last }: WatchedPrices): Price | null {
  if (side === "ask_at_or_below") return ask;
  return side === "bid_at_or_above" ? bid : last;
}

function isAtOrAbove(side: WatchSide): boolean {
  return side === "bid_at_or_above" || side === "last_at_or_above";
}

function keyOf(market: MarketKey, code: string): string {
  return `${market}:${code}`;
}

const highestFirst: Before<Entry> = (one, other) =>
  one.watch.level === other.watch.level
    ? one.known.number < other.known.number
    : one.watch.level > other.watch.level;
const lowestFirst: Before<Entry> = (one, other) =>
  one.watch.level === other.watch.level
    ? one.known.number < other.known.number
    : one.watch.level < other.watch.level;
const earliestFirst: Before<Sleeper> = (one, other) => one.until < other.until;

function newBook(): Book {
  return {
    levels: {
      ask_at_or_below: createHeap(highestFirst),
      last_at_or_below: createHeap(highestFirst),
      bid_at_or_above: createHeap(lowestFirst),
      last_at_or_above: createHeap(lowestFirst),
    },
    trails: createStockTrails(),
  };
}
