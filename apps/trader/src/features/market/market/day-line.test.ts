import { describe, expect, it } from "vitest";
import { dayLine } from "./day-line.ts";

describe("a day's line", () => {
  it("reaches as far to the right as the day has got, and ends on the newest change", () => {
    // Two of four stretches are over: the newest change stands at the end of the third.
    expect(dayLine([0, 100], 50, 4, 40, 12)).toEqual({ line: "M0 11L10 11L20 1L30 6", baseY: 11 });
  });

  it("ends at the edge once the day is over", () => {
    const { line } = dayLine([0, 100, 100, 200], 200, 4, 40, 12);
    expect(line.split("L").slice(-2)).toEqual(["40 1", "40 1"]);
  });

  it("has the line of no change inside, also where all is below it", () => {
    expect(dayLine([-100, -200], -200, 4, 40, 12)).toEqual({
      line: "M0 1L10 6L20 11L30 11",
      baseY: 1,
    });
  });

  it("leads from the previous close to now before the first stretch is over", () => {
    expect(dayLine([], 50, 4, 40, 12).line).toBe("M0 11L10 1");
  });

  it("is none without a change to end on", () => {
    expect(dayLine([10], Number.NaN, 4, 40, 12).line).toBe("");
  });
});
