import type { MarketKey, Price } from "@sanshi/money";

/** An order that waits for its limit. It is only a copy of the database, which decides. */
export type WaitingOrder = {
  positionId: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  limit: Price;
};

/**
 * The waiting orders of every instrument, best limit first, so that a quote costs the same whether
 * ten wait or a million: only those that it reaches are looked at.
 */
export type WaitingOrders = {
  add(order: WaitingOrder): void;
  remove(order: Pick<WaitingOrder, "positionId" | "side" | "limit">): void;
  /** Takes out what the stock's orders of these positions were before; the new ones are added next. */
  replace(market: MarketKey, code: string, orders: readonly WaitingOrder[]): void;
  /** Takes out, best limit and then oldest first, what the two prices reach; null reaches nothing. */
  takeReached(
    market: MarketKey,
    code: string,
    bid: Price | null,
    ask: Price | null,
  ): WaitingOrder[];
  size(): number;
};

/** Fewer removed orders than this are not worth making the heaps anew. */
const removedMin = 1_000;

export function createWaitingOrders(): WaitingOrders {
  const books = new Map<string, { buys: Heap; sells: Heap }>();
  // One entry per position and side: adding one that waits already changes nothing.
  const known = new Map<string, WaitingOrder>();
  let removed = 0;

  function insert(order: WaitingOrder): void {
    const bookKey = `${order.market}:${order.code}`;
    let book = books.get(bookKey);
    if (book === undefined) {
      book = { buys: createHeap(highestFirst), sells: createHeap(lowestFirst) };
      books.set(bookKey, book);
    }
    (order.side === "buy" ? book.buys : book.sells).push(order);
  }

  function remove(order: Pick<WaitingOrder, "positionId" | "side" | "limit">): void {
    if (!known.delete(identity(order))) return;
    removed += 1;
    if (removed <= removedMin || removed <= known.size) return;
    removed = 0;
    books.clear();
    for (const waiting of known.values()) insert(waiting);
  }

  return {
    add(order) {
      const key = identity(order);
      if (known.has(key)) return;
      known.set(key, order);
      insert(order);
    },
    remove,
    replace(market, code, orders) {
      const current = new Map(orders.map((order) => [`${order.positionId}:${order.side}`, order]));
      for (const before of known.values()) {
        if (before.market !== market || before.code !== code) continue;
        const order = current.get(`${before.positionId}:${before.side}`);
        if (order !== undefined && order.limit !== before.limit) remove(before);
      }
    },
    takeReached(market, code, bid, ask) {
      const book = books.get(`${market}:${code}`);
      if (book === undefined) return [];
      const reached: WaitingOrder[] = [];
      if (ask !== null) book.buys.popWhile((order) => order.limit >= ask, reached);
      if (bid !== null) book.sells.popWhile((order) => order.limit <= bid, reached);
      // One that was removed is still in its heap until it is reached or the heaps are made anew.
      return reached.filter((order) => known.delete(identity(order)));
    },
    size: () => known.size,
  };
}

function identity({
  positionId,
  side,
  limit,
}: Pick<WaitingOrder, "positionId" | "side" | "limit">): string {
  return `${positionId}:${side}:${limit}`;
}

type Before = (one: WaitingOrder, other: WaitingOrder) => boolean;

const highestFirst: Before = (one, other) =>
  one.limit === other.limit ? one.positionId < other.positionId : one.limit > other.limit;
const lowestFirst: Before = (one, other) =>
  one.limit === other.limit ? one.positionId < other.positionId : one.limit < other.limit;

type Heap = {
  push(order: WaitingOrder): void;
  popWhile(reached: (order: WaitingOrder) => boolean, into: WaitingOrder[]): void;
};

function createHeap(before: Before): Heap {
  const items: WaitingOrder[] = [];

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
    push(order) {
      items.push(order);
      for (let index = items.length - 1; index > 0;) {
        const parent = (index - 1) >> 1;
        if (!swapIfBefore(index, parent)) return;
        index = parent;
      }
    },
    popWhile(reached, into) {
      for (;;) {
        const first = items[0];
        if (first === undefined || !reached(first)) return;
        into.push(first);
        const last = items.pop();
        if (last === undefined || items.length === 0) continue;
        items[0] = last;
        sink();
      }
    },
  };
}
