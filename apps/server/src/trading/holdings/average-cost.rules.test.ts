import { minor, shares, type Currency } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  heldSinceNothing,
  movingAverage,
  purchasesFirst,
  type CostEvent,
} from "./average-cost.rules.ts";

const bought = (id: number, quantity: number, cost: number): CostEvent => ({
  kind: "bought",
  positionId: BigInt(id),
  quantity: shares(BigInt(quantity)),
  cost: minor(BigInt(cost)),
});
const sold = (id: number, quantity: number): CostEvent => ({
  kind: "sold",
  positionId: BigInt(id),
  quantity: shares(BigInt(quantity)),
});
const split = (id: number, action: number, numerator: number, denominator = 1): CostEvent => ({
  kind: "split",
  positionId: BigInt(id),
  actionId: BigInt(action),
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

/** In the currency's own unit. */
function average(events: readonly CostEvent[], currency: Currency = "JPY"): number | null {
  const found = movingAverage(events, currency).average;
  return found === null ? null : Number(found) / 10_000;
}

describe("the moving average of what is paid in full", () => {
  it("is that of a Japanese statement's own example", () => {
    // Daiwa Securities' help on special accounts: 145.75 before the sale, 146 after it, 150.50 in the end.
    const history = [bought(1, 1_000, 100_000), bought(2, 3_000, 483_000)];
    expect(average(history)).toBe(146);
    expect(average([...history, sold(1, 1_000), sold(2, 2_000)])).toBe(146);
    const again = [...history, sold(1, 1_000), sold(2, 2_000), bought(3, 1_000, 155_000)];
    expect(average(again)).toBe(151);
    // 146 × 1,000 is what the sale has left: with 145.75 the next would be 150.375.
    expect(average([...again, bought(4, 2_000, 301_000)])).toBe(151);
    expect(average([...again, bought(4, 2_000, 303_001)])).toBe(152);
  });

  it("counts fees, and rounds up to the whole yen", () => {
    // Hyper SBI's help: 121.45 → 122, and 117.633… → 118.
    expect(average([bought(1, 100, 12_145)])).toBe(122);
    expect(average([bought(1, 100, 12_145), bought(2, 200, 23_145)])).toBe(118);
  });

  it("counts what both purchases cost with their fees: 300,864 yen over 300 shares are 1,003", () => {
    // 100 at 1,000.5 with 55 and 200 at 1,003.3 with 99.
    expect(average([bought(1, 100, 100_050 + 55), bought(2, 200, 200_660 + 99)])).toBe(1_003);
  });

  it("has four decimals in dollars and yuan, rounded up", () => {
    expect(average([bought(1, 3, 1_000)], "USD")).toBe(3.3334);
    expect(average([bought(1, 3, 1_000), sold(1, 1)], "CNY")).toBe(3.3334);
    // 2 × 3.3334 and 10.00 over four.
    expect(average([bought(1, 3, 1_000), sold(1, 1), bought(2, 2, 1_000)], "CNY")).toBe(4.1667);
  });

  it("does not move with a sale, whichever opening is sold", () => {
    const history = [bought(1, 100, 100_000), bought(2, 100, 120_000)];
    expect(average([...history, sold(1, 100)])).toBe(1_100);
    expect(average([...history, sold(2, 100)])).toBe(1_100);
  });

  it("begins anew where nothing was held", () => {
    const history = [bought(1, 100, 100_000), sold(1, 100)];
    expect(average(history)).toBeNull();
    expect(average([...history, bought(2, 100, 130_000)])).toBe(1_300);
  });

  it("follows a split, which changes the shares and not what was paid", () => {
    const history = [bought(1, 100, 100_001), split(1, 7, 3)];
    expect(average(history)).toBe(334);
    expect(movingAverage(history, "JPY").left.get(1n)).toBe(300n);
    expect(average([...history, bought(2, 100, 50_000)])).toBe(376);
  });

  it("takes the fraction that a split pays out at the average of all, not of the opening that had it", () => {
    // Five and five shares at 100 and 200, one new for two: 2 and 2 are kept of 5, one is paid out at 300.
    const history = [bought(1, 5, 500), bought(2, 5, 1_000), split(1, 7, 1, 2), split(2, 7, 1, 2)];
    expect(movingAverage(history, "JPY").left).toEqual(
      new Map([
        [1n, 2n],
        [2n, 2n],
      ]),
    );
    expect(average(history)).toBe(300);
  });

  it("is unknown where more was sold than was bought", () => {
    expect(average([sold(1, 1), bought(1, 2, 100)])).toBeNull();
  });
});

describe("purchases and sales of one day", () => {
  /** Moments are counted in hours. */
  const dayOf = (at: number) => String(Math.floor(at / 24));
  const on = (at: number, event: CostEvent) => ({ ...event, at });

  it("count the purchases first, and one average for all that is sold", () => {
    const day = [
      on(1, bought(1, 100, 100_000)),
      on(25, sold(1, 50)),
      on(26, bought(2, 100, 130_000)),
    ];
    // By time 50 at 1,000 and 100 at 1,300 are 1,200; with the purchase first 230,000 over 200 are 1,150.
    expect(average(day)).toBe(1_200);
    expect(average(purchasesFirst(day, dayOf))).toBe(1_150);
    const nextDay = [day[0]!, day[1]!, on(49, bought(2, 100, 130_000))];
    expect(average(purchasesFirst(nextDay, dayOf))).toBe(1_200);
  });

  it("take one average of old and new, rounded up, for what is sold of either", () => {
    const day = [
      on(1, bought(1, 100, 100_000)),
      on(10_001, bought(2, 100, 130_001)),
      on(10_002, sold(2, 100)),
      on(10_003, sold(1, 50)),
    ];
    const sorted = purchasesFirst(day, dayOf);
    // 230,001 over 200 are 1,150.005.
    expect(average(sorted)).toBe(1_151);
    expect(movingAverage(sorted, "JPY").left).toEqual(
      new Map([
        [1n, 50n],
        [2n, 0n],
      ]),
    );
  });

  it("begin no new average where all was sold in between", () => {
    const day = [
      on(1, bought(1, 100, 100_000)),
      on(2, sold(1, 100)),
      on(3, bought(2, 100, 130_000)),
    ];
    expect(average(purchasesFirst(day, dayOf))).toBe(1_150);
  });

  it("stay on their side of a split", () => {
    const day = [on(1, bought(1, 100, 100_000)), on(2, sold(1, 50)), on(3, split(1, 7, 2))];
    expect(
      purchasesFirst([...day, on(4, bought(2, 100, 1_000))], dayOf).map(({ at }) => at),
    ).toEqual([1, 2, 3, 4]);
  });
});

/** What anybody would do with a pencil: the shares of each opening, one sum of money, in fractions. */
function plainly(events: readonly CostEvent[], isYen: boolean) {
  const held = new Map<bigint, bigint>();
  const all = () => [...held.values()].reduce((sum, one) => sum + one, 0n);
  // Yen, or ten-thousandths of a dollar.
  const unit = isYen ? 1n : 100n;
  let paid = 0n;
  const up = (money: bigint, over: bigint) => (money + over - 1n) / over;
  for (let index = 0; index < events.length;) {
    const event = events[index];
    if (event === undefined) break;
    const own = held.get(event.positionId) ?? 0n;
    if (event.kind === "bought") {
      paid += event.cost * unit;
      held.set(event.positionId, own + event.quantity);
      index += 1;
    } else if (event.kind === "sold") {
      const each = up(paid, all());
      held.set(event.positionId, own - event.quantity);
      paid = each * all();
      index += 1;
    } else {
      const { actionId, numerator, denominator } = event;
      const exact = all() * numerator;
      for (
        let next = events[index];
        next?.kind === "split" && next.actionId === actionId;
        next = events[++index]
      ) {
        const before = held.get(next.positionId) ?? 0n;
        held.set(next.positionId, (before * numerator) / denominator);
      }
      if (all() * denominator !== exact) paid = up(paid * denominator, exact) * all();
    }
  }
  const quantity = all();
  return { held, average: quantity === 0n ? null : up(paid, quantity) * (isYen ? 10_000n : 1n) };
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant("buy" as const),
    quantity: fc.integer({ min: 1, max: 500 }),
    cost: fc.integer({ min: 1, max: 5_000_000 }),
    again: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("sell" as const), which: fc.nat(50), share: fc.nat(100) }),
  fc.record({
    kind: fc.constant("split" as const),
    ratio: fc.constantFrom([2, 1], [3, 1], [3, 2], [1, 2], [1, 5]),
  }),
);

