import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  choose,
  daysIn,
  localDay,
  rangeOf,
  startOf,
  weeksOf,
} from "./calendar-days.ts";

describe("a month", () => {
  it("is drawn in whole weeks from Sunday or from Monday", () => {
    const fromSunday = weeksOf("2026-11-15", 0);
    expect(fromSunday[0]?.[0]).toBe("2026-11-01");
    expect(fromSunday).toHaveLength(5);
    const fromMonday = weeksOf("2026-11-01", 1);
    expect(fromMonday[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(fromMonday.at(-1)?.[0]).toBe("2026-11-30");
  });

  it("has all its days, also in a leap year", () => {
    const days = (month: string) =>
      weeksOf(month, 0)
        .flat()
        .filter((day) => day !== null);
    expect(days("2028-02-01")).toHaveLength(29);
    expect(days("2027-02-01")).toHaveLength(28);
    expect(days("2026-12-01").at(-1)).toBe("2026-12-31");
  });

  it("is followed by the next, over the year's end too", () => {
    expect(addMonths("2026-12-01", 1)).toBe("2027-01-01");
    expect(addMonths("2026-01-01", -1)).toBe("2025-12-01");
  });
});

describe("days", () => {
  it.each([
    ["2026-11-21", 1, "2026-11-22"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2028-03-01", -1, "2028-02-29"],
    ["2026-11-21", -183, "2026-05-22"],
  ])("%s and %i days is %s", (day, count, sum) => expect(addDays(day, count)).toBe(sum));

  it("count both ends", () => {
    expect(daysIn({ first: "2026-11-21", last: "2026-11-21" })).toBe(1);
    expect(daysIn({ first: "2026-05-22", last: "2026-11-21" })).toBe(184);
  });

  it("begin where the reader is", () => {
    const start = startOf("2026-11-21");
    expect(localDay(Date.parse(start))).toBe("2026-11-21");
    expect(localDay(Date.parse(start) - 1)).toBe("2026-11-20");
  });
});

describe("choosing a range", () => {
  const nothing = { first: null, last: null };

  it("takes the first day, then the last, in whichever order", () => {
    const begun = choose(nothing, "2026-11-10");
    expect(rangeOf(begun)).toBeNull();
    expect(choose(begun, "2026-11-12")).toEqual({ first: "2026-11-10", last: "2026-11-12" });
    expect(choose(begun, "2026-11-02")).toEqual({ first: "2026-11-02", last: "2026-11-10" });
    expect(choose(begun, "2026-11-10")).toEqual({ first: "2026-11-10", last: "2026-11-10" });
  });

  it("begins anew with the third touch", () => {
    const whole = { first: "2026-11-02", last: "2026-11-10" };
    expect(choose(whole, "2026-11-05")).toEqual({ first: "2026-11-05", last: null });
  });
});
