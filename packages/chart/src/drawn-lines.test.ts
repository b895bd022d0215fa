import { describe, expect, it } from "vitest";
import { labelled, pulled, rayEnd, retracedPrice, type DrawnLine } from "./drawn-lines.ts";

const trend: DrawnLine = {
  id: "1",
  kind: "trend",
  from: { at: 10, price: 100 },
  to: { at: 20, price: 120 },
};
const shift = (at: number, from: number, to: number) => at + to - from;

describe("a drawn line", () => {
  it("goes on to the right edge in its own slope, whichever end was drawn first", () => {
    const [low, high] = [
      { x: 0, y: 100 },
      { x: 50, y: 75 },
    ];
    expect(rayEnd(low, high, 100)).toEqual({ x: 100, y: 50 });
    expect(rayEnd(high, low, 100)).toEqual({ x: 100, y: 50 });
    expect(rayEnd(low, { x: 0, y: 30 }, 100)).toEqual({ x: 0, y: 30 });
    expect(rayEnd(low, { x: 120, y: 30 }, 100)).toEqual({ x: 120, y: 30 });
  });

  it("retraces from its end to its start", () => {
    expect(retracedPrice(trend, 0)).toBe(120);
    expect(retracedPrice(trend, 1)).toBe(100);
    expect(retracedPrice(trend, 0.618)).toBeCloseTo(107.64);
  });

  it("is pulled by an end, or as a whole", () => {
    const [start, now] = [
      { at: 15, price: 110 },
      { at: 18, price: 105 },
    ];
    expect(pulled(trend, "from", start, now, shift)).toMatchObject({ from: now, to: trend.to });
    expect(pulled(trend, "to", start, now, shift)).toMatchObject({ from: trend.from, to: now });
    expect(pulled(trend, "whole", start, now, shift)).toMatchObject({
      from: { at: 13, price: 95 },
      to: { at: 23, price: 115 },
    });
  });

  it("stays one point as a level, and above nothing", () => {
    const level: DrawnLine = { ...trend, kind: "level", to: trend.from };
    const low = { at: 30, price: -5 };
    const moved = pulled(level, "whole", level.from, low, shift);
    expect(moved.from).toEqual({ at: 30, price: 0.0001 });
    expect(moved.to).toEqual(moved.from);
  });

  it("labels both ends, and between them what has room", () => {
    expect(labelled([0, 5, 20, 26, 40])).toEqual([true, false, true, false, true]);
    expect(labelled([0, 5])).toEqual([true, false]);
    expect(labelled([])).toEqual([]);
  });
});
