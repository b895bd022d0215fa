import { describe, expect, it } from "vitest";
import { minor } from "@sanshi/money";
import { positionAfter, type PositionEvent } from "./past-positions.rules.ts";

const at = Date.parse("2026-11-25T03:00:00Z");
const long = { market: "usd", side: "long", openedAt: at, roundsPrice: false } as const;

function fill(
  opens: boolean,
  quantity: bigint,
  price: bigint,
  more: Partial<Extract<PositionEvent, { kind: "fill" }>> = {},
): PositionEvent {
  const value = quantity * price;
  const money = { value, amount: value / 100n, lent: 0n, collateral: 0n };
  return { kind: "fill", at, opens, quantity, isReversal: false, ...money, ...more };
}
const split = (numerator: bigint, denominator: bigint, quantityAfter: bigint): PositionEvent => ({
  ...{ kind: "split", at: at + 1, numerator, denominator, quantityAfter },
});

describe("a position as it stood", () => {
  it("has the average price of what had been bought by then, in the shares of then", () => {
    const day1 = [fill(true, 100n, 100_100n)];
    const day2 = [...day1, fill(true, 100n, 80_100n)];
    expect(positionAfter(day1, long)).toMatchObject({ opened: 100n, openPrice: 100_100n });
    expect(positionAfter(day2, long)).toMatchObject({ opened: 200n, openPrice: 90_100n });
    const day3 = [...day2, split(4n, 1n, 800n)];
    expect(positionAfter(day3, long)).toMatchObject({ opened: 800n, openPrice: 22_525n });
  });

  it("keeps whole new shares of what was left, beside what had been sold", () => {
    const events = [fill(true, 105n, 150_100n), fill(false, 2n, 150_000n), split(1n, 100n, 1n)];
    expect(positionAfter(events, long)).toMatchObject({
      ...{ opened: 1n, closed: 0n, openPrice: 15_010_000n },
    });
  });

  it("is not changed by a split of its order that came before its first share", () => {
    const events = [split(2n, 1n, 200n), fill(true, 200n, 50_000n, { at: at + 2 })];
    expect(positionAfter(events, long)).toMatchObject({ opened: 200n, openPrice: 50_000n });
  });

  it("has the price of all purchases where a trade was corrected", () => {
    const events = [
      ...[fill(true, 100n, 100_000n), fill(true, 50n, 110_000n)],
      fill(true, -50n, 110_000n, { isReversal: true, at: at + 5 }),
      fill(true, 50n, 120_000n, { at: at + 5 }),
    ];
    expect(positionAfter(events.slice(0, 3), long)).toMatchObject({
      ...{ opened: 100n, openPrice: 100_000n },
    });
    expect(positionAfter(events, long)).toMatchObject({ opened: 150n, openPrice: 106_667n });
  });

  it("owes of a loan what is not paid back, and bears interest for it from its day on", () => {
    const bought = fill(true, 100n, 100_000n, { lent: 60_000n });
    expect(positionAfter([bought], long)).toMatchObject({
      ...{ marginLeft: minor(40_000n), borrowedLeft: minor(60_000n), interestUnits: 0n },
    });
    const sold = fill(false, 25n, 100_000n, { at: at + 10 * 86_400_000 });
    const after = positionAfter([bought, sold], long);
    expect(after).toMatchObject({ closed: 25n, borrowedLeft: 45_000n, marginLeft: 30_000n });
    expect(after.interestUnits).toBeGreaterThan(0n);
    expect(after.interestThrough).toBe("2026-12-04");
  });

  it("bears interest from the day on that its shares came for another company's, however long it is held", () => {
    const freeUntil = Date.parse("2026-12-05T05:00:00Z");
    const later = freeUntil + 3 * 86_400_000;
    const lent = { lent: 60_000n };
    const come = fill(true, 100n, 100_000n, { ...lent, at: freeUntil + 5_000, freeUntil });
    const sold = fill(false, 25n, 100_000n, { at: later });
    const since = positionAfter([come, sold], long);
    // In New York a purchase bears none on its own day: it is as if bought on the last day of the old shares.
    const openedAt = freeUntil - 1;
    const bought = fill(true, 100n, 100_000n, { ...lent, at: openedAt });
    expect(since).toEqual(positionAfter([bought, sold], { ...long, openedAt }));
    expect(since.interestUnits).toBeGreaterThan(0n);
    expect(since.interestThrough).toBe("2026-12-08");
  });

  it("bears interest up to a split for all that was lent until then", () => {
    const bought = fill(true, 100n, 100_000n, { lent: 60_000n });
    const later = at + 10 * 86_400_000;
    // A third of a share is paid out, with its part of the loan.
    const parted = { ...split(1n, 3n, 33n), at: later };
    const sold = fill(false, 1n, 100_000n, { at: later + 1 });
    const before = positionAfter([bought, parted], long);
    expect(before).toMatchObject({ borrowedLeft: 59_400n, interestThrough: "2026-12-04" });
    const whole = positionAfter([bought, { ...split(1n, 1n, 100n), at: later }], long);
    expect(before.interestUnits).toBe(whole.interestUnits);
    expect(before.interestUnits).toBeGreaterThan(0n);
    expect(positionAfter([bought, parted, sold], long).closed).toBe(1n);
  });

  it("of a short lends all that is not its margin, until it is bought back", () => {
    const sold = fill(true, 100n, 100_000n, { collateral: 150_000n });
    const short = { ...long, side: "short" } as const;
    expect(positionAfter([sold], short)).toMatchObject({
      ...{ marginLeft: 50_000n, borrowedLeft: 50_000n, collateralLeft: 150_000n },
    });
    expect(positionAfter([sold, fill(false, 100n, 90_000n)], short)).toMatchObject({
      ...{ marginLeft: 0n, borrowedLeft: 0n, collateralLeft: 0n },
    });
  });
});
