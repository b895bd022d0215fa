import type { MarketKey } from "@sanshi/money";
import { sources, type Source } from "./data/sources.ts";
import { mainlandHolidays } from "./holidays-mainland.ts";
import { newYorkHalfDays, newYorkHolidays } from "./holidays-new-york.ts";
import { tokyoHolidays } from "./holidays-tokyo.ts";

/** How a market's closed days and half days are worked out for a year of which none are published. */
export type ExpectedHolidays = {
  /** What they are worked out from. */
  readonly texts: readonly Source[];
  readonly how: string;
  /** The first year of which the answer is what was published, and the last that can be worked out. */
  readonly firstYear: number;
  readonly lastYear: number;
  /** Counted from 1970-01-01; weekends may be among them. */
  readonly closedDays: (year: number) => readonly number[];
  readonly halfDays: (year: number) => readonly number[];
  /** Those of the closed days that no notice can move. */
  readonly certainDays: (year: number) => readonly number[];
};

const none = () => [];

export const expectedHolidays: Readonly<Record<MarketKey, ExpectedHolidays>> = {
  jpy: {
    texts: [sources.japaneseHolidayLaw],
    how: "expected by the law and the exchange's days off",
    firstYear: 2019,
    lastYear: 2099,
    closedDays: tokyoHolidays,
    halfDays: none,
    certainDays: tokyoHolidays,
  },
  cny: {
    texts: [sources.holidayLaw2024, sources.holidays2025],
    how: "expected by the law and the State Council's arrangements of the years before",
    firstYear: 2023,
    lastYear: 2060,
    closedDays: (year) => mainlandHolidays(year).arranged,
    halfDays: none,
    certainDays: (year) => mainlandHolidays(year).byLaw,
  },
  usd: {
    texts: [sources.nyseHolidays],
    how: "expected by the rule and the early closings of every year since 2013",
    firstYear: 2022,
    lastYear: 2099,
    closedDays: newYorkHolidays,
    halfDays: newYorkHalfDays,
    certainDays: newYorkHolidays,
  },
};
