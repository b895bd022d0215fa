import { dayOfDate, nthWeekday, weekdayOfDay } from "./local-time.ts";

const [sunday, monday] = [0, 1];

/**
 * Days on which the Tokyo Stock Exchange is closed by law and by its rules, counted from 1970-01-01, in their
 * order; weekends may be among them. Of 2022 to 2099. A law of one year alone (a coronation, the Olympic Games)
 * moves or adds days, and none is known for years to come.
 *
 * Source: 国民の祝日に関する法律 (Act 178 of 1948), articles 2 and 3; the exchange's own days off are 31 December
 * and 1 to 3 January (業務規程 of the Tokyo Stock Exchange).
 */
export function tokyoHolidays(year: number): readonly number[] {
  const national = new Set(nationalHolidays(year));
  const closed = new Set([
    ...national,
    ...substituteHolidays(national),
    ...citizensHolidays(national),
    dayOfDate(year, 1, 2),
    dayOfDate(year, 1, 3),
    dayOfDate(year, 12, 31),
  ]);
  return [...closed].toSorted((one, other) => one - other);
}

/** Article 2. */
function nationalHolidays(year: number): readonly number[] {
  return [
    dayOfDate(year, 1, 1),
    nthWeekday(year, 1, monday, 2), // Coming of Age
    dayOfDate(year, 2, 11), // Foundation
    dayOfDate(year, 2, 23), // the Emperor's Birthday
    dayOfDate(year, 3, equinox(year, 20.8431)),
    dayOfDate(year, 4, 29), // Showa
    dayOfDate(year, 5, 3), // Constitution
    dayOfDate(year, 5, 4), // Greenery
    dayOfDate(year, 5, 5), // Children
    nthWeekday(year, 7, monday, 3), // Marine
    dayOfDate(year, 8, 11), // Mountain
    nthWeekday(year, 9, monday, 3), // Respect for the Aged
    dayOfDate(year, 9, equinox(year, 23.2488)),
    nthWeekday(year, 10, monday, 2), // Sports
    dayOfDate(year, 11, 3), // Culture
    dayOfDate(year, 11, 23), // Labour Thanksgiving
  ];
}

/**
 * The day of the month of an equinox in Japan, from its day in 1980. Of 1980 to 2099: 2100 has no leap day.
 * The cabinet announces the day in February of the year before; the test holds every year against astronomy.
 *
 * Source: 新こよみ便利帳 of the Hydrographic Department.
 */
function equinox(year: number, day1980: number): number {
  const years = year - 1980;
  return Math.floor(day1980 + 0.242194 * years - Math.floor(years / 4));
}

/** Article 3 (2): of a holiday on a Sunday, the next day that is no national holiday. */
function substituteHolidays(national: ReadonlySet<number>): readonly number[] {
  return [...national]
    .filter((day) => weekdayOfDay(day) === sunday)
    .map((day) => {
      let substitute = day + 1;
      while (national.has(substitute)) substitute += 1;
      return substitute;
    });
}

/** Article 3 (3): a day between two national holidays. */
function citizensHolidays(national: ReadonlySet<number>): readonly number[] {
  return [...national]
    .map((day) => day + 1)
    .filter((day) => !national.has(day) && national.has(day + 1));
}
