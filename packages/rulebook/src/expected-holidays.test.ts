import { marketKeys, type MarketKey } from "@sanshi/money";
import fc from "fast-check";
import { LunarDay, SolarTerm } from "tyme4ts";
import { describe, expect, it } from "vitest";
import { marketCalendars } from "./data/holidays.ts";
import { lunarFestivals } from "./data/lunar-festivals.ts";
import { expectedHolidays } from "./expected-holidays.ts";
import { mainlandHolidays } from "./holidays-mainland.ts";
import { newYorkHalfDays, newYorkHolidays } from "./holidays-new-york.ts";
import { tokyoHolidays } from "./holidays-tokyo.ts";
import {
  calendarStatus,
  calendarStatusAt,
  instantOf,
  isHalfDay,
  isTradingDay,
  nextTradingDay,
} from "./index.ts";
import { dateOfDay, dayOf, isWeekend } from "./local-time.ts";

/** Closed by an order of one day, which no rule foresees: the mourning for Jimmy Carter. */
const unscheduled = ["2025-01-09"];

describe("what was published is what is worked out", () => {
  const years = marketKeys.flatMap((market) =>
    Object.keys(marketCalendars[market].closedByYear).map((year) => [market, year] as const),
  );

  it.each(years)("in %s in %s", (market, year) => {
    const { closedByYear, halfDaysByYear } = marketCalendars[market];
    const expected = expectedHolidays[market];
    const published = datesOf(year, closedByYear[year] ?? "");
    expect(weekdays(expected.closedDays(Number(year)))).toEqual(
      published.filter((date) => !unscheduled.includes(date)),
    );
    expect(weekdays(expected.halfDays(Number(year)))).toEqual(
      datesOf(year, halfDaysByYear[year] ?? ""),
    );
  });

  it("follows year by year without a gap", () => {
    for (const market of marketKeys) {
      const published = Object.keys(marketCalendars[market].closedByYear).map(Number);
      const [first = 0] = published;
      expect(published).toEqual(published.map((_, index) => first + index));
      expect(expectedHolidays[market].lastYear).toBeGreaterThan(published.at(-1)!);
    }
  });
});

describe("Tokyo", () => {
  // 内閣府「国民の祝日」 with the exchange's own days off; `law` is the year's one-off law.
  it.each([
    {
      year: "2019",
      law: "the accession of the Emperor (2018/99)",
      added: "04-30 05-01 05-02 10-22",
      dropped: "",
      days: "01-01 01-02 01-03 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-06 07-15 08-12 09-16 09-23 10-14 10-22 11-04 12-31",
    },
    {
      year: "2020",
      law: "the Olympic Games (2015/33)",
      added: "07-23 07-24 08-10",
      dropped: "07-20 08-11 10-12",
      days: "01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23 12-31",
    },
    {
      year: "2021",
      law: "the Olympic Games (2015/33)",
      added: "07-22 07-23 08-09",
      dropped: "07-19 08-11 10-11",
      days: "01-01 01-11 02-11 02-23 04-29 05-03 05-04 05-05 07-22 07-23 08-09 09-20 09-23 11-03 11-23 12-31",
    },
    {
      year: "2022",
      law: "none",
      added: "",
      dropped: "",
      days: "01-03 01-10 02-11 02-23 03-21 04-29 05-03 05-04 05-05 07-18 08-11 09-19 09-23 10-10 11-03 11-23",
    },
  ])("had the days of the law in $year, but for $law", ({ year, added, dropped, days }) => {
    const computed = weekdays(tokyoHolidays(Number(year)));
    const kept = computed.filter((date) => !datesOf(year, dropped).includes(date));
    expect([...kept, ...datesOf(year, added)].toSorted()).toEqual(datesOf(year, days));
  });

  it("has a substitute after the last of several holidays, and a day between two", () => {
    // 3 May 2026 is a Sunday; 22 September 2026 lies between the Aged and the equinox.
    expect(weekdays(tokyoHolidays(2026))).toEqual(
      expect.arrayContaining(["2026-05-06", "2026-09-22"]),
    );
    expect(weekdays(tokyoHolidays(2032))).toContain("2032-09-21");
  });

  it("has the equinoxes of astronomy in every year", () => {
    const hour = 3_600_000;
    for (let year = 2022; year <= expectedHolidays.jpy.lastYear; year += 1) {
      for (const name of ["春分", "秋分"]) {
        const beijing = SolarTerm.fromName(year, name).getJulianDay().getSolarTime();
        const [month, day] = [beijing.getMonth() - 1, beijing.getDay()];
        const tokyo = Date.UTC(year, month, day, beijing.getHour(), beijing.getMinute()) + hour;
        const date = new Date(tokyo).toISOString().slice(0, 10);
        expect(tokyoHolidays(year).map(dateOfDay)).toContain(date);
      }
    }
  });
});

