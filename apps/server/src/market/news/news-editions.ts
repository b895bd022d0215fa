import { minuteMs, dayMs } from "@sanshi/contract";
import { setImmediate as pause } from "node:timers/promises";
import type { MarketKey } from "@sanshi/money";
import {
  calendarDayBegins,
  instantOf,
  marketDate,
  nextTradingDay,
  sessionPhases,
  tradingHours,
  tradingMinuteCount,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Bar, CorporateAction, Instrument, Quote } from "../../market-feed/market-feed.ts";
import { compareArticles, type Article } from "./news-articles.rules.ts";
import {
  daysListedOf,
  isTold,
  runningStockDay,
  stockDay,
  yearDays,
  type StockDay,
} from "./news-days.rules.ts";
import {
  closingArticles,
  limitKey,
  limitsTouched,
  runningArticles,
  type MarketDay,
} from "./news.rules.ts";

export type NewsContext = Pick<Context, "quotes" | "feed" | "hours"> & {
  clock: Pick<Context["clock"], "now">;
};

/** A month's articles, newest first, and whether the record goes further back. */
type Edition = { articles: readonly Article[]; hasEarlier: boolean };

/**
 * All articles of a market's month, the running day's included. Finished days never change, so they
 * are worked out once, at the first question, stock by stock with pauses between them.
 */
export async function articlesOfMonth(
  context: NewsContext,
  market: MarketKey,
  month: string,
): Promise<Edition> {
  const newest = newestDay(context, market);
  if (newest === null || month > newest.date.slice(0, 7)) return noEdition;
  const isPast = month < newest.date.slice(0, 7);
  const until = isPast || newest.isOver ? null : newest.date;
  const question = [market, month, isPast ? "" : `${newest.date} ${newest.isOver}`].join();
  const finished = await recent(editionsOf(context), editionsMax, question, () =>
    finishedDays(context, market, month, until),
  );
  if (isPast || newest.isOver) return finished;
  const running = await runningDay(context, market, newest.date);
  if (running.length === 0) return finished;
  return { ...finished, articles: [...running, ...finished.articles].toSorted(compareArticles) };
}

const noEdition: Edition = { articles: [], hasEarlier: false };

export function newestMonth(context: NewsContext, market: MarketKey): string | null {
  return newestDay(context, market)?.date.slice(0, 7) ?? null;
}

export function monthBefore(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Date(date.getTime() - dayMs).toISOString().slice(0, 7);
}

export function monthAfter(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Date(date.getTime() + 32 * dayMs).toISOString().slice(0, 7);
}

/**
 * The newest day that has traded. Its end is read from the clock only where the feed lives in the
 * clock's own time; a replayed day is over when the next one begins.
 */
function newestDay(
  { quotes, clock, hours }: NewsContext,
  market: MarketKey,
): { date: LocalDate; isOver: boolean } | null {
  let newest: Quote | null = null;
  for (const quote of quotes.all(market)) {
    if (newest === null || quote.tradingDate > newest.tradingDate) newest = quote;
  }
  if (newest === null) return null;
  const { tradingDate: date, at } = newest;
  const isOwnTime = marketDate(market, at, hours) === date;
  return { date, isOver: isOwnTime && clock.now() >= timesOf(market, date, hours).endsAt };
}

function timesOf(
  market: MarketKey,
  date: LocalDate,
  hours: NewsContext["hours"],
): { opensAt: number; endsAt: number } {
  const opensAt = tradingHours(market, date, hours)?.opensAt;
  const endsAt = sessionPhases(market, date, hours).at(-1)?.until;
  // A record may hold a day that our calendar does not know.
  return {
    opensAt: opensAt ?? instantOf(market, date, "09:30"),
    endsAt: endsAt ?? instantOf(market, date, "16:00"),
  };
}

/** Enough bars for the 52 weeks before a month's first day, and for the month itself. */
const barsPerMonth = yearDays + 45;

async function finishedDays(
  context: NewsContext,
  market: MarketKey,
  month: string,
  until: LocalDate | null,
): Promise<Edition> {
  const { feed, quotes } = context;
  const before = instantOf(market, `${monthAfter(month)}-01`, "00:00");
  const days = new Map<LocalDate, StockDay[]>();
  let hasEarlier = false;
  for (const instrument of quotes.instruments(market)) {
    const { code } = instrument;
    const bars = await feed.bars({ market, code, period: "1d", before, limit: barsPerMonth });
    const actions = feed.corporateActions(market, code);
    for (const [index, { tradingDate }] of bars.entries()) {
      if (tradingDate < month) hasEarlier = true;
      if (!tradingDate.startsWith(month) || (until !== null && tradingDate >= until)) continue;
      if (!isTold(instrument, tradingDate)) continue;
      const stocks = days.get(tradingDate) ?? [];
      const base = feed.basePrice?.(market, code, tradingDate);
      stocks.push(stockDay(asOf(context, instrument, tradingDate), bars, index, actions, base));
      days.set(tradingDate, stocks);
    }
    await pause();
  }
  const dates = [...days.keys()].toSorted();
  const articles: Article[] = [];
  for (const [place, date] of dates.entries()) {
    const stocks = days.get(date)!;
    const day = await marketDay(context, market, date, stocks, dates[place + 1]);
    articles.push(...runningArticles(day), ...closingArticles(day));
    await pause();
  }
  return { articles: articles.toSorted(compareArticles), hasEarlier };
}

