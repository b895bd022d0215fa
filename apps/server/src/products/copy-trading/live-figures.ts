import {
  copyChartPointsMax,
  type CopyPeriod,
  type CopyProduct,
  type CopyProductPage,
} from "@sanshi/contract";
import { formatScaled } from "@sanshi/money";
import { dateBegins, marketDate, type MarketHours } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import {
  dayAfter,
  figuresOf,
  percent,
  periodBegins,
  within,
  type Figures,
} from "./figures.rules.ts";
import type { BacktestDay } from "./kept.ts";
import type { StoredProduct } from "./products.store.ts";
import { tradedBetween } from "./trades.store.ts";
import { valuedWithin, type EdgeValues, type Valued } from "./valuations.store.ts";

type Part = CopyProductPage["live"];
type Kept = NonNullable<Part["figures"]>;

/** The moment after the day that a period begins with; null of one without a beginning. */
export function periodStarts(
  { market }: Pick<StoredProduct, "market">,
  period: CopyPeriod,
  now: number,
  hours: MarketHours,
): number | null {
  const begins = periodBegins(period, marketDate(market, now, hours));
  return begins === null ? null : dateBegins(market, dayAfter(begins), hours);
}

/** What a product's own valuations in a period come to; its trading as a part of what it was worth on average. */
export async function livePart(
  reader: Reader,
  product: StoredProduct,
  from: number | null,
  hours: MarketHours,
): Promise<Part> {
  const series = await valuedWithin(reader, product.id, from);
  const [first] = series;
  const last = series.at(-1);
  if (first === undefined || last === undefined) return { figures: null, points: [] };
  const { market } = product;
  const points = series.map(({ due_at: at, unit_value: value }) => ({
    day: marketDate(market, at, hours),
    value: Number(value),
    traded: 0,
    costs: 0,
  }));
  const span = { from: first.valued_at, to: last.valued_at };
  const traded = await tradedBetween(reader, product.pool_id, span);
  const worth = series.flatMap(({ gross }) => (gross > 0n ? [Number(gross)] : []));
  const average = worth.reduce((sum, gross) => sum + gross, 0) / worth.length;
  const newest = points.at(-1);
  if (newest !== undefined && average > 0) {
    const share = newest.value / average;
    newest.traded = Number(traded.traded) * share;
    newest.costs = Number(traded.fees + traded.spread) * share;
  }
  const figures = figuresOf(points);
  const isOneIndex = first.index_code === last.index_code;
  const index = isOneIndex ? changeOf(first.index_level, last.index_level) : null;
  return {
    figures: figures === null ? null : shownFigures(figures, index),
    points: livePoints(series, points),
  };
}

/** Since a valuation, of a product's own and of the index at the same moments. */
export function resultOf(
  edges: EdgeValues | undefined,
  { market }: StoredProduct,
  hours: MarketHours,
): CopyProduct["result"] {
  if (edges === undefined || edges.first_value <= 0n) return null;
  const isOneIndex = edges.first_index === edges.last_index;
  return {
    from: marketDate(market, edges.first_at, hours),
    to: marketDate(market, edges.last_at, hours),
    return: percent(Number(edges.last_value) / Number(edges.first_value) - 1),
    index_return: isOneIndex ? changeOf(edges.first_level, edges.last_level) : null,
  };
}

/** What of a back-test lies in the same period before its last day, with the market's index at each day's close. */
export function testedPart(
  { feed }: Pick<Context, "feed">,
  { market }: StoredProduct,
  days: readonly BacktestDay[],
  { period, index }: { period: CopyPeriod; index: string | null },
): Part {
  const last = days.at(-1);
  if (last === undefined) return { figures: null, points: [] };
  const shown = within(days, periodBegins(period, last.day));
  const figures = figuresOf(shown);
  const levelOn = (day: string) =>
    feed.indexCloses?.(market, day).find(({ code }) => code === index)?.level ?? null;
  const [first] = shown;
  const start = first === undefined ? null : levelOn(first.day);
  const part = start === null || figures === null ? null : changeOf(start, levelOn(last.day));
  return {
    figures: figures === null ? null : shownFigures(figures, part),
    points: spacedOut(shown).map(({ day, value }) => ({
      day,
      value: hundred(BigInt(value), BigInt(first?.value ?? 0)),
      index: hundredOrNull(levelOn(day), start),
    })),
  };
}

function shownFigures(figures: Figures, indexReturn: string | null): Kept {
  const { low: _low, high: _high, ...rest } = figures;
  return { ...rest, index_return: indexReturn };
}

function livePoints(series: readonly Valued[], points: readonly { day: string }[]): Part["points"] {
  const [first] = series;
  if (first === undefined) return [];
  const placed = series.map((valued, place) => ({ ...valued, day: points[place]?.day ?? "" }));
  return spacedOut(placed).map(
    ({ day, unit_value: value, index_level: level, index_code: code }) => ({
      day,
      value: hundred(value, first.unit_value),
      index: code === first.index_code ? hundredOrNull(level, first.index_level) : null,
    }),
  );
}

/** Lines begin together at 100. */
function hundred(now: bigint, then: bigint): string {
  return then === 0n ? "0.00" : formatScaled((now * 20_000n + then) / (then * 2n), 2);
}

function hundredOrNull(now: bigint | null, then: bigint | null): string | null {
  return now === null || then === null || then === 0n ? null : hundred(now, then);
}

function changeOf(before: bigint | null, now: bigint | null): string | null {
  if (before === null || now === null || before <= 0n) return null;
  return percent(Number(now) / Number(before) - 1);
}

/** As many of them as a chart shows, evenly, the first and the last one always. */
export function spacedOut<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.ceil(items.length / (copyChartPointsMax - 1));
  if (step <= 1) return items;
  return items.filter((_, index) => index === 0 || (items.length - 1 - index) % step === 0);
}
