import { describe, expect, it } from "vitest";
import { afterHoursBegin, afterHoursFor, afterHoursOn } from "./after-hours.ts";
import type { Exchange } from "./listing-codes.ts";
import { instantOf } from "./local-time.ts";
import { offeredForms } from "./order-forms.ts";

const stocks = {
  main: { exchange: "SSE", code: "600519" },
  star: { exchange: "SSE", code: "688981" },
  shenzhen: { exchange: "SZSE", code: "000001" },
  chinext: { exchange: "SZSE", code: "300750" },
  beijing: { exchange: "BSE", code: "920002" },
  tokyo: { exchange: "TSE", code: "7203" },
  newYork: { exchange: "NASDAQ", code: "AAPL" },
} as const satisfies Record<string, { exchange: Exchange; code: string }>;
const at = (time: string, date = "2026-12-03") => instantOf("cny", date, time);

describe("the session after hours", () => {
  it.each<[keyof typeof stocks, string, boolean]>([
    ["main", "2026-07-03", false],
    ["main", "2026-07-06", true],
    ["shenzhen", "2026-07-03", false],
    ["shenzhen", "2026-07-06", true],
    ["star", "2019-07-19", false],
    ["star", "2019-07-22", true],
    ["chinext", "2020-08-21", false],
    ["chinext", "2020-08-24", true],
    ["beijing", "2026-12-03", false],
    ["tokyo", "2026-12-03", false],
    ["newYork", "2026-12-03", false],
  ])("of %s on %s: %s", (name, date, has) => {
    const stock = stocks[name];
    const session = afterHoursOn(stock, date, "exchange");
    expect(session !== null).toBe(has);
    expect(offeredForms(stock, date, "exchange").limit.includes("after_hours")).toBe(has);
    expect(offeredForms(stock, date, "exchange").market).not.toContain("after_hours");
    if (session === null) return;
    expect([session.from, session.until]).toEqual([at("15:05", date), at("15:30", date)]);
    expect(afterHoursBegin(session.until)).toBe(session.from);
  });

  it.each<[keyof typeof stocks, string, string | null]>([
    ["main", "09:29", "09:30"],
    ["main", "09:30", null],
    ["main", "11:29", null],
    ["main", "11:30", "13:00"],
    ["main", "14:58", null],
    ["main", "15:29", null],
    ["shenzhen", "09:14", "09:15"],
    ["shenzhen", "09:15", null],
    ["chinext", "09:15", null],
    ["star", "09:15", "09:30"],
  ])("takes orders for %s at %s, or again at %s", (name, time, again) => {
    const found = afterHoursFor(stocks[name], at(time), "exchange");
    if (again === null) expect(found).toEqual({ ok: true, from: at("15:05"), until: at("15:30") });
    else expect(found).toMatchObject({ why: "not_taken_now", takenFrom: at(again) });
  });

  it("takes those of the next day from its morning on once it is over", () => {
    const found = afterHoursFor(stocks.main, at("15:30"), "exchange");
    expect(found).toMatchObject({ takenFrom: at("09:30", "2026-12-04") });
  });

  it.each<[keyof typeof stocks, string]>([
    ["beijing", "bse_sessions"],
    ["tokyo", "tse_sessions"],
    ["newYork", "nyse_sessions"],
  ])("is none in %s by %s", (name, rule) => {
    expect(afterHoursFor(stocks[name], at("23:00"), "exchange")).toMatchObject({
      ...{ why: "none_here", reference: { rule } },
    });
    expect(afterHoursFor(stocks.main, at("10:00"), "always")).toMatchObject({ why: "none_here" });
  });
});
