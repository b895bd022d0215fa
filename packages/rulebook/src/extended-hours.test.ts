import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionPhases } from "./sessions.ts";
import { daysAfter, instantOf } from "./local-time.ts";
import { newYorkNights } from "./data/extended-hours.ts";
import {
  extendedDayEnds,
  extendedOrderDate,
  extendedPhaseAt,
  extendedPhases,
  isTakenInExtendedHours,
  nextExtendedPhase,
} from "./extended-hours.ts";

const at = (date: string, time: string) => instantOf("usd", date, time);

describe("New York's extended hours", () => {
  it.each([
    ["a full day", "2026-11-25", "16:00", "20:00"],
    ["the day after Thanksgiving", "2026-11-27", "13:00", "17:00"],
    ["Christmas Eve", "2026-12-24", "13:00", "17:00"],
    ["the first day of summer time", "2026-03-09", "16:00", "20:00"],
  ])("on %s lie around the regular ones", (_, date, close, end) => {
    expect(extendedPhases(date, "exchange")).toMatchObject([
      { phase: "pre_market", from: at(date, "04:00"), until: at(date, "09:30") },
      { phase: "after_hours", from: at(date, close), until: at(date, end) },
    ]);
  });

  it.each(["2026-11-26", "2026-11-28", "2027-01-01"])("are none on %s, a closed day", (date) => {
    expect(extendedPhases(date, "exchange")).toEqual([]);
  });

  it("touch the regular hours of every day and never overlap them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_800 }), (days) => {
        const date = daysAfter("2024-01-01", days);
        const regular = sessionPhases("usd", date, "exchange");
        const phases = extendedPhases(date, "exchange");
        expect(phases.length).toBe(regular.length === 0 ? 0 : 2);
        expect(phases[0]?.until).toBe(regular[0]?.from);
        expect(phases[1]?.from).toBe(regular.at(-1)?.until);
      }),
    );
  });

  it.each([
    ["2026-11-25", "03:59", null, "pre_market", "2026-11-25"],
    ["2026-11-25", "04:00", "pre_market", "pre_market", "2026-11-25"],
    ["2026-11-25", "09:30", null, "after_hours", "2026-11-25"],
    ["2026-11-25", "16:00", "after_hours", "after_hours", "2026-11-25"],
    // Thanksgiving is closed, and the day after it ends early.
    ["2026-11-25", "20:00", null, "pre_market", "2026-11-27"],
    ["2026-11-27", "16:59", "after_hours", "after_hours", "2026-11-27"],
    ["2026-11-27", "17:00", null, "pre_market", "2026-11-30"],
  ] as const)("on %s at %s are %s, and %s of %s comes next", (date, time, now, next, day) => {
    const moment = at(date, time);
    expect(extendedPhaseAt(moment, "exchange")?.phase ?? null).toBe(now);
    expect(nextExtendedPhase(moment, "exchange")?.phase).toBe(next);
    expect(extendedOrderDate(moment, "exchange")).toBe(day);
  });

  it("end a day at 20:00, at 17:00 after an early close, and a day without trading as it begins", () => {
    expect(extendedDayEnds("2026-11-25", "exchange")).toBe(at("2026-11-25", "20:00"));
    expect(extendedDayEnds("2026-11-27", "exchange")).toBe(at("2026-11-27", "17:00"));
    expect(extendedDayEnds("2026-11-26", "exchange")).toBe(at("2026-11-26", "00:00"));
  });

  // Clocks change on Sunday, 2026-11-01, and on Sunday, 2027-03-14.
  it.each([
    ["2026-10-30", "2026-10-30T08:00:00Z", "2026-10-31T00:00:00Z"],
    ["2026-11-02", "2026-11-02T09:00:00Z", "2026-11-03T01:00:00Z"],
    ["2027-03-12", "2027-03-12T09:00:00Z", "2027-03-13T01:00:00Z"],
    ["2027-03-15", "2027-03-15T08:00:00Z", "2027-03-16T00:00:00Z"],
  ])("of %s are from %s until %s, by the clocks of New York", (date, from, until) => {
    const phases = extendedPhases(date, "exchange");
    expect(phases[0]?.from).toBe(Date.parse(from));
    expect(extendedDayEnds(date, "exchange")).toBe(Date.parse(until));
    expect(extendedPhaseAt(Date.parse(from) - 1, "exchange")).toBeNull();
    expect(extendedPhaseAt(Date.parse(until) - 1, "exchange")?.phase).toBe("after_hours");
    expect(extendedPhaseAt(Date.parse(until), "exchange")).toBeNull();
  });

  it("take limits alone", () => {
    const kinds = ["market", "limit", "stop", "stop_limit", "oco", "trailing_stop"] as const;
    expect(kinds.filter(isTakenInExtendedHours)).toEqual(["limit"]);
  });

  it("say that their rule's first day is not known", () => {
    const [{ reference } = { reference: null }] = extendedPhases("2026-11-25", "exchange");
    expect(reference).toMatchObject({ confirmed: true, inForceBefore: "2026-01-13" });
  });
});

it("plans nights as data alone: nothing trades by them, and nothing confirms their day", () => {
  for (const night of newYorkNights) {
    expect(night).toMatchObject({ isPlanned: true, reference: { confirmed: false } });
  }
  expect(extendedPhases("2026-12-07", "exchange").map(({ phase }) => phase)).toEqual([
    "pre_market",
    "after_hours",
  ]);
});