describe("New York", () => {
  it("had the days of the rule in 2022, without a day for New Year's on a Saturday", () => {
    const closed = "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26";
    expect(weekdays(newYorkHolidays(2022))).toEqual(datesOf("2022", closed));
    expect(weekdays(newYorkHalfDays(2022))).toEqual(["2022-11-25"]);
    expect(isTradingDay("usd", "2032-12-31")).toBe(true);
  });

  it.each([
    [2030, "2030-04-19"],
    [2038, "2038-04-23"],
    [2049, "2049-04-16"],
    [2076, "2076-04-17"],
    [2096, "2096-04-13"],
  ])("keeps Good Friday of %i on %s", (year, date) => {
    expect(newYorkHolidays(year).map(dateOfDay)).toContain(date);
  });

  it.each([
    [2029, "2029-07-03 2029-11-23 2029-12-24"],
    [2031, "2031-07-03 2031-11-28 2031-12-24"],
    [2032, "2032-11-26"],
    [2033, "2033-11-25"],
  ])("ends early in %i on %s", (year, dates) => {
    expect(weekdays(newYorkHalfDays(year))).toEqual(dates.split(" "));
  });
});

describe("the mainland", () => {
  it("keeps in 2027 what is certain by law, and what is expected besides", () => {
    const { byLaw, arranged } = mainlandHolidays(2027);
    const certain = "01-01 02-05 02-08 02-09 02-10 04-05 05-03 05-04 06-09 09-15 10-01 10-04 10-05";
    expect(byLaw.map(dateOfDay)).toEqual(datesOf("2027", certain));
    const moved = "02-11 02-12 05-05 10-06 10-07";
    expect(arranged.map(dateOfDay)).toEqual(datesOf("2027", `${certain} ${moved}`).toSorted());
  });

  it.each([
    ["New Year on a Tuesday closes the day before", 2030, "2029-12-31 2030-01-01"],
    ["Mid-Autumn in the National Day holiday makes it eight days", 2031, "2031-10-01 2031-10-08"],
    ["Mid-Autumn on the eve makes it eight days from there", 2050, "2050-09-30 2050-10-07"],
    ["a Wednesday is one day", 2029, "2029-04-04 2029-04-04"],
    ["a Monday ends three days", 2032, "2032-04-05 2032-04-05"],
    ["a Thursday begins three days", 2033, "2033-09-08 2033-09-09"],
    ["a Saturday gives the Monday", 2032, "2032-06-14 2032-06-14"],
    ["Labour Day on a Monday takes in the weekend before", 2028, "2028-05-01 2028-05-03"],
  ])("%s", (_rule, year, span) => {
    const [first = "", last = ""] = span.split(" ");
    const arranged = mainlandHolidays(year).arranged.map(dateOfDay);
    const within = weekdaysFrom(first, last);
    expect(arranged.filter((date) => date >= first && date <= last)).toEqual(within);
    const outside = [dayOf(first) - 1, dayOf(last) + 1].filter((day) => !isWeekend(day));
    for (const day of outside) expect(arranged).not.toContain(dateOfDay(day));
  });

  it("arranges every day that is certain, and five weekdays at least for the Spring Festival", () => {
    for (const year of Object.keys(lunarFestivals)) {
      const { byLaw, arranged } = mainlandHolidays(Number(year));
      expect(arranged).toEqual(expect.arrayContaining([...byLaw]));
      expect(new Set(arranged).size).toBe(arranged.length);
      const eve = dayOf(`${year}-${lunarFestivals[year]!.slice(0, 5)}`) - 1;
      const spring = arranged.filter((day) => day >= eve && day < eve + 8);
      expect(spring.length).toBeGreaterThanOrEqual(5);
      expect(spring.length).toBeLessThanOrEqual(6);
    }
  });

  it("knows no year that the lunar table does not have", () => {
    expect(() => mainlandHolidays(2061)).toThrow(RangeError);
  });
});

