import { marketKeys } from "@sanshi/money";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  addTradingDays,
  asIfEntered,
  calendarGeneration,
  calendarReference,
  calendarStatus,
  cited,
  dated,
  expectedYear,
  isHalfDay,
  isTradingDay,
  marketStatus,
  nextTradingDay,
  previousTradingDay,
  sessionPhases,
  setEnteredYears,
  settlementDate,
  yearOfDays,
  type EnteredYear,
} from "./index.ts";
import { dateOfDay, dayOf } from "./local-time.ts";

const anyMarket = fc.constantFrom(...marketKeys);
const anyDate = fc
  .integer({ min: dayOf("2022-06-01"), max: dayOf("2062-06-30") })
  .map((day) => dateOfDay(day));
const anyHours = fc.constantFrom("always" as const, "exchange" as const);

describe("trading days", () => {
  it.each([
    ["jpy", "2026-11-20", true],
    ["jpy", "2026-11-21", false],
    ["jpy", "2026-11-23", false],
    ["jpy", "2026-09-22", false],
    ["jpy", "2026-12-31", false],
    ["cny", "2026-02-23", false],
    ["cny", "2026-02-24", true],
    ["cny", "2026-10-08", true],
    ["usd", "2026-07-03", false],
    ["usd", "2026-11-26", false],
    ["usd", "2026-11-27", true],
    ["usd", "2025-01-09", false],
  ] as const)("%s trades on %s: %s", (market, date, trades) => {
    expect(isTradingDay(market, date)).toBe(trades);
  });

  it("trades every day when the market is always open", () => {
    fc.assert(
      fc.property(anyMarket, anyDate, (market, date) => {
        expect(isTradingDay(market, date, "always")).toBe(true);
        expect(dayOf(nextTradingDay(market, date, "always"))).toBe(dayOf(date) + 1);
      }),
    );
  });

  it("skips the golden week and the Chinese new year", () => {
    expect(nextTradingDay("jpy", "2026-05-01")).toBe("2026-05-07");
    expect(previousTradingDay("cny", "2026-02-24")).toBe("2026-02-13");
  });

  it("finds the same day back: next and previous are inverse on trading days", () => {
    fc.assert(
      fc.property(anyMarket, anyDate, anyHours, (market, date, hours) => {
        const next = nextTradingDay(market, date, hours);
        const previous = previousTradingDay(market, date, hours);
        expect(previous < date && date < next).toBe(true);
        expect(isTradingDay(market, next, hours) && isTradingDay(market, previous, hours)).toBe(
          true,
        );
        if (isTradingDay(market, date, hours)) {
          expect(previousTradingDay(market, next, hours)).toBe(date);
          expect(nextTradingDay(market, previous, hours)).toBe(date);
        }
      }),
    );
  });

  it("counts trading days forwards and backwards", () => {
    expect(addTradingDays("jpy", "2026-11-20", 2)).toBe("2026-11-25");
    expect(addTradingDays("jpy", "2026-11-25", -2)).toBe("2026-11-20");
    expect(addTradingDays("jpy", "2026-11-21", 0)).toBe("2026-11-21");
  });

  it("knows New York's half days only", () => {
    expect(isHalfDay("usd", "2026-11-27")).toBe(true);
    expect(isHalfDay("usd", "2026-12-24")).toBe(true);
    expect(isHalfDay("usd", "2026-11-25")).toBe(false);
    expect(isHalfDay("jpy", "2026-12-30")).toBe(false);
  });

  it("closes on expected holidays where none are published", () => {
    expect(isTradingDay("cny", "2027-01-01")).toBe(false);
    expect(nextTradingDay("cny", "2027-02-04")).toBe("2027-02-15");
    expect(nextTradingDay("jpy", "2028-12-29")).toBe("2029-01-04");
    expect(isTradingDay("usd", "2029-07-04")).toBe(false);
    expect(isHalfDay("usd", "2029-07-03")).toBe(true);
  });

  it("says where a year has no published calendar", () => {
    expect(calendarReference("cny", "2026-05-05").confirmed).toBe(true);
    expect(calendarReference("usd", "2027-05-05").confirmed).toBe(true);
    expect(calendarReference("cny", "2027-05-05")).toMatchObject({
      rule: "sse_calendar",
      validFrom: "2027-01-01",
      source: expect.stringMatching(/全国年节及纪念日放假办法.*expected by the law/),
      confirmed: false,
    });
    expect(calendarReference("usd", "2022-05-05")).toMatchObject({
      source: expect.stringMatching(/weekends only/),
      confirmed: false,
    });
  });
});

