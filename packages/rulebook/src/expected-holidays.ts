import type { MarketKey } from "@sanshi/money";
import { mainlandHolidays } from "./holidays-mainland.ts";
import { newYorkHalfDays, newYorkHolidays } from "./holidays-new-york.ts";
import { tokyoHolidays } from "./holidays-tokyo.ts";

/** How a market's closed days and half days are worked out for a year of which none are published. */
export type ExpectedHolidays = {
  readonly source: string;
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
    source:
      "expected by the Act on National Holidays (国民の祝日に関する法律, 1948/178) and the exchange's days off",
    firstYear: 2019,
    lastYear: 2099,
    closedDays: tokyoHolidays,
    halfDays: none,
    certainDays: tokyoHolidays,
  },
  cny: {
    source:
      "expected by the public holidays of 2024-11-10 (全国年节及纪念日放假办法) and the State Council's arrangement of them (国办发明电〔2024〕12号)",
    firstYear: 2023,
    lastYear: 2060,
    closedDays: (year) => mainlandHolidays(year).arranged,
    halfDays: none,
    certainDays: (year) => mainlandHolidays(year).byLaw,
  },
  usd: {
    source: "expected by NYSE Rule 7.2 and the early closings of every year since 2013",
    firstYear: 2022,
    lastYear: 2099,
    closedDays: newYorkHolidays,
    halfDays: newYorkHalfDays,
    certainDays: newYorkHolidays,
  },
};
