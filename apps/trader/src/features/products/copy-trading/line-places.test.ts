import { describe, expect, it } from "vitest";
import { linePlaces } from "./line-places.ts";

const box = { width: 300, height: 116 };

describe("the lines of a strategy", () => {
  it("place days by the calendar: a gap of a week is seven days wide", () => {
    const line = [
      { day: "2026-03-02", value: 100 },
      { day: "2026-03-03", value: 110 },
      { day: "2026-03-12", value: 90 },
    ];
    const { path, marks, low, high } = linePlaces([line], box);
    expect(path(line)).toBe("M0 58L30 8L300 108");
    expect({ low, high }).toEqual({ low: 90, high: 110 });
    expect(marks).toEqual(["2026-03-02", "2026-03-07", "2026-03-12"]);
  });

  it("have one scale for a strategy and its index, and none is outside the box", () => {
    const own = [
      { day: "2026-03-02", value: 100 },
      { day: "2026-03-03", value: 80 },
    ];
    const index = [
      { day: "2026-03-02", value: 100 },
      { day: "2026-03-03", value: 130 },
    ];
    const { y, marks } = linePlaces([own, index], box);
    expect([y(80), y(130)]).toEqual([108, 8]);
    expect(marks).toEqual(["2026-03-02", "2026-03-03"]);
  });

  it("that never move lie in the middle", () => {
    const flat = [
      { day: "2026-03-02", value: 100 },
      { day: "2026-03-03", value: 100 },
    ];
    expect(linePlaces([flat], box).path(flat)).toBe("M0 58L300 58");
  });
});
