import { price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Watch, WatchSide, WatchedOrder } from "./watched.ts";
import { createWorkingOrders } from "./working-orders.ts";

const at = (value: number) => price(BigInt(value));
const watch = (side: WatchSide, level: number, notBefore: number | null = null): Watch => ({
  side,
  level: at(level),
  notBefore,
});
const order = (
  positionId: number,
  watches: readonly Watch[],
  more: Partial<WatchedOrder> = {},
): WatchedOrder => ({
  positionId: BigInt(positionId),
  customerId: 1n,
  market: "jpy",
  code: "7203",
  revision: 0,
  watches,
  after: null,
  ...more,
});
const buys = (id: number, limit: number) => order(id, [watch("ask_at_or_below", limit)]);
const sells = (id: number, limit: number) => order(id, [watch("bid_at_or_above", limit)]);

const ids = (orders: readonly WatchedOrder[]) => orders.map(({ positionId }) => Number(positionId));

type Prices = { bid?: number | null; ask?: number | null; last?: number; sequence?: number };
function take(
  orders: ReturnType<typeof createWorkingOrders>,
  { bid = null, ask = null, last = 1_000, sequence = 1 }: Prices,
  code = "7203",
): WatchedOrder[] {
  return orders.takeReached("jpy", code, {
    feed: "test",
    sequence: BigInt(sequence),
    bid: bid === null ? null : at(bid),
    ask: ask === null ? null : at(ask),
    last: at(last),
  });
}

