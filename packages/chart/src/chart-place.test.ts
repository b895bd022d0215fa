import { describe, expect, it } from "vitest";
import { momentOf, placeOf } from "./chart-place.ts";

const dayMs = 86_400_000;
/** Five days a week, like an exchange's. */
const days = Array.from({ length: 60 }, (_, index) => {
  const week = Math.floor(index / 5);
  return (week * 7 + (index % 5)) * dayMs;
});

describe("a moment's place among bars", () => {
  it("is the bar that has begun last, also in the night after it", () => {
    expect(placeOf(days, days[7]!)).toBe(7);
    expect(placeOf(days, days[7]! + dayMs / 2)).toBe(7);
    expect(placeOf(days, days[9]! + 2 * dayMs)).toBe(9);
    expect(placeOf(days, days.at(-1)! + dayMs)).toBe(59);
  });

  it("goes on before the first bar and after the last one, there and back", () => {
    for (const place of [-40, -7, -1, 0, 31, 59, 60, 61, 75]) {
      expect(placeOf(days, momentOf(days, place))).toBe(place);
    }
  });

  it("stands where it stood when older bars come before it", () => {
    const whole = Array.from({ length: 400 }, (_, index) => index * dayMs);
    const loaded = whole.slice(300);
    const wanted = whole[120]!;
    expect(placeOf(loaded, wanted) - placeOf(loaded, loaded[0]!)).toBe(120 - 300);
    expect(placeOf(whole, wanted)).toBe(120);
  });

  it("is 0 without bars, and keeps to a single one", () => {
    expect(placeOf([], 5)).toBe(0);
    expect(placeOf([dayMs], dayMs)).toBe(0);
    expect(placeOf([dayMs], 0)).toBe(-1);
  });
});