describe("the entry that holds on a date", () => {
  const entry = (validFrom: string) => ({
    reference: cited("example", validFrom, []),
  });
  const entries = [entry("2020-01-01"), entry("2024-11-05")];

  it.each([
    // Older than the record: no day is named.
    ["2019-12-31", "1900-01-01"],
    ["2020-01-01", "2020-01-01"],
    ["2024-11-04", "2020-01-01"],
    ["2024-11-05", "2024-11-05"],
    ["2030-01-01", "2024-11-05"],
  ])("on %s started on %s", (date, validFrom) => {
    expect(dated(entries, date).reference.validFrom).toBe(validFrom);
  });

  it("does not exist without entries", () => {
    expect(() => dated([], "2026-01-01")).toThrow(RangeError);
  });
});

describe("a year that operators entered", () => {
  const entered = (more: Partial<EnteredYear> = {}): EnteredYear => ({
    market: "cny",
    year: 2027,
    holdsFrom: "2026-12-23",
    closedDays: ["2027-01-01", "2027-02-08"],
    halfDays: ["2027-02-05"],
    source: "a notice",
    ...more,
  });
  afterEach(() => setEnteredYears([]));

  it("takes the place of the expected one, and of nothing else", () => {
    setEnteredYears([entered()]);
    expect(isTradingDay("cny", "2027-01-01")).toBe(false);
    expect(isTradingDay("cny", "2027-02-09")).toBe(true);
    expect(isHalfDay("cny", "2027-02-05")).toBe(true);
    expect(isTradingDay("cny", "2028-01-03")).toBe(
      !expectedYear("cny", 2028)?.some(({ date }) => date === "2028-01-03"),
    );
    expect(isTradingDay("jpy", "2027-01-11")).toBe(false);
    expect(calendarStatus("cny", "2027-05-05")).toBe("published");
    expect(calendarReference("cny", "2027-05-05")).toMatchObject({
      source: "a notice",
      confirmed: true,
    });
    expect(settlementDate("cny", "2027-02-05").date).toBe("2027-02-09");
  });

  it("leaves the days before it holds as they were, with everything that followed from them", () => {
    const phases = sessionPhases("cny", "2027-02-08", "exchange");
    setEnteredYears([entered({ holdsFrom: "2027-02-09", closedDays: [], halfDays: [] })]);
    expect(sessionPhases("cny", "2027-02-08", "exchange")).toEqual(phases);
    expect(isTradingDay("cny", "2027-01-01")).toBe(false);
    expect(isTradingDay("cny", "2027-02-09")).toBe(true);
  });

  it("is what the last of several says of the days from which it holds", () => {
    setEnteredYears([
      entered(),
      entered({ holdsFrom: "2027-02-01", closedDays: ["2027-02-09"], halfDays: [] }),
    ]);
    const { closedDays, halfDays } = yearOfDays("cny", 2027);
    expect([closedDays, halfDays]).toEqual([["2027-01-01", "2027-02-09"], []]);
  });

  it("keeps the last days of a year that the next one's New Year closes", () => {
    setEnteredYears([
      entered({ year: 2029, closedDays: [], halfDays: [] }),
      entered({ year: 2030, closedDays: ["2029-12-31", "2030-01-01"], halfDays: [] }),
    ]);
    expect(isTradingDay("cny", "2029-12-31")).toBe(false);
    expect(nextTradingDay("cny", "2029-12-28")).toBe("2030-01-02");
  });

  it("is known at once to whoever asked before, and forgotten as a question of what would be", () => {
    const at = Date.parse("2027-02-09T10:00:00+08:00");
    expect(marketStatus("cny", at, "exchange").isOpen).toBe(false);
    expect(asIfEntered(entered(), () => marketStatus("cny", at, "exchange").isOpen)).toBe(true);
    expect(marketStatus("cny", at, "exchange").isOpen).toBe(false);
    const generation = calendarGeneration();
    setEnteredYears([entered()]);
    expect(calendarGeneration()).not.toBe(generation);
    expect(marketStatus("cny", at, "exchange").isOpen).toBe(true);
  });
});

it("says which expected days the law alone closes", () => {
  const days = expectedYear("cny", 2027) ?? [];
  expect(days.filter(({ certain }) => certain)).toHaveLength(13);
  expect(days).toHaveLength(18);
  expect(expectedYear("usd", 2027)?.find(({ kind }) => kind === "half_day")?.date).toBe(
    "2027-11-26",
  );
  expect(expectedYear("cny", 2070)).toBeNull();
});
