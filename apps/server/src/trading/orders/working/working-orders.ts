import type { MarketKey, Price } from "@sanshi/money";

/** What a price has to do to set something off. */
export type WatchSide =
  | "ask_at_or_below"
  | "bid_at_or_above"
  | "last_at_or_above"
  | "last_at_or_below";

/** A price that sets something off: a limit, a stop, an exit. */
export type Watch = {
  side: WatchSide;
  level: Price;
  /** Not before this moment, on the app's clock: a lock on selling has to run out first. */
  notBefore: number | null;
};

/** A position on which something waits. It is only a copy of the database, which decides. */
export type WatchedOrder = {
  positionId: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  /** The position's; an older copy never takes the place of a newer one. */
  revision: number;
  watches: readonly Watch[];
  /** Since when it waits as it is, on the app's clock; what waits from now on leaves it out. */
  since?: number;
  /** Auctions after this moment are still to be looked at for it; left out where there are none. */
  auctionsAfter?: number;
  /** The quote that has had its effect already; only a newer one is looked at. */
  after: QuoteMark | null;
};

export type QuoteMark = { feed: string; sequence: bigint };

/** What watches are held against; null reaches nothing. */
export type WatchedPrices = QuoteMark & {
  bid: Price | null;
  ask: Price | null;
  last: Price | null;
};

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
  /** Lets watches whose time has come be reached, and answers the orders that have such. */
  wake(now: number): WatchedOrder[];
  /** Of the copy that waits; null where none does. */
  revisionOf(positionId: bigint): number | null;
  size(): number;
};

/** Fewer abandoned entries than this are not worth making the heaps anew. */
const abandonedMin = 1_000;

/** A copy of a position; it is not current any more once the position has another one, or none. */
type Known = { order: WatchedOrder; number: number; isCurrent: boolean };
/** One watch in its heap; it is abandoned with its copy. */
type Entry = { known: Known; watch: Watch };
type Book = Record<WatchSide, Heap<Entry>>;

const sides: readonly WatchSide[] = [
  "last_at_or_below",
  "last_at_or_above",
  "bid_at_or_above",
  "ask_at_or_below",
];