describe("the lunar table", () => {
  const years = Object.keys(lunarFestivals).map(Number);

  it("is what a well-kept library computes", () => {
    expect(years).toEqual(Array.from({ length: 38 }, (_, index) => 2023 + index));
    for (const year of years) {
      const lunar = (month: number, day: number) => LunarDay.fromYmd(year, month, day);
      const days = [
        lunar(1, 1).getSolarDay(),
        SolarTerm.fromName(year, "清明").getJulianDay().getSolarDay(),
        lunar(5, 5).getSolarDay(),
        lunar(8, 15).getSolarDay(),
      ];
      const dates = days.map((day) => [day.getMonth(), day.getDay()].map(twoDigits).join("-"));
      expect([year, lunarFestivals[year]]).toEqual([year, dates.join(" ")]);
    }
  });

  it.each(["2024-02-10", "2025-01-29", "2028-01-26", "2029-02-13", "2031-01-23", "2033-01-31"])(
    "begins a year on %s as almanacs do",
    (date) => expect(`${date.slice(0, 5)}${lunarFestivals[date.slice(0, 4)]}`).toContain(date),
  );

  it("begins 2027 and 2030 on the day of the new moon, which the runtime may miss by a day", () => {
    expect(lunarFestivals[2027]).toMatch(/^02-06 /);
    expect(lunarFestivals[2030]).toMatch(/^02-03 /);
    const runtime = new Intl.DateTimeFormat("en-u-ca-chinese", {
      month: "numeric",
      day: "numeric",
      timeZone: "UTC",
    });
    const isFirst = (day: number) => runtime.format(new Date(dateOfDay(day))) === "1/1";
    for (const year of years) {
      const newYear = dayOf(`${year}-${lunarFestivals[year]!.slice(0, 5)}`);
      expect([newYear - 1, newYear, newYear + 1].some(isFirst)).toBe(true);
    }
  });
});

describe("how far a calendar is known", () => {
  it.each([
    ["jpy", "2022-12-30", "unknown"],
    ["jpy", "2027-12-31", "published"],
    ["jpy", "2028-01-04", "expected"],
    ["jpy", "2099-12-31", "expected"],
    ["jpy", "2100-01-01", "unknown"],
    ["cny", "2026-12-31", "published"],
    ["cny", "2027-01-01", "expected"],
    ["cny", "2060-12-31", "expected"],
    ["cny", "2061-01-03", "unknown"],
    ["usd", "2028-12-29", "published"],
    ["usd", "2029-01-02", "expected"],
    ["usd", "2100-01-01", "unknown"],
  ] as const)("in %s on %s: %s", (market, date, status) => {
    expect(calendarStatus(market, date)).toBe(status);
  });

  it("where every day trades a date rests on no calendar", () => {
    expect(calendarStatus("cny", "2027-01-04", "always")).toBe("published");
    const at = instantOf("cny", "2027-01-01", "00:00");
    expect(calendarStatusAt("cny", at, "always")).toBe("published");
    expect(calendarStatusAt("cny", at, "exchange")).toBe("expected");
    expect(calendarStatusAt("cny", at - 1, "exchange")).toBe("published");
  });

  it("where recorded days are played, those of the record are certain", () => {
    const hours = {
      keeps: "exchange",
      toRecord: (at: number) => at,
      toApp: (at: number) => at,
      isRecorded: () => true,
      endsEarly: () => false,
      span: () => ({ first: dayOf("2019-01-02"), last: dayOf("2019-12-30") }),
    } as const;
    expect(calendarStatus("cny", "2019-05-06", hours)).toBe("published");
    expect(calendarStatus("cny", "2020-01-02", hours)).toBe("unknown");
  });

  // A year outside has 260 weekdays at least.
  it.each([
    ["jpy", 242, 248],
    ["cny", 240, 245],
    ["usd", 250, 252],
  ] as const)("gives %s from %i to %i trading days a year", (market, fewest, most) => {
    for (let year = 2023; year <= expectedHolidays[market].lastYear; year += 1) {
      const count = tradingDays(market, year);
      expect([year, count >= fewest && count <= most]).toEqual([year, true]);
    }
  });

  it("never leaves a market closed for more than eleven days, and ends no closed day early", () => {
    const anyDay = fc.integer({ min: dayOf("2022-06-01"), max: dayOf("2101-06-30") });
    fc.assert(
      fc.property(fc.constantFrom(...marketKeys), anyDay, (market, day) => {
        const date = dateOfDay(day);
        expect(dayOf(nextTradingDay(market, date)) - day).toBeLessThanOrEqual(11);
        expect(isHalfDay(market, date) && !isTradingDay(market, date)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

function datesOf(year: string, days: string): readonly string[] {
  return days === "" ? [] : days.split(" ").map((day) => `${year}-${day}`);
}

function weekdays(days: readonly number[]): readonly string[] {
  return days.filter((day) => !isWeekend(day)).map(dateOfDay);
}

function weekdaysFrom(first: string, last: string): readonly string[] {
  const days = Array.from({ length: dayOf(last) - dayOf(first) + 1 }, (_, index) => index);
  return weekdays(days.map((index) => dayOf(first) + index));
}

function tradingDays(market: MarketKey, year: number): number {
  let count = 0;
  for (let day = dayOf(`${year}-01-01`); day <= dayOf(`${year}-12-31`); day += 1) {
    if (isTradingDay(market, dateOfDay(day))) count += 1;
  }
  return count;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