/** By the code and the name of a day that is over: what was written of it stays. */
function asOf({ quotes, hours }: NewsContext, instrument: Instrument, date: LocalDate): Instrument {
  const { market, code } = instrument;
  return { ...instrument, ...quotes.called(market, code, calendarDayBegins(market, date, hours)) };
}

/** What the running day has told so far; the quotes know it, so nothing is kept. */
async function runningDay(
  context: NewsContext,
  market: MarketKey,
  date: LocalDate,
): Promise<Article[]> {
  const { quotes, clock } = context;
  const stocks: StockDay[] = [];
  for (const quote of quotes.all(market)) {
    const instrument = quotes.instrument(market, quote.code);
    if (instrument === null || quote.tradingDate !== date || !isTold(instrument, date)) continue;
    const listed = await daysListed(context, instrument, quote);
    const base = context.feed.basePrice?.(market, quote.code, date);
    stocks.push(runningStockDay(instrument, quote, listed, base));
  }
  const day = await marketDay(context, market, date, stocks, undefined);
  const now = clock.now();
  return runningArticles(day).filter(({ at }) => at <= now);
}

const newInstrumentMs = 30 * dayMs;
const newInstrumentBars = 30;

async function daysListed(
  { feed, clock }: NewsContext,
  instrument: Instrument,
  { market, code, tradingDate }: Quote,
): Promise<number> {
  if (Date.parse(tradingDate) - Date.parse(instrument.listedOn) > newInstrumentMs) return Infinity;
  const before = clock.now() + 1;
  const bars = await feed.bars({ market, code, period: "1d", before, limit: newInstrumentBars });
  return bars.length === 0 ? 0 : daysListedOf(instrument, bars, bars.length - 1);
}

async function marketDay(
  context: NewsContext,
  market: MarketKey,
  date: LocalDate,
  stocks: readonly StockDay[],
  nextDate: LocalDate | undefined,
): Promise<MarketDay> {
  const { feed, hours } = context;
  const times = timesOf(market, date, hours);
  const next = nextDate ?? nextTradingDay(market, date, hours);
  const touchedAt = new Map<string, number>();
  for (const stock of stocks) {
    for (const side of limitsTouched(stock)) {
      const { code } = stock.instrument;
      const question = [market, date, limitKey(code, side)].join();
      const at = await recent(touchesOf(context), touchesMax, question, () =>
        firstTouch(context, { market, code, date, endsAt: times.endsAt }, stock, side),
      );
      if (at !== null) touchedAt.set(limitKey(code, side), at);
    }
  }
  const actions = stocks.flatMap(({ instrument }) =>
    actionsOf(feed, instrument)
      .filter(({ exDate }) => exDate === date || exDate === next)
      .map((action) => ({ instrument, action })),
  );
  const indexes = feed.indexCloses?.(market, date) ?? [];
  return { market, date, ...times, nextDate: next, stocks, indexes, actions, touchedAt };
}

function actionsOf(
  feed: NewsContext["feed"],
  { market, code }: Instrument,
): readonly CorporateAction[] {
  const known = feed.corporateActions(market, code);
  const next = feed.nextActions?.(market, code) ?? [];
  return next.length === 0 ? known : [...known, ...next];
}

const auctionMinutesMax = 30;

/** The end of the first minute that traded at the limit; null where no minutes are recorded. */
async function firstTouch(
  { feed, hours }: NewsContext,
  day: { market: MarketKey; code: string; date: LocalDate; endsAt: number },
  { limits }: StockDay,
  side: "limit_up" | "limit_down",
): Promise<number | null> {
  const { market, code, date, endsAt } = day;
  const limit = tradingMinuteCount(market, date, hours) + auctionMinutesMax;
  const bars = await feed.bars({ market, code, period: "1m", before: endsAt, limit });
  const isTouch = ({ tradingDate, high, low }: Bar) =>
    tradingDate === date && (side === "limit_up" ? high >= limits!.high : low <= limits!.low);
  const first = bars.find(isTouch);
  await pause();
  return first === undefined ? null : Math.min(first.from + minuteMs, endsAt);
}

const editionsMax = 48;
const touchesMax = 2_000;
const editions = new WeakMap<object, Map<string, Promise<Edition>>>();
const touches = new WeakMap<object, Map<string, Promise<number | null>>>();

function editionsOf({ feed }: NewsContext) {
  return keptOf(editions, feed);
}

function touchesOf({ feed }: NewsContext) {
  return keptOf(touches, feed);
}

function keptOf<Value>(kept: WeakMap<object, Map<string, Value>>, feed: object) {
  let own = kept.get(feed);
  if (own === undefined) kept.set(feed, (own = new Map()));
  return own;
}

/** Made once and shared while it is being made; the oldest goes first, and a failure is not kept. */
function recent<Value>(
  kept: Map<string, Promise<Value>>,
  countMax: number,
  question: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(question);
  if (known !== undefined) return known;
  const made = make();
  kept.set(question, made);
  made.catch(() => kept.delete(question));
  if (kept.size > countMax) kept.delete(kept.keys().next().value!);
  return made;
}
