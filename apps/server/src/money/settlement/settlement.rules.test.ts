import { minor } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settleCash, settledFrom, type TradeFlow } from "./settlement.rules.ts";

const flow = (settlesOn: string, amount: bigint): TradeFlow => ({
  settlesOn,
  amount: minor(amount),
});
const [first, second] = ["2026-11-25", "2026-11-26"];
const settled = (available: bigint, flows: TradeFlow[], reserved = 0n) =>
  settleCash(minor(available), minor(reserved), flows);

describe("what has settled", () => {
  it.each([
    ["without a trade is all of it", 100n, [], 0n, 100n, []],
    ["is not what a sale brought", 300n, [flow(first, 200n)], 0n, 100n, [flow(first, 200n)]],
    // Bought with settled money: what is left is free.
    ["is what a purchase left", 40n, [flow(first, -60n)], 0n, 40n, []],
    // Sold for 200 and bought for 200 on one day: the two meet on the day of settlement.
    [
      "is what was there before a sale and a purchase of one day",
      100n,
      [flow(first, 0n)],
      0n,
      100n,
      [],
    ],
    // Bought yesterday with 100, sold today for 110: the money for the purchase is needed tomorrow.
    [
      "is not what an earlier purchase needs",
      110n,
      [flow(first, -100n), flow(second, 110n)],
      0n,
      0n,
      [flow(second, 110n)],
    ],
    // Sold today, and the proceeds wait in an order that would settle no earlier.
    ["is not touched by an order that later money pays", 100n, [flow(first, 100n)], 100n, 100n, []],
    ["does not come back by way of an order", 0n, [flow(first, 100n)], 0n, 0n, []],
  ] as const)("%s", (_name, available, flows, reserved, withdrawable, unsettled) => {
    expect(settled(available, [...flows], reserved)).toEqual({ withdrawable, unsettled });
  });

  it("names the day from which an amount may leave", () => {
    const cash = settled(300n, [flow(second, 50n), flow(first, 150n)]);
    expect(cash).toEqual({
      withdrawable: 100n,
      unsettled: [flow(first, 150n), flow(second, 50n)],
    });
    const from = (amount: bigint) => settledFrom(minor(amount), cash);
    expect([from(100n), from(101n), from(250n), from(251n), from(300n), from(301n)]).toEqual([
      null,
      first,
      first,
      second,
      second,
      null,
    ]);
  });

  const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
  const flows = fc
    .array(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), { maxLength: 4 })
    .map((amounts) => amounts.map((one, index) => flow(`2026-11-2${index}`, one)));

  it("and what each date adds are the available money, none of it below nothing", () => {
    fc.assert(
      fc.property(amount, amount, flows, (available, reserved, given) => {
        const { withdrawable, unsettled } = settled(available, given, reserved);
        expect(unsettled.reduce((sum, one) => sum + one.amount, withdrawable as bigint)).toBe(
          available,
        );
        expect(withdrawable).toBeGreaterThanOrEqual(0n);
        for (const one of unsettled) expect(one.amount).toBeGreaterThan(0n);
      }),
    );
  });

  it("leaves the custodian no debt on any date, whatever leaves", () => {
    fc.assert(
      fc.property(amount, amount, flows, (available, reserved, given) => {
        const { withdrawable } = settled(available, given, reserved);
        if (withdrawable === 0n) return;
        // What the custodian holds today, and on each date once the trades of the date have settled.
        let held = available + reserved - given.reduce((sum, one) => sum + one.amount, 0n);
        if (given.length === 0) held -= reserved;
        expect(held).toBeGreaterThanOrEqual(withdrawable);
        for (const [index, one] of given.entries()) {
          held += one.amount - (index === given.length - 1 ? reserved : 0n);
          expect(held).toBeGreaterThanOrEqual(withdrawable);
        }
      }),
    );
  });
});