describe("working orders", () => {
  it("are taken out once, best limit first, and of equals the one that came first", () => {
    const orders = createWorkingOrders();
    for (const [id, limit] of [
      [3, 100],
      [1, 90],
      [2, 100],
      [4, 110],
    ] as const) {
      orders.set(buys(id, limit));
    }
    expect(ids(take(orders, { bid: 94, ask: 95 }))).toEqual([4, 3, 2]);
    expect(take(orders, { bid: 94, ask: 95 })).toEqual([]);
    expect(orders.size()).toBe(1);
  });

  it("to sell are reached by the bid, to buy by the ask, stops by the last price, each of its stock", () => {
    const orders = createWorkingOrders();
    orders.set(sells(1, 100));
    orders.set(buys(2, 90));
    orders.set({ ...sells(3, 100), code: "6758" });
    orders.set(order(4, [watch("last_at_or_above", 105)]));
    orders.set(order(5, [watch("last_at_or_below", 80)]));
    expect(ids(take(orders, { bid: 99, ask: 101, last: 100 }))).toEqual([]);
    expect(ids(take(orders, { last: 100 }))).toEqual([]);
    expect(ids(take(orders, { bid: 100, ask: 101, last: 100 }))).toEqual([1]);
    expect(ids(take(orders, { ask: 90, last: 100 }))).toEqual([2]);
    expect(ids(take(orders, { last: 105 }))).toEqual([4]);
    expect(ids(take(orders, { last: 80 }))).toEqual([5]);
  });

  it("with several prices are taken once, whichever is reached, and come back with new ones", () => {
    const orders = createWorkingOrders();
    const bracket = [watch("bid_at_or_above", 110), watch("last_at_or_below", 90)];
    orders.set(order(1, bracket));
    expect(ids(take(orders, { bid: 111, last: 89 }))).toEqual([1]);
    expect(orders.size()).toBe(0);
    orders.set(order(1, [watch("bid_at_or_above", 120)], { revision: 1 }));
    expect(take(orders, { bid: 111, last: 89 })).toEqual([]);
    expect(ids(take(orders, { bid: 120, last: 119 }))).toEqual([1]);
  });

  it("are replaced by a newer copy, never by an older one, and forgotten without a price", () => {
    const orders = createWorkingOrders();
    orders.set({ ...buys(1, 100), revision: 2 });
    orders.set({ ...buys(1, 200), revision: 1 });
    expect(orders.find(1n)?.revision).toBe(2);
    expect(take(orders, { ask: 150 })).toEqual([]);
    orders.set({ ...buys(1, 120), revision: 3 });
    expect(take(orders, { ask: 121 })).toEqual([]);
    orders.set(order(1, [], { revision: 4 }));
    expect(orders.size()).toBe(0);
    expect(take(orders, { ask: 1 })).toEqual([]);
  });

  it("that were filled at a quote are not looked at before the next", () => {
    const orders = createWorkingOrders();
    orders.set({ ...buys(1, 100), after: { feed: "test", sequence: 5n } });
    expect(take(orders, { ask: 90, sequence: 5 })).toEqual([]);
    expect(take(orders, { ask: 90, sequence: 4 })).toEqual([]);
    expect(ids(take(orders, { ask: 90, sequence: 6 }))).toEqual([1]);
    orders.set({ ...buys(1, 100), after: { feed: "another", sequence: 9n } });
    expect(ids(take(orders, { ask: 90, sequence: 6 }))).toEqual([1]);
  });

  it("are not reached before their time", () => {
    const orders = createWorkingOrders();
    orders.set(order(1, [watch("last_at_or_below", 90, 500)]));
    orders.set(order(2, [watch("last_at_or_below", 90, 300)]));
    expect(take(orders, { last: 80 })).toEqual([]);
    expect(orders.wake(299)).toEqual([]);
    expect(ids(orders.wake(300))).toEqual([2]);
    expect(ids(take(orders, { last: 80 }))).toEqual([2]);
    orders.set(order(1, [], { revision: 1 }));
    expect(orders.wake(1_000)).toEqual([]);
  });

  it("do as a plain list would, whatever comes and goes", () => {
    const anyWatch = fc.record({
      side: fc.constantFrom<WatchSide>(
        "ask_at_or_below",
        "bid_at_or_above",
        "last_at_or_above",
        "last_at_or_below",
      ),
      level: fc.integer({ min: 90, max: 110 }),
      notBefore: fc.option(fc.integer({ min: 0, max: 50 })),
    });
    const action = fc.oneof(
      fc.record({
        kind: fc.constant("set" as const),
        id: fc.integer({ min: 1, max: 30 }),
        watches: fc.array(anyWatch, { maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant("wait" as const), time: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant("quote" as const), bid: fc.integer({ min: 88, max: 112 }) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const orders = createWorkingOrders();
        const list = new Map<bigint, WatchedOrder>();
        let now = 0;
        for (const [revision, one] of actions.entries()) {
          if (one.kind === "set") {
            const next = order(
              one.id,
              one.watches.map(({ side, level, notBefore }) => watch(side, level, notBefore)),
              { revision },
            );
            if (next.watches.length === 0) list.delete(next.positionId);
            else list.set(next.positionId, next);
            orders.set(next);
          } else if (one.kind === "wait") {
            now += one.time;
          } else {
            orders.wake(now);
            const { bid } = one;
            const reached = [...list.values()].filter(({ watches }) =>
              watches.some(({ side, level, notBefore }) => {
                if (notBefore !== null && notBefore > now) return false;
                if (side === "ask_at_or_below") return level >= at(bid + 2);
                if (side === "bid_at_or_above") return level <= at(bid);
                return side === "last_at_or_above" ? level <= at(bid + 1) : level >= at(bid + 1);
              }),
            );
            for (const { positionId } of reached) list.delete(positionId);
            const taken = take(orders, { bid, ask: bid + 2, last: bid + 1 });
            expect(ids(taken).toSorted()).toEqual(ids(reached).toSorted());
          }
          expect(orders.size()).toBe(list.size);
        }
      }),
    );
  });

  it("forget those that were cancelled a thousand times", () => {
    const orders = createWorkingOrders();
    orders.set(buys(1, 100));
    for (let id = 2; id < 5_000; id += 1) {
      orders.set(buys(id, 50));
      orders.set(order(id, [], { revision: 1 }));
    }
    expect(orders.size()).toBe(1);
    expect(ids(take(orders, { bid: 1, ask: 1 }))).toEqual([1]);
  });

  it.each([10, 100_000])("cost a quote one look, whether %i wait beyond it", (count) => {
    const orders = createWorkingOrders();
    let looks = 0;
    const counted = (limit: number): Watch => ({
      ...watch("ask_at_or_below", limit),
      get level() {
        looks += 1;
        return at(limit);
      },
    });
    for (let id = 1; id <= count; id += 1) orders.set(order(id, [counted(1 + (id % 900))]));
    looks = 0;
    expect(take(orders, { bid: 950, ask: 951 })).toEqual([]);
    expect(looks).toBe(1);
  });
});
