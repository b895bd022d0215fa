import { describe, expect, it } from "vitest";
import { endOfNextDay, serviceHours, type OpeningHours } from "./service-hours.rules.ts";

const at = (time: string) => Date.parse(`${time}+09:00`);
const office: OpeningHours = { from: "09:00", to: "15:30", days: "business" };

describe("hours of nine to half past three on business days", () => {
  it.each([
    ["before they begin", "2026-11-20T08:59:59", false, "2026-11-20T09:00:00"],
    ["at their first moment", "2026-11-20T09:00:00", true, null],
    ["at their last", "2026-11-20T15:29:59", true, null],
    ["at their end", "2026-11-20T15:30:00", false, "2026-11-24T09:00:00"],
    [
      "on a Saturday before a holiday on Monday",
      "2026-11-21T12:00:00",
      false,
      "2026-11-24T09:00:00",
    ],
    ["on Labour Thanksgiving Day", "2026-11-23T12:00:00", false, "2026-11-24T09:00:00"],
    ["on New Year's Eve", "2026-12-31T12:00:00", false, "2027-01-04T09:00:00"],
  ])("%s", (_when, now, open, opensAt) => {
    const hours = serviceHours(office, at(now));
    expect(hours.open).toBe(open);
    expect(hours.opensAt).toBe(opensAt === null ? null : at(opensAt));
    expect(hours.closesAt).toBe(open ? at(`${now.slice(0, 10)}T15:30:00`) : null);
  });
});

describe("other days", () => {
  const holiday = at("2026-11-23T12:00:00");
  const saturday = at("2026-11-21T12:00:00");
  it("are Mondays to Fridays, holidays included, or all", () => {
    const open = (days: OpeningHours["days"], now: number) =>
      serviceHours({ from: "00:00", to: "24:00", days }, now).open;
    expect([open("weekdays", holiday), open("weekdays", saturday)]).toEqual([true, false]);
    expect([open("every", holiday), open("every", saturday)]).toEqual([true, true]);
    expect([open("business", holiday), open("business", saturday)]).toEqual([false, false]);
  });
});

describe("the latest arrival", () => {
  it("is midnight in Tokyo at the end of the next day", () => {
    expect(endOfNextDay(at("2026-11-20T09:00:00"))).toBe(at("2026-11-22T00:00:00"));
    expect(endOfNextDay(at("2026-11-20T23:59:59"))).toBe(at("2026-11-22T00:00:00"));
  });
});
