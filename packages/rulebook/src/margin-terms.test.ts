import { describe, expect, it } from "vitest";
import { isTradingDay } from "./calendars.ts";
import { dateOfDay, dayOf } from "./local-time.ts";
import { marginTerm, monthsAfter } from "./margin-terms.ts";

describe("standardised margin trading in Tokyo", () => {
  it.each([
    ["2026-01-21", "2026-07-21", "2026-07-17"],
    // No 31 November; a weekend, a holiday: the trading day before.
    ["2026-05-29", "2026-11-27", "2026-11-26"],
    ["2026-03-31", "2026-09-30", "2026-09-29"],
    ["2026-08-31", "2027-02-26", "2027-02-25"],
    ["2025-11-03", "2026-05-01", "2026-04-30"],
    ["2026-05-22", "2026-11-20", "2026-11-19"],
  ])("of a trade on %s ends on %s, and is closed by %s at the latest", (opened, dueOn, lastDay) => {
    expect(marginTerm("jpy", opened)).toMatchObject({ dueOn, lastDay });
  });

  it("ends on a trading day, six months on at the latest and a long holiday earlier at most", () => {
    const [first, last] = [dayOf("2023-01-01"), dayOf("2027-06-30")];
    for (let day = first; day <= last; day += 1) {
      const date = dateOfDay(day);
      const term = marginTerm("jpy", date);
      if (term === null) throw new Error("a position without an end");
      expect(isTradingDay("jpy", term.dueOn) && isTradingDay("jpy", term.lastDay)).toBe(true);
      expect(term.lastDay < term.dueOn && term.dueOn <= monthsAfter(date, 6)).toBe(true);
      // The longest: over New Year and a weekend, from 30 December to 5 January.
      expect(dayOf(monthsAfter(date, 6)) - dayOf(term.dueOn)).toBeLessThanOrEqual(6);
    }
  });

  it("has no like in New York and on the mainland", () => {
    expect(marginTerm("usd", "2026-05-21")).toBeNull();
    expect(marginTerm("cny", "2026-05-21")).toBeNull();
  });
});
