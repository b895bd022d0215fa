import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { price } from "@sanshi/money";
import {
  startTestApplicationWithItsMarket,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { eventsAround, holidaysOf, knownMonths } from "./calendar.rules.ts";

describe("a stock's events around a day", () => {
  const told = {
    earningsTold: ["2026-08-05"],
    nextEarnings: "2027-02-05",
    nextDividend: "2026-12-03",
  };
  const paid = { kind: "dividend", exDate: "2026-09-28", perShare: price(450_000n) } as const;
  const next = { kind: "dividend", exDate: "2026-12-03", perShare: price(500_000n) } as const;
  const shown = (...around: Parameters<typeof eventsAround>) =>
    eventsAround(...around)
      .map(({ date, kind, amount }) => `${date} ${kind} ${amount ?? "–"}`)
      .toSorted();

  it("are what happened and what was told of the time ahead, without an amount", () => {
    expect(shown("jpy", [paid], [], told, "2026-11-24")).toEqual([
      "2026-08-05 earnings –",
      "2026-09-28 dividend 45",
      "2026-12-03 dividend –",
      "2027-02-05 earnings –",
    ]);
  });

  it("have what is paid on the last day with the right, and once", () => {
    expect(shown("jpy", [], [next], told, "2026-12-02")).toEqual([
      "2026-08-05 earnings –",
      "2026-12-03 dividend 50",
      "2027-02-05 earnings –",
    ]);
  });

  it("have nothing ahead where nobody tells", () => {
    expect(shown("jpy", [paid], [], null, "2026-11-24")).toEqual(["2026-09-28 dividend 45"]);
    const past = { ...told, nextEarnings: "2026-11-24", nextDividend: null };
    expect(shown("jpy", [], [], past, "2026-11-24")).toEqual(["2026-08-05 earnings –"]);
  });
});

describe("the exchanges' holidays", () => {
  it("are weekdays without trading and short days, also where orders trade all the same", () => {
    const closed = (date: string, closed_here: boolean) => ({ date, kind: "closed", closed_here });
    expect(holidaysOf("jpy", "2026-11", "exchange")).toEqual([
      closed("2026-11-03", true),
      closed("2026-11-23", true),
    ]);
    expect(holidaysOf("usd", "2026-11", "always")).toEqual([
      closed("2026-11-26", false),
      { date: "2026-11-27", kind: "half_day", closed_here: false },
    ]);
  });

  it("are those that are expected where none are published", () => {
    // The Spring Festival, from New Year's Eve on a Sunday.
    const days = ["2060-02-02", "2060-02-03", "2060-02-04", "2060-02-05", "2060-02-06"];
    expect(holidaysOf("cny", "2060-02", "exchange").map(({ date }) => date)).toEqual(days);
    expect(holidaysOf("cny", "2061-10", "exchange")).toEqual([]);
  });

  it("are known of the months around a day", () => {
    expect(knownMonths("2026-11-24")).toEqual({ first: "2026-05", last: "2027-05" });
    expect(knownMonths("2026-03-31")).toEqual({ first: "2025-09", last: "2026-09" });
  });
});

describe("the calendar of the simulated market", () => {
  let app: TestApplication;
  let customer: SignedIn;
  beforeAll(async () => {
    app = await startTestApplicationWithItsMarket();
    customer = await app.newCustomer();
  });
  afterAll(() => app.stop());

  it("has every event of a company that its own page has, by day", async () => {
    const { first_month, month, today } = await app.accepted("/market/calendar", {}, customer);
    expect(today.startsWith(month)).toBe(true);
    const company = await app.accepted("/market/company", { code: "7203" }, customer);
    const months = new Set(company.events.map(({ date }) => date.slice(0, 7)));
    const { next_earnings, next_ex_dividend } = company.dates;
    for (const date of [next_earnings, next_ex_dividend]) months.add(date!.slice(0, 7));
    let found = 0;
    for (const asked of [...months].filter((one) => one >= first_month)) {
      const calendar = await app.accepted("/market/calendar", { month: asked }, customer);
      const dates = calendar.events.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted());
      expect(dates.every((date) => date.startsWith(asked))).toBe(true);
      const own = calendar.events.filter(({ code }) => code === "7203");
      const expected = company.events.filter(({ date }) => date.startsWith(asked));
      for (const event of expected) expect(own).toContainEqual({ ...event, code: "7203" });
      found += own.length;
    }
    expect(found).toBeGreaterThanOrEqual(2);
  });

  it("is empty beyond the months that it knows, and takes months alone", async () => {
    const past = await app.accepted("/market/calendar", { month: "1999-01" }, customer);
    expect(past).toMatchObject({ events: [], holidays: [], calendar_status: "unknown" });
    for (const month of ["2026-13", "2026-1", "november", ""]) {
      expect(await app.refused("/market/calendar", { month }, customer)).toBe("invalid_request");
    }
  });
});