export function createWorkingOrders(): WorkingOrders {
  const books = new Map<string, Book>();
  const known = new Map<bigint, Known>();
  let asleep = createHeap<Entry>(earliestFirst);
  /** Entries of all heaps, and those of them that are not abandoned. */
  let entries = 0;
  let live = 0;
  let number = 0;

  function insert(one: Known): void {
    for (const watch of one.order.watches) {
      if (watch.notBefore === null) awaken({ known: one, watch });
      else asleep.push({ known: one, watch });
      entries += 1;
    }
  }

  function awaken(entry: Entry): void {
    const { market, code } = entry.known.order;
    const key = keyOf(market, code);
    let book = books.get(key);
    if (book === undefined) books.set(key, (book = newBook()));
    book[entry.watch.side].push(entry);
  }

  function abandon(one: Known): void {
    one.isCurrent = false;
    live -= one.order.watches.length;
  }

  /** Abandoned entries stay in their heaps until they are reached; too many are swept out. */
  function tidy(): void {
    if (entries - live <= Math.max(abandonedMin, live)) return;
    books.clear();
    asleep = createHeap<Entry>(earliestFirst);
    entries = 0;
    for (const one of known.values()) insert(one);
  }

  function take(heap: Heap<Entry>, isReached: (level: Price) => boolean, into: Entry[]): void {
    for (let first = heap.first(); first !== undefined; first = heap.first()) {
      if (first.known.isCurrent) {
        if (!isReached(first.watch.level)) return;
        into.push(first);
      }
      heap.pop();
      entries -= 1;
    }
  }

  return {
    set(order) {
      const before = known.get(order.positionId);
      if (before !== undefined && before.order.revision > order.revision) return;
      if (before !== undefined) abandon(before);
      if (order.watches.length === 0) {
        known.delete(order.positionId);
      } else {
        number += 1;
        const one = { order, number, isCurrent: true };
        known.set(order.positionId, one);
        live += order.watches.length;
        insert(one);
      }
      tidy();
    },
    takeReached(market, code, prices) {
      const book = books.get(keyOf(market, code));
      if (book === undefined) return [];
      const reached: Entry[] = [];
      for (const side of sides) {
        const at = priceOf(side, prices);
        if (at === null) continue;
        const isReached = isAtOrAbove(side)
          ? (level: Price) => level <= at
          : (level: Price) => level >= at;
        take(book[side], isReached, reached);
      }
      const orders: WatchedOrder[] = [];
      for (const entry of reached) {
        // Another watch of the same position may have taken it out.
        if (!entry.known.isCurrent) continue;
        const { order } = entry.known;
        if (isNewer(prices, order.after)) {
          abandon(entry.known);
          known.delete(order.positionId);
          orders.push(order);
        } else {
          book[entry.watch.side].push(entry);
          entries += 1;
        }
      }
      return orders;
    },
    waitsFor: (market, code) => books.has(keyOf(market, code)),
    wake(now) {
      const woken = new Set<WatchedOrder>();
      for (let first = asleep.first(); first !== undefined; first = asleep.first()) {
        const { isCurrent } = first.known;
        if (isCurrent && (first.watch.notBefore ?? 0) > now) break;
        asleep.pop();
        if (isCurrent) {
          awaken(first);
          woken.add(first.known.order);
        } else {
          entries -= 1;
        }
      }
      return [...woken];
    },
    revisionOf: (positionId) => known.get(positionId)?.order.revision ?? null,
    size: () => known.size,
  };
}

/** Of another feed every quote is a newer one. */
function isNewer({ feed, sequence }: QuoteMark, after: QuoteMark | null): boolean {
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

type Before<Item> = (one: Item, other: Item) => boolean;

const highestFirst: Before<Entry> = (one, other) =>
  one.watch.level === other.watch.level
    ? one.known.number < other.known.number
    : one.watch.level > other.watch.level;
const lowestFirst: Before<Entry> = (one, other) =>
  one.watch.level === other.watch.level
    ? one.known.number < other.known.number
    : one.watch.level < other.watch.level;
const earliestFirst: Before<Entry> = (one, other) =>
  (one.watch.notBefore ?? 0) < (other.watch.notBefore ?? 0);

function newBook(): Book {
  return {
    ask_at_or_below: createHeap(highestFirst),
    last_at_or_below: createHeap(highestFirst),
    bid_at_or_above: createHeap(lowestFirst),
    last_at_or_above: createHeap(lowestFirst),
  };
}

type Heap<Item> = { push(item: Item): void; first(): Item | undefined; pop(): void };

function createHeap<Item>(before: Before<Item>): Heap<Item> {
  const items: Item[] = [];

  function swapIfBefore(child: number, parent: number): boolean {
    const one = items[child];
    const other = items[parent];
    if (one === undefined || other === undefined || !before(one, other)) return false;
    items[child] = other;
    items[parent] = one;
    return true;
  }

  function sink(): void {
    for (let index = 0; ;) {
      const left = 2 * index + 1;
      const [one, other] = [items[left], items[left + 1]];
      const best = one !== undefined && other !== undefined && before(other, one) ? left + 1 : left;
      if (!swapIfBefore(best, index)) return;
      index = best;
    }
  }

  return {
    push(item) {
      items.push(item);
      for (let index = items.length - 1; index > 0;) {
        const parent = (index - 1) >> 1;
        if (!swapIfBefore(index, parent)) return;
        index = parent;
      }
    },
    first: () => items[0],
    pop() {
      const last = items.pop();
      if (last === undefined || items.length === 0) return;
      items[0] = last;
      sink();
    },
  };
}
