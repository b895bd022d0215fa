import type { Offering } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { daysOf, firstShown, kindsOf, nextShown } from "./calendar-events.ts";

const offering = (more: Partial<Offering> = {}) =>
  ({
    ...{ id: "1", type: "jpy", code: "999A", withdrawn: null },
    // Tokyo's midnight is 15:00 UTC.
    ...{ opens_at: "2026-11-03T15:00:00.000Z", closes_at: "2026-11-10T14:59:00.000Z" },
    ...{ draws_at: "2026-11-11T03:00:00.000Z", lists_at: "2026-12-01T00:00:00.000Z" },
    ...more,
  }) as Offering;

const calendar = {
  month: "2026-11",
  events: [
    { code: "6758", kind: "earnings", date: "2026-11-10", amount: null, ratio: null },
    { code: "7203", kind: "dividend", date: "2026-11-10", amount: "45", ratio: null },
  ],
  holidays: [{ date: "2026-11-23", kind: "closed", closed_here: true }],
} as const;
const month = { ...calendar, events: [...calendar.events], holidays: [...calendar.holidays] };

describe("a month's days", () => {
  it("hold what companies, offerings and the exchange do, by the market's own dates", () => {
    const days = daysOf(month, [offering()]);
    expect([...days].map(([date, day]) => `${date} ${kindsOf(day).join("+")}`).toSorted()).toEqual([
      "2026-11-04 new_shares",
      "2026-11-10 earnings+dividend+new_shares",
      "2026-11-11 new_shares",
      "2026-11-23 holiday",
    ]);
    expect(days.get("2026-11-10")!.offerings.map(({ step }) => step)).toEqual(["closes"]);
    expect(days.get("2026-11-10")!.companies.map(({ code }) => code)).toEqual(["6758", "7203"]);
  });

  it("are those of the exchange where it is, also for a customer elsewhere", () => {
    const days = daysOf(month, [offering({ type: "usd" })]);
    // Ten in the morning in New York.
    expect([...days.keys()]).toContain("2026-11-03");
  });

  it("have nothing of an offering that was withdrawn", () => {
    const withdrawn = { at: "", reason: { jp: "", cn: "", us: "" } };
    const days = daysOf(month, [offering({ withdrawn })]);
    expect([...days.values()].every((day) => day.offerings.length === 0)).toBe(true);
  });
});

describe("the day that is shown", () => {
  const days = daysOf(month, []);

  it("is today, else the next with something, else the last one", () => {
    expect(firstShown(days, "2026-11", "2026-11-24")).toBe("2026-11-24");
    expect(firstShown(days, "2026-11", "2026-10-24")).toBe("2026-11-10");
    expect(firstShown(days, "2026-11", "2026-12-24")).toBe("2026-11-23");
    expect(firstShown(new Map(), "2026-11", "2026-12-24")).toBe("2026-11-01");
  });

  it("has a next one as long as the month has", () => {
    expect(nextShown(days, "2026-11-10")).toBe("2026-11-23");
    expect(nextShown(days, "2026-11-23")).toBeNull();
  });
});
