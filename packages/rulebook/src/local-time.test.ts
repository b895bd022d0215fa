import { marketKeys } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, localDate, localMinuteOfDay, marketTimeZone } from "./index.ts";
import { dateOfDay, dayOf } from "./local-time.ts";

const utc = (text: string) => Date.parse(text);
const anyMoment = fc.integer({
  min: utc("1995-01-01T00:00:00Z"),
  max: utc("2040-12-31T00:00:00Z"),
});
const anyMarket = fc.constantFrom(...marketKeys);

describe("local time", () => {
  it.each([
    ["jpy", "2026-11-20T15:00:00Z", "2026-11-21", 0],
    ["jpy", "2026-11-20T14:59:59Z", "2026-11-20", 1_439],
    ["cny", "2026-11-20T16:00:00Z", "2026-11-21", 0],
    ["usd", "2026-11-20T04:59:59Z", "2026-11-19", 1_439],
    ["usd", "2026-11-20T05:00:00Z", "2026-11-20", 0],
    ["usd", "2026-07-20T04:00:00Z", "2026-07-20", 0],
    ["usd", "2026-01-01T04:59:59Z", "2025-12-31", 1_439],
  ] as const)("%s at %s is %s, minute %d", (market, at, date, minute) => {
    expect(localDate(market, utc(at))).toBe(date);
    expect(localMinuteOfDay(market, utc(at))).toBe(minute);
  });

  it.each([
    ["2026-03-08T06:59:59Z", 119],
    ["2026-03-08T07:00:00Z", 180],
    ["2026-11-01T05:59:59Z", 119],
    ["2026-11-01T06:00:00Z", 60],
    ["2006-04-02T07:00:00Z", 180],
    ["2006-10-29T06:00:00Z", 60],
  ])("New York's clock change: %s is minute %d", (at, minute) => {
    expect(localMinuteOfDay("usd", utc(at))).toBe(minute);
  });

  it("agrees with the time-zone database", () => {
    const clocks = Object.fromEntries(
      marketKeys.map((market) => [
        market,
        new Intl.DateTimeFormat("sv-SE", {
          timeZone: marketTimeZone(market),
          dateStyle: "short",
          timeStyle: "short",
        }),
      ]),
    );
    fc.assert(
      fc.property(anyMarket, anyMoment, (market, at) => {
        const minute = localMinuteOfDay(market, at);
        const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
        expect(`${localDate(market, at)} ${time}`).toBe(clocks[market]?.format(at));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the moment of a local time", () => {
  it.each([
    ["jpy", "2026-11-20", "09:00", "2026-11-20T00:00:00Z"],
    ["cny", "2026-11-20", "09:30", "2026-11-20T01:30:00Z"],
    ["usd", "2026-11-20", "09:30", "2026-11-20T14:30:00Z"],
    ["usd", "2026-07-20", "09:30", "2026-07-20T13:30:00Z"],
    ["usd", "2026-07-20", "24:00", "2026-07-21T04:00:00Z"],
    ["usd", "2026-03-08", "02:30", "2026-03-08T07:30:00Z"],
    ["usd", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"],
    ["usd", "2026-11-01", "02:00", "2026-11-01T07:00:00Z"],
  ] as const)("%s %s %s is %s", (market, date, time, at) => {
    expect(instantOf(market, date, time)).toBe(utc(at));
  });

  it("leads back to the same local date and minute outside clock changes", () => {
    fc.assert(
      fc.property(
        anyMarket,
        fc.integer({ min: dayOf("1995-01-01"), max: dayOf("2040-12-31") }),
        fc.integer({ min: 4 * 60, max: 1_439 }),
        (market, day, minute) => {
          const date = dateOfDay(day);
          const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
          const at = instantOf(market, date, time);
          expect([localDate(market, at), localMinuteOfDay(market, at)]).toEqual([date, minute]);
        },
      ),
    );
  });

  it.each(["2026-02-30", "2026-2-1", "20260201", "", "tomorrow", "2026-01-01T00:00:00Z"])(
    "refuses %j as a date",
    (date) => {
      expect(() => instantOf("jpy", date, "09:00")).toThrow(RangeError);
    },
  );

  it.each(["9:00", "24:01", "09:60", "0900", "", "-1:00"])("refuses %j as a time", (time) => {
    expect(() => instantOf("jpy", "2026-01-05", time)).toThrow(RangeError);
  });
});