/** Only what can happen: nobody sells what is not there, and a split is all of what is held. */
function historyOf(steps: readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[]) {
  const events: CostEvent[] = [];
  const held = new Map<number, number>();
  let next = 1;
  for (const [index, one] of steps.entries()) {
    const ids = [...held.keys()].filter((id) => (held.get(id) ?? 0) > 0);
    if (one.kind === "buy") {
      // A part of an order that is filled later belongs to the same opening.
      const id = one.again && ids.length > 0 ? (ids.at(-1) ?? next) : next++;
      events.push(bought(id, one.quantity, one.cost));
      held.set(id, (held.get(id) ?? 0) + one.quantity);
    } else if (one.kind === "sell") {
      const id = ids[one.which % Math.max(1, ids.length)];
      if (id === undefined) continue;
      const own = held.get(id) ?? 0;
      const quantity = Math.max(1, Math.floor((own * one.share) / 100));
      events.push(sold(id, quantity));
      held.set(id, own - quantity);
    } else {
      const [numerator = 1, denominator = 1] = one.ratio;
      for (const id of ids) {
        events.push(split(id, index, numerator, denominator));
        held.set(id, Math.floor(((held.get(id) ?? 0) * numerator) / denominator));
      }
    }
  }
  return events;
}

describe("over random histories", () => {
  it("is what a pencil gives, and a sale never moves it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, isYen) => {
        const events = historyOf(steps);
        const currency = isYen ? "JPY" : "USD";
        const found = movingAverage(events, currency);
        const expected = plainly(events, isYen);
        expect(found.average).toBe(expected.average);
        for (const [id, quantity] of expected.held) expect(found.left.get(id)).toBe(quantity);
        const last = events.at(-1);
        if (last?.kind !== "sold" || found.average === null) return;
        expect(found.average).toBe(movingAverage(events.slice(0, -1), currency).average);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the openings since there was last nothing", () => {
  const ended = (id: number, openedAt: number, endedAt: number) => ({
    id: BigInt(id),
    openedAt,
    endedAt,
  });

  const same = (at: number) => at;

  it("reach back to the beginning of the day of the oldest purchase", () => {
    const all = [ended(2, 50, 190), ended(1, 0, 100)];
    expect(heldSinceNothing(all, 230, same).ids).toEqual([]);
    expect(heldSinceNothing(all, 230, (at) => at - (at % 100)).ids).toEqual([]);
    expect(heldSinceNothing(all, 195, (at) => at - (at % 100)).ids).toEqual([2n, 1n]);
  });

  it("reach back over every one that was held together with the next", () => {
    const all = [ended(4, 300, 600), ended(3, 200, 400), ended(2, 50, 190), ended(1, 0, 100)];
    expect(heldSinceNothing(all, 500, same)).toEqual({ ids: [4n, 3n], isWhole: true });
    expect(heldSinceNothing(all, 620, same)).toEqual({ ids: [], isWhole: true });
    // Sold and bought in one moment: there was never nothing.
    expect(heldSinceNothing(all, 600, same).ids).toEqual([4n, 3n]);
    // What is older may belong to them too.
    expect(heldSinceNothing(all.slice(0, 2), 500, same)).toEqual({ ids: [4n, 3n], isWhole: false });
  });
});
