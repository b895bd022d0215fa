import { describe, expect, it } from "vitest";
import { barTimeOf, groupFills, type FillMark } from "./fill-marks.ts";

const fill = (at: number, changed: Partial<FillMark> = {}): FillMark => ({
  at,
  side: "buy",
  price: 100,
  quantity: 100,
  ...changed,
});

describe("own fills on a chart", () => {
  it("stand together where they share a side and a place, at their average price", () => {
    const groups = groupFills(
      [fill(1), fill(2, { price: 130, quantity: 200 }), fill(3, { side: "sell" })],
      () => 0,
    );
    expect(groups.get(0)).toEqual([
      { at: 2, side: "buy", price: 120, quantity: 300, count: 2 },
      { at: 3, side: "sell", price: 100, quantity: 100, count: 1 },
    ]);
  });

  it("stay apart at different places, and a fill without one is left out", () => {
    const groups = groupFills([fill(1), fill(11), fill(-1)], ({ at }) =>
      at < 0 ? null : Math.floor(at / 10),
    );
    expect([...groups.keys()]).toEqual([0, 1]);
  });

  it("are not changed by being grouped", () => {
    const fills = [fill(1), fill(2, { price: 130 })];
    groupFills(fills, () => 0);
    expect(fills[0]).toEqual(fill(1));
  });
});

describe("the bar of a moment", () => {
  it.each([
    [5, null],
    [10, 10],
    [19, 10],
    [20, 20],
    [99, 30],
  ])("%d: %s", (at, time) => {
    expect(barTimeOf([10, 20, 30], at)).toBe(time);
  });

  it("is none without bars", () => {
    expect(barTimeOf([], 5)).toBeNull();
  });
});
