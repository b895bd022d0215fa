import { lunarFestivals } from "./data/lunar-festivals.ts";
import { dayOf, dayOfDate, isWeekend, weekdayOfDay } from "./local-time.ts";

/** Weekdays on which the mainland's exchanges are closed, counted from 1970-01-01, in their order. */
export type MainlandHolidays = {
  /** Certain: the public holidays, and the workdays off for those that fall on a weekend. */
  readonly byLaw: readonly number[];
  /** Expected: all of those, and the workdays that the State Council moves to weekends. */
  readonly arranged: readonly number[];
};

/**
 * The holidays of a year from 2025 to 2060 as the State Council is expected to arrange them. New Year's Day on a
 * Tuesday closes the Monday before it, which is a day of the year before: as in the notices, it belongs to the
 * year of the holiday. Exchanges stay closed on weekends that are made workdays.
 *
 * Source of the law: 全国年节及纪念日放假办法 of 2024-11-10 (State Council Order 795). Source of the arrangement:
 * 国办发明电〔2024〕12号, which binds itself "but for special cases"; the notice of a year comes in November of the
 * year before. Where it leaves the days open, they are taken as they were arranged before. For 2023 and 2024 the
 * answer is what that law and that arrangement would have made of them; `arranged` is what was published.
 *
 * @throws RangeError for a year that the lunar table does not have.
 */
export function mainlandHolidays(year: number): MainlandHolidays {
  const festivals = festivalsOf(year);
  return {
    byLaw: daysByLaw(Object.values(festivals)),
    arranged: weekdaysOf(arrangedSpans(year, festivals)),
  };
}

/** Days in a row; the first is counted from 1970-01-01. */
type Span = { readonly from: number; readonly days: number };

type Festivals = Readonly<
  Record<
    "newYear" | "spring" | "qingming" | "labour" | "dragonBoat" | "midAutumn" | "national",
    Span
  >
>;

/** The public holidays of everybody, by article 2 of the law. */
function festivalsOf(year: number): Festivals {
  const table = lunarFestivals[year];
  if (table === undefined) throw new RangeError(`no lunar festivals of ${year}`);
  const [springDay = 0, qingming = 0, dragonBoat = 0, midAutumn = 0] = table
    .split(" ")
    .map((day) => dayOf(`${year}-${day}`));
  return {
    newYear: { from: dayOfDate(year, 1, 1), days: 1 },
    spring: { from: springDay - 1, days: 4 }, // from New Year's Eve
    qingming: { from: qingming, days: 1 },
    labour: { from: dayOfDate(year, 5, 1), days: 2 },
    dragonBoat: { from: dragonBoat, days: 1 },
    midAutumn: { from: midAutumn, days: 1 },
    national: { from: dayOfDate(year, 10, 1), days: 3 },
  };
}

/** A holiday on a weekend gives a workday off (article 6): the next one, as long as nothing else is arranged. */
function daysByLaw(holidays: readonly Span[]): readonly number[] {
  const closed = new Set(weekdaysOf(holidays));
  for (const { from, days } of holidays) {
    let next = from + days;
    for (let left = daysOf({ from, days }).filter(isWeekend).length; left > 0; left -= 1) {
      while (isWeekend(next) || closed.has(next)) next += 1;
      closed.add(next);
    }
  }
  return [...closed].toSorted((one, other) => one - other);
}

function arrangedSpans(year: number, festivals: Festivals): readonly Span[] {
  const { newYear, spring, qingming, labour, dragonBoat, midAutumn, national } = festivals;
  return [
    aroundDay(newYear.from),
    { from: spring.from, days: 8 },
    aroundDay(qingming.from),
    aroundLabourDay(labour.from),
    aroundDay(dragonBoat.from),
    ...autumnSpans(year, midAutumn.from, national.from),
  ];
}

/** Three days with the nearest weekend; of a Wednesday that day alone. */
function aroundDay(day: number): Span {
  const weekday = weekdayOfDay(day);
  if (weekday === 3) return { from: day, days: 1 };
  // Sunday to Tuesday end a weekend, whose Saturday is a workday before a Tuesday; the others begin one.
  const daysBefore = { 0: 1, 1: 2, 2: 2 }[weekday] ?? 0;
  return { from: day - daysBefore, days: 3 };
}

/**
 * Five days; the notice does not say which. Those of 2022 (a Sunday) and 2023 (a Monday) took in the weekend
 * before. Of a Tuesday, next in 2029, there are none to follow: it is expected to begin the five.
 */
function aroundLabourDay(day: number): Span {
  const daysBefore = { 0: 1, 1: 2 }[weekdayOfDay(day)] ?? 0;
  return { from: day - daysBefore, days: 5 };
}

/** Seven days from 1 October; eight with Mid-Autumn, from that day where it is the day or two before (2012, 2023). */
function autumnSpans(year: number, midAutumn: number, national: number): readonly Span[] {
  if (midAutumn >= dayOfDate(year, 9, 29)) {
    return [{ from: Math.min(midAutumn, national), days: 8 }];
  }
  return [aroundDay(midAutumn), { from: national, days: 7 }];
}

function weekdaysOf(spans: readonly Span[]): readonly number[] {
  return spans.flatMap(daysOf).filter((day) => !isWeekend(day));
}

function daysOf({ from, days }: Span): readonly number[] {
  return Array.from({ length: days }, (_, index) => from + index);
}
