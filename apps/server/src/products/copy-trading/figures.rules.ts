import { copyPeriodMonths, dayMs, iso, type CopyPeriod } from "@sanshi/contract";
import { monthsAfter, type LocalDate } from "@sanshi/rulebook";
import type { KeptFigures } from "./kept.ts";

/** The end of a day, or a valuation: what a unit was worth, and what was traded and paid since the one before. */
export type Point = {
  day: string;
  value: number;
  traded: number;
  costs: number;
  /** The least that it came to in between, where that was looked at. */
  low?: number;
};

const daysOfMonth = 30;
const yearDays = 365.25;

/** Figures of a stretch of days, and whether its worst fall has been made up for. */
export type Figures = KeptFigures & { worst_fall_is_over: boolean };

/** The day whose last value a period begins with; null of one that has no beginning. */
export function periodBegins(period: CopyPeriod, today: LocalDate): LocalDate | null {
  return period === "start" ? null : monthsAfter(today, -copyPeriodMonths[period]);
}

/** The day after, from which on everything lies within a period. */
export function dayAfter(day: LocalDate): LocalDate {
  return iso(Date.parse(day) + dayMs).slice(0, 10);
}

/** What of a series lies in a period: its own days, and before them the last value that it begins with. */
export function within<P extends { day: string }>(
  points: readonly P[],
  begins: LocalDate | null,
): readonly P[] {
  if (begins === null) return points;
  const base = points.findLastIndex(({ day }) => day <= begins);
  return base <= 0 ? points : points.slice(base);
}

/** Figures of a series after fees; null of fewer than two points. For display alone: no money follows from them. */
export function figuresOf(points: readonly Point[]): Figures | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2 || first.value <= 0)
    return null;
  const returns = points.slice(1).map((point, index) => {
    const before = points[index]?.value ?? 0;
    return before <= 0 ? 0 : point.value / before - 1;
  });
  const years = Math.max(daysBetween(first.day, last.day), 1) / yearDays;
  const sorted = returns.toSorted((one, other) => one - other);
  const fall = worstFall(points);
  const sum = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + (point.value > 0 ? of(point) / point.value : 0), 0);
  return {
    from: first.day,
    to: last.day,
    days: returns.length,
    lost_days: returns.filter((value) => value < 0).length,
    return: percent(last.value / first.value - 1),
    worst_fall: percent(fall.depth),
    worst_fall_days: fall.days,
    worst_fall_is_over: fall.isOver,
    volatility: percent(spread(returns) * Math.sqrt(returns.length / years)),
    worst_day: percent(Math.min(0, ...returns)),
    worst_month: worstMonth(points),
    turnover: percent(sum(({ traded }) => traded)),
    costs: percent(sum(({ costs }) => costs)),
    low: percent(sorted[Math.floor(sorted.length / 10)] ?? 0),
    high: percent(sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * 9) / 10))] ?? 0),
  };
}

/** From a highest value down, within a day too, and how long until it was there again, or until now. */
function worstFall(points: readonly Point[]): { depth: number; days: number; isOver: boolean } {
  let [high, depth, days, isOver] = [points[0], 0, 0, true];
  let deepestOf: Point | undefined;
  for (const point of points) {
    const lowest = (point.low ?? point.value) / (high?.value ?? point.value) - 1;
    if (high !== undefined && point !== high && lowest < depth) [depth, deepestOf] = [lowest, high];
    if (high === undefined || point.value >= high.value) {
      if (deepestOf !== undefined && high === deepestOf) {
        [days, isOver] = [daysBetween(high.day, point.day), true];
      }
      high = point;
      continue;
    }
    if (high === deepestOf) [days, isOver] = [daysBetween(high.day, point.day), false];
  }
  return { depth, days, isOver };
}

/** Between any two values that are thirty days apart, or as much more as the market was closed then. */
function worstMonth(points: readonly Point[]): string | null {
  let worst: number | null = null;
  let from = 0;
  for (const point of points) {
    while (daysBetween(points[from]?.day ?? point.day, point.day) >= daysOfMonth) from += 1;
    const before = points[from - 1];
    if (before === undefined || before.value <= 0) continue;
    const change = point.value / before.value - 1;
    if (worst === null || change < worst) worst = change;
  }
  return worst === null ? null : percent(worst);
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return Math.sqrt(squares / values.length);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

export function percent(value: number): string {
  const text = (Number.isFinite(value) ? value * 100 : 0).toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}
