import { price, type Price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestOf, isBetter, stopBehind, type Trail } from "../checking/trailing.rules.ts";
import type { WatchedOrder, WatchedTrail } from "./watched.ts";
import { createWorkingOrders } from "./working-orders.ts";

const at = (value: number) => price(BigInt(value));

const trail = fc.oneof(
  fc
    .integer({ min: 1, max: 40 })
    .map((amount): Trail => ({ amount: at(amount), basisPoints: null })),
  fc.integer({ min: 1, max: 5_000 }).map((basisPoints): Trail => ({ amount: null, basisPoints })),
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant("tick"), to: fc.integer({ min: 60, max: 140 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("place"),
      side: fc.constantFrom("buy", "sell"),
      trail,
      /** Two stops of one position: what takes one out takes out both. */
      beside: fc.option(trail),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("forget"), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("copy"), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("rest"), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ act: "wake" } as const) },
);

/** One position of the model: every tick is held against every stop. */
type Plain = {
  id: number;
  side: "buy" | "sell";
  revision: number;
  trails: readonly Trail[];
  best: Price;
  rests: boolean;
};

function watched({ id, side, revision, trails }: Plain, best: Price, notBefore: number | null) {
  const order: WatchedOrder = {
    positionId: BigInt(id),
    customerId: 1n,
    market: "jpy",
    code: "7203",
    revision,
    watches: [],
    trails: trails.map((one, index): WatchedTrail => {
      return {
        orderId: BigInt(10 * id + index),
        scale: 0,
        side,
        trail: one,
        best,
        kept: best,
        notBefore,
      };
    }),
    after: null,
  };
  return order;
}

describe("stops that follow the market", () => {
  it("are reached where a look at every price and every order says, and have seen the same best price", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
        const orders = createWorkingOrders();
        let plain: Plain[] = [];
        let last = at(100);
        let ids = 0;
        for (const [index, one] of steps.entries()) {
          const meant = "which" in one ? plain[one.which % Math.max(1, plain.length)] : undefined;
          if (one.act === "place" && "side" in one) {
            const trails = one.beside === null ? [one.trail] : [one.trail, one.beside];
            const side = one.side === "buy" ? "buy" : "sell";
            const placed = {
              id: (ids += 1),
              side,
              revision: 0,
              trails,
              best: last,
              rests: false,
            } as const;
            plain.push(placed);
            orders.set(watched(placed, last, null));
          } else if (one.act === "forget" && meant !== undefined) {
            plain = plain.filter(({ id }) => id !== meant.id);
            orders.set({ ...watched(meant, last, null), revision: 1_000, trails: [] });
          } else if (one.act === "copy" && meant !== undefined) {
            // As the database has it, which knows less of the market than the watch.
            meant.revision += 1;
            meant.rests = false;
            orders.set(watched(meant, meant.side === "sell" ? at(1) : at(1_000), null));
          } else if (one.act === "rest" && meant !== undefined) {
            meant.revision += 1;
            meant.rests = true;
            orders.set(watched(meant, meant.best, 1));
          } else if (one.act === "wake") {
            for (const resting of plain) resting.rests = false;
            orders.wake(2);
          } else if (one.act === "tick" && "to" in one) {
            last = at(one.to);
            for (const each of plain) each.best = bestOf(each.side, each.best, last);
            const isReached = ({ side, trails, best, rests }: Plain) =>
              !rests && trails.some((each) => !isBetter(side, last, stopBehind(side, best, each)));
            const expected = plain.filter(isReached);
            plain = plain.filter((each) => !isReached(each));
            const quote = { feed: "test", sequence: BigInt(index), bid: null, ask: null, last };
            const reached = orders.takeReached("jpy", "7203", quote);
            const seen = (of: readonly (readonly [number, Price | undefined])[]) =>
              of.toSorted(([a], [b]) => a - b);
            expect(
              seen(reached.map((each) => [Number(each.positionId), each.trails?.[0]?.best])),
            ).toEqual(seen(expected.map(({ id, best }) => [id, best])));
          }
        }
        expect(orders.size()).toBe(plain.length);
        // What is told to be written down is what the model has seen, of all that have seen anything.
        const raised = new Map<number, Price | undefined>();
        for (let round = 0; round < 3; round += 1) {
          for (const each of orders.raised(1_000)) {
            raised.set(Number(each.positionId), each.trails?.[0]?.best);
          }
        }
        for (const { id, best } of plain) expect(raised.get(id) ?? best).toBe(best);
      }),
      { numRuns: 400 },
    );
  });

  it("cost no more for ten thousand than for one as the market rises", () => {
    const orders = createWorkingOrders();
    const one = { side: "sell", revision: 0, rests: false, best: at(100) } as const;
    for (let id = 1; id <= 10_000; id += 1) {
      const amount = { amount: at(50_000 + id), basisPoints: null };
      orders.set(watched({ ...one, id, trails: [amount] }, at(100_000 + id), null));
    }
    for (let tick = 1; tick <= 5_000; tick += 1) {
      const last = at(110_000 + tick);
      const quote = { feed: "test", sequence: BigInt(tick), bid: null, ask: null, last };
      expect(orders.takeReached("jpy", "7203", quote)).toEqual([]);
    }
    const fall = {
      feed: "test",
      sequence: 10_000n,
      bid: null,
      ask: null,
      last: at(115_000 - 50_003),
    };
    expect(orders.takeReached("jpy", "7203", fall).map(({ positionId }) => positionId)).toEqual([
      1n,
      2n,
      3n,
    ]);
  });

  it("forget what they have seen on another scale, and pass on what they have seen on theirs", () => {
    const orders = createWorkingOrders();
    const plain: Plain = {
      id: 1,
      side: "sell",
      revision: 0,
      trails: [],
      best: at(100),
      rests: false,
    };
    const before = { ...plain, trails: [{ amount: at(10), basisPoints: null }] };
    const look = (last: number, sequence: bigint) =>
      orders.takeReached("jpy", "7203", {
        feed: "test",
        sequence,
        bid: null,
        ask: null,
        last: at(last),
      });
    orders.set(watched(before, at(100), null));
    expect(look(120, 1n)).toEqual([]);
    orders.set({ ...watched(before, at(100), null), revision: 1 });
    expect(orders.raised(9).map(({ trails }) => trails?.[0]?.best)).toEqual([at(120)]);
    const split = watched(before, at(60), null);
    const trails = split.trails?.map((one) => ({ ...one, scale: 1 })) ?? [];
    orders.set({ ...split, revision: 2, trails });
    expect(look(55, 2n)).toEqual([]);
    expect(look(50, 3n)).toHaveLength(1);
  });
});
