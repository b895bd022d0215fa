import { dayOfDate, nthWeekday, weekdayOfDay } from "./local-time.ts";

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6];

/**
 * Weekdays on which the New York Stock Exchange is closed, counted from 1970-01-01, in their order. Of 2022 (the
 * first Juneteenth) and later; days of mourning and storms are not among them.
 *
 * Source: NYSE Rule 7.2: a holiday on a Saturday closes the Friday before, one on a Sunday the Monday after,
 * unless an accounting period ends. So no Friday stands for a New Year's Day on a Saturday.
 */
export function newYorkHolidays(year: number): readonly number[] {
  const newYear = dayOfDate(year, 1, 1);
  return [
    ...(weekdayOfDay(newYear) === saturday ? [] : [observed(newYear)]),
    nthWeekday(year, 1, monday, 3), // Martin Luther King
    nthWeekday(year, 2, monday, 3), // Washington's Birthday
    easterSunday(year) - 2,
    nthWeekday(year, 6, monday, 1) - 7, // Memorial Day, the last Monday of May
    observed(dayOfDate(year, 6, 19)), // Juneteenth
    observed(dayOfDate(year, 7, 4)),
    nthWeekday(year, 9, monday, 1), // Labor Day
    thanksgiving(year),
    observed(dayOfDate(year, 12, 25)),
  ];
}

/**
 * Days on which trading ends at 13:00, counted from 1970-01-01, in their order: the days before Independence Day
 * and Christmas where both they and the holiday are weekdays of one week, and the day after Thanksgiving.
 *
 * Source: the exchange's announcements since 2013, the last of 2025-12-23; no rule of it says so.
 */
export function newYorkHalfDays(year: number): readonly number[] {
  const independenceEve = dayOfDate(year, 7, 3);
  const christmasEve = dayOfDate(year, 12, 24);
  return [
    ...(isMondayToThursday(independenceEve) ? [independenceEve] : []),
    thanksgiving(year) + 1,
    ...(isMondayToThursday(christmasEve) ? [christmasEve] : []),
  ];
}

function observed(day: number): number {
  const weekday = weekdayOfDay(day);
  if (weekday === saturday) return day - 1;
  return weekday === sunday ? day + 1 : day;
}

function thanksgiving(year: number): number {
  return nthWeekday(year, 11, thursday, 4);
}

function isMondayToThursday(day: number): boolean {
  return weekdayOfDay(day) >= monday && weekdayOfDay(day) <= thursday;
}

/** Source: the anonymous Gregorian computus (Nature, 20 April 1876), right for every year. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const leaps = 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4);
  const weekday = (32 + leaps - epact - (yearOfCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  // The computus counts days from 22 March.
  return dayOfDate(year, 3, 22) + epact + weekday - 7 * correction;
}
