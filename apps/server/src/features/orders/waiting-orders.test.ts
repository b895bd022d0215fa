import { price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWaitingOrders, type WaitingOrder } from "./waiting-orders.ts";

const waiting = (
  positionId: number,
  side: "buy" | "sell",
  limit: number,
  code = "7203",
): WaitingOrder => ({
  positionId: BigInt(positionId),
  customerId: 1n,
  market: "jpy",
  code,
  side,
  limit: price(BigInt(limit)),
});

const ids = (orders: readonly WaitingOrder[]) => orders.map(({ positionId }) => Number(positionId));
const at = (value: number) => price(BigInt(value));

describe("waiting orders", () => {
  it("are taken out once, best limit first, and of equals the oldest", () => {
    const orders = createWaitingOrders();
    for (const [id, limit] of [
      [3, 100],
      [1, 90],
      [2, 100],
      [4, 110],
    ] as const) {
      orders.add(waiting(id, "buy", limit));
    }
    expect(ids(orders.takeReached("jpy", "7203", at(94), at(95)))).toEqual([4, 2, 3]);
    expect(orders.takeReached("jpy", "7203", at(94), at(95))).toEqual([]);
    expect(orders.size()).toBe(1);
  });

  it("to sell are reached by the bid, to buy by the ask, each of its own stock", () => {
    const orders = createWaitingOrders();
    orders.add(waiting(1, "sell", 100));
    orders.add(waiting(2, "buy", 90));
    orders.add(waiting(3, "sell", 100, "6758"));
    expect(ids(orders.takeReached("jpy", "7203", at(99), at(101)))).toEqual([]);
    expect(ids(orders.takeReached("jpy", "7203", null, null))).toEqual([]);
    expect(ids(orders.takeReached("jpy", "7203", at(100), at(101)))).toEqual([1]);
    expect(ids(orders.takeReached("jpy", "7203", null, at(90)))).toEqual([2]);
  });

  it("are one however often they are added, and none when they were taken back", () => {
    const orders = createWaitingOrders();
    const order = waiting(1, "buy", 100);
    orders.add(order);
    orders.add(order);
    orders.remove(order);
    expect(orders.size()).toBe(0);
    expect(orders.takeReached("jpy", "7203", at(1), at(1))).toEqual([]);
  });

  it("do as a plain list would, whatever comes and goes", () => {
    const action = fc.oneof(
      fc.record({
        kind: fc.constant("add" as const),
        id: fc.integer({ min: 1, max: 40 }),
        limit: fc.integer({ min: 90, max: 110 }),
        side: fc.constantFrom("buy" as const, "sell" as const),
      }),
      fc.record({ kind: fc.constant("remove" as const), index: fc.nat(100) }),
      fc.record({
        kind: fc.constant("quote" as const),
        bid: fc.integer({ min: 88, max: 112 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const orders = createWaitingOrders();
        let list: WaitingOrder[] = [];
        for (const one of actions) {
          if (one.kind === "add") {
            const order = waiting(one.id, one.side, one.limit);
            if (list.some(({ positionId }) => positionId === order.positionId)) continue;
            list.push(order);
            orders.add(order);
          } else if (one.kind === "remove") {
            const order = list[one.index % Math.max(1, list.length)];
            if (order === undefined) continue;
            list = list.filter((other) => other !== order);
            orders.remove(order);
          } else {
            const [bid, ask] = [at(one.bid), at(one.bid + 1)];
            const reached = list.filter(({ side, limit }) =>
              side === "buy" ? limit >= ask : limit <= bid,
            );
            list = list.filter((order) => !reached.includes(order));
            const taken = orders.takeReached("jpy", "7203", bid, ask);
            expect(ids(taken).toSorted()).toEqual(ids(reached).toSorted());
          }
          expect(orders.size()).toBe(list.length);
        }
      }),
    );
  });

  it("forget those that were taken back a thousand times", () => {
    const orders = createWaitingOrders();
    orders.add(waiting(1, "buy", 100));
    for (let id = 2; id < 5_000; id += 1) {
      const order = waiting(id, "buy", 50);
      orders.add(order);
      orders.remove(order);
    }
    expect(orders.size()).toBe(1);
    expect(ids(orders.takeReached("jpy", "7203", at(1), at(1)))).toEqual([1]);
  });
});
