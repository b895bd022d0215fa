import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as rest } from "node:timers/promises";
import {
  backtestDaysMax,
  backtestYearsMax,
  dayMs,
  minuteMs,
  type BacktestBars,
} from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { dateBegins, marketDate, monthsAfter } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { backtestInSteps, type TestedMinutes } from "./backtest.ts";
import { figuresOf } from "./figures.rules.ts";
import type { BacktestDay } from "./kept.ts";
import { historyOf, type StockHistory } from "./past-market.ts";
import { findProduct, type StoredProduct } from "./products.store.ts";
import { strategies } from "./strategies/index.ts";
import { insertBacktest, untestedProduct } from "./valuations.store.ts";

export type BacktestContext = Pick<Context, "database" | "clock" | "feed" | "hours" | "log"> & {
  quotes: Pick<Context["quotes"], "instruments">;
};

/** Others work in between: so long a turn is not noticed. */
const turnMsMax = 8;
/** A turn of others that takes longer than this is of a process with customers, who are not to wait behind a test. */
const othersTurnMs = 4;
const othersRestMs = 60;
/** After a turn over minutes: a quarter of a process that has nothing else to do, and nothing of a busy one. */
const restMs = 24;
const busyFrom = 0.5;
const busyRestMs = 250;
const furtherDays = 10;
const warmUpMax =
  furtherDays + Math.max(...Object.values(strategies).map(({ lookBackDays }) => lookBackDays));

/** What was read of a market's days up to a moment, for the next of its products. */
export type ReadHistories = Map<string, readonly StockHistory[]>;

/**
 * Tests the next product that was not yet, over the days before it was published. Returns whether there was one. A test
 * over minutes reads years of them, by and by, and takes the place of that over days; a feed without minutes has none.
 *
 * @param read what earlier tests over days have read, which is not read again, and to which this one's is added.
 */
export async function testNext(
  context: BacktestContext,
  isStopped: () => boolean,
  {
    bars,
    years = backtestYearsMax,
    read = new Map(),
  }: { bars: BacktestBars; years?: number; read?: ReadHistories },
): Promise<boolean> {
  const { reader } = context.database;
  if (bars === "minutes" && context.feed.minutes === undefined) return false;
  const id = await untestedProduct(reader, bars);
  const product = id === null ? undefined : await findProduct(reader, id);
  if (product === undefined) return false;
  const over = bars === "days" ? null : { years, minutes: minutesOf(context, product) };
  const days = await runBacktest(context, product, { over, read }, isStopped);
  if (days === null) return false;
  const at = context.clock.now();
  await insertBacktest(reader, {
    ...{ productId: product.id, bars, at, days },
    figures: figuresOf(days),
  });
  return true;
}

type Tested = Pick<
  StoredProduct,
  | "market"
  | "strategy"
  | "published_at"
  | "management_basis_points"
  | "performance_basis_points"
  | "valued_at_minute"
  | "cut_off_minutes"
>;

/** A product decides at its cut-off and is valued at its valuation, every day at the same minutes. */
function minutesOf({ feed, hours }: BacktestContext, product: Tested): TestedMinutes {
  const { market, valued_at_minute: valued, cut_off_minutes: cutOff } = product;
  const at = (day: string, minute: number) => dateBegins(market, day, hours) + minute * minuteMs;
  return {
    of: (code, day) => feed.minutes?.(market, code, day) ?? null,
    decidesAt: (day) => at(day, valued - cutOff),
    valuedAt: (day) => at(day, valued),
  };
}

type OverMinutes = { years: number; minutes: TestedMinutes };

/** Null where it was stopped in the middle: another time begins anew and comes to the same. */
async function runBacktest(
  context: BacktestContext,
  product: Tested,
  { over, read }: { over: OverMinutes | null; read: ReadHistories },
  isStopped: () => boolean,
): Promise<BacktestDay[] | null> {
  const { market } = product;
  const strategy = strategies[product.strategy];
  const pause = over === null ? letOthersWork : restUntilIdle;
  const past = await pastOf(context, product, { years: over?.years ?? null, read }, pause);
  const terms = {
    managementBasisPoints: product.management_basis_points,
    performanceBasisPoints: product.performance_basis_points,
  };
  const asked = { days: past.days, terms, minutes: over?.minutes ?? null };
  const tested: BacktestDay[] = [];
  let began = performance.now();
  try {
    for (const step of backtestInSteps(market, strategy, past.histories, asked)) {
      if (step !== null) tested.push(step);
      if (performance.now() - began < turnMsMax) continue;
      await pause();
      if (isStopped()) return null;
      began = performance.now();
    }
  } catch (error) {
    // A strategy that fails has no test: it is shown without one, and stopped on its first day here.
    context.log.error(
      { err: error, strategy: product.strategy },
      "a strategy failed over the past",
    );
    return [];
  }
  return tested;
}

/** What is read of a market, and the days of it that are tested: behind those that a strategy looks back at first. */
async function pastOf(
  context: BacktestContext,
  product: Tested,
  { years, read }: { years: number | null; read: ReadHistories },
  pause: () => Promise<void>,
): Promise<{ histories: StockHistory[]; days: string[] }> {
  const { hours } = context;
  const { market } = product;
  const today = marketDate(market, product.published_at, hours);
  const first = years === null ? "" : monthsAfter(today, -12 * years);
  const warmUp = strategies[product.strategy].lookBackDays + furtherDays;
  const daysMax = years === null ? backtestDaysMax : Math.ceil(years * 366);
  const asked = {
    market,
    before: dateBegins(market, today, hours) + dayMs,
    limit: daysMax + (years === null ? warmUpMax : warmUp),
  };
  const all =
    years === null
      ? await readOnce(context, asked, read, pause)
      : await readAll(context, asked, pause);
  const histories = all.map((one) => ({ ...one, bars: one.bars.slice(-(daysMax + warmUp)) }));
  const dates = new Set(
    histories.flatMap(({ bars }) => bars.map(({ tradingDate }) => tradingDate)),
  );
  const known = [...dates].filter((date) => date < today).toSorted();
  return { histories, days: known.slice(warmUp).filter((date) => date >= first) };
}

/** A market's days with those that any strategy looks back at: its products are mostly published and tested together. */
async function readOnce(
  context: BacktestContext,
  asked: MarketDays,
  read: ReadHistories,
  pause: () => Promise<void>,
): Promise<readonly StockHistory[]> {
  const key = `${asked.market} ${asked.before}`;
  const histories = read.get(key) ?? (await readAll(context, asked, pause));
  read.set(key, histories);
  return histories;
}

type MarketDays = { market: MarketKey; before: number; limit: number };

async function readAll(
  { feed, quotes }: BacktestContext,
  { market, ...asked }: MarketDays,
  pause: () => Promise<void>,
): Promise<StockHistory[]> {
  const histories: StockHistory[] = [];
  for (const instrument of quotes.instruments(market)) {
    histories.push(...(await historyOf(feed, [instrument], asked)));
    await pause();
  }
  return histories;
}

/** At once where nobody has anything to do; of a busy process a tenth. */
async function letOthersWork(): Promise<void> {
  const before = performance.now();
  await nextTurn();
  if (performance.now() - before > othersTurnMs) await rest(othersRestMs);
}

async function restUntilIdle(): Promise<void> {
  let before = performance.eventLoopUtilization();
  await rest(restMs);
  while (performance.eventLoopUtilization(before).utilization > busyFrom) {
    before = performance.eventLoopUtilization();
    await rest(busyRestMs);
  }
}
