import { iso } from "@sanshi/contract";
import type { CallOutput, Calls, CheckedInput } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  marketKeys,
  minor,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import {
  auctionsOf,
  calendarStatusAt,
  marketStatus,
  offeredForms,
  recordMoment,
  rulesOfStock,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { aggregate, candles, candlesOf } from "../../market-feed/candles.ts";
import type { Bar, Instrument, Quote } from "../../market-feed/market-feed.ts";
import { hasEnded } from "../../market-feed/stock-ends.ts";
import { RawJson } from "../../platform/http/answers.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import {
  dayRules,
  daySessions,
  indexFigures,
  minutesPerPoint,
  orderLots,
  rank,
  timeSharePoints,
  type StockSort,
} from "./market.rules.ts";
import { barsBetween, extendedDay, sharedFor } from "./extended-chart.ts";
import type { extendedHoursOf } from "./extended-hours.ts";
import { phasesOnChart } from "./day-phases.ts";
import { patientBars } from "./patient-bars.ts";
import { createRecentAnswers, type RecentAnswers } from "./recent-answers.ts";
import { haltOnWire } from "../trading-halts/trading-halts.ts";
import { findInstruments } from "./search.ts";
import { endOnWire, formerlyOf } from "./stock-end.ts";
import { rowState, stockRow, stockRowsJson, type RowContext } from "./stock-row.ts";
import { limitFacts } from "./widened-limits.ts";

export { changePercent, indexFigures } from "./market.rules.ts";

/** What this feature stands on. */
/** The tick and the limits of the day, for whoever takes orders. */
export { dayRules } from "./market.rules.ts";
export { findInstruments } from "./search.ts";
export { limitFacts } from "./widened-limits.ts";
export { offersExtendedHours } from "./extended-hours.ts";
export { adjustmentFactors } from "./adjustment-factors.ts";
export { createRecentAnswers, type RecentAnswers } from "./recent-answers.ts";

export type MarketContext = Pick<Context, "quotes" | "feed" | "hours" | "halts"> & {
  settings: Pick<Context["settings"], "marketRules">;
  clock: Pick<Context["clock"], "now">;
};
export type StockKey = { type: MarketKey; code: string };

/** With the code that the stock has now: who asks by a former one means the same stock. */
export function presentStock<Key extends StockKey>(
  { quotes }: Pick<Context, "quotes">,
  key: Key,
): Key {
  return { ...key, code: quotes.present(key.type, key.code) };
}

const hotStocksMax = 20;
const searchResultsMax = 50;

/** A stock as the lists show it, for those who list stocks by other reasons. */
export function stockRowOf(
  context: RowContext,
  instrument: Instrument,
  quote: Quote,
): ReturnType<typeof stockRow> {
  return stockRow(instrument, quote, rowState(context, instrument, quote));
}

/** Every stock of a market, in the order of the ranking. */
export function rankedStocks(context: MarketContext, market: MarketKey, sort: StockSort): RawJson {
  const ranked = rank(offeredQuotes(context, market), sort);
  return new RawJson(stockRowsJson(context, ranked));
}

export function hotStocks(context: MarketContext, market: MarketKey): RawJson {
  const busiest = rank(offeredQuotes(context, market), "turnover").slice(0, hotStocksMax);
  return new RawJson(stockRowsJson(context, busiest));
}

/** What the house has taken off its shelf, and what has ended, is in no list to choose from; its holders still find it. */
export function offeredQuotes(
  { quotes, clock, hours }: Pick<MarketContext, "quotes" | "clock" | "hours">,
  market: MarketKey,
): readonly Quote[] {
  const now = clock.now();
  return quotes.all(market).filter((quote) => {
    const instrument = quotes.instrument(market, quote.code);
    return instrument !== null && isOffered(instrument) && !hasEnded(instrument, now, hours);
  });
}

function isOffered({ offered }: Instrument): boolean {
  return offered !== false;
}

/** The newest rows of these stocks, in their order; one without a quote is left out. */
export function stockRows(context: MarketContext, keys: readonly StockKey[]): RawJson {
  const quotes = keys.flatMap(({ type, code }) => context.quotes.get(type, code) ?? []);
  return new RawJson(stockRowsJson(context, quotes));
}

export function searchStocks(context: MarketContext, text: string): RawJson {
  const offered = context.quotes.instruments().filter(isOffered);
  const found = findInstruments(offered, text, searchResultsMax);
  return stockRows(
    context,
    found.map(({ market, code }) => ({ type: market, code })),
  );
}

export function indexRows(
  context: MarketContext,
  market: MarketKey | undefined,
): CallOutput<Calls["/market/indexes"]> {
  return context.quotes.indexes(market).map((index) => {
    const { level, change, percent } = indexFigures(index.level, index.previousClose);
    return {
      type: index.market,
      code: index.code,
      names: index.names,
      level,
      change,
      change_percent: percent,
      at: iso(index.at),
    };
  });
}

export function stockDetail(
  context: MarketContext,
  key: StockKey,
  watched: boolean,
  extended: Awaited<ReturnType<typeof extendedHoursOf>> = null,
): Outcome<CallOutput<Calls["/market/stock"]>> {
  const found = findStock(context, key);
  if (found === null) return refuse("instrument_not_found");
  const { instrument, quote } = found;
  const currency = settlementCurrency(quote.market);
  const market = marketState(context, quote.market);
  const halt = context.halts.of(quote.market, quote.code);
  const facts = limitFacts(context.feed, instrument, context.clock.now());
  const { tick, limits } = dayRules(instrument, quote, market.trading_date, context.hours, facts);
  const lots = orderLots(instrument, context.settings.marketRules, market.trading_date);
  return accept({
    ...stockRow(instrument, quote, rowState(context, instrument, quote)),
    bid: formatPrice(quote.bid, currency),
    ask: formatPrice(quote.ask, currency),
    lot: formatShares(lots.step),
    lot_min: formatShares(lots.least),
    tick: formatPrice(tick, currency),
    limit_up: limits === null ? null : formatPrice(limits.high, currency),
    limit_down: limits === null ? null : formatPrice(limits.low, currency),
    sector: instrument.sector,
    listed_on: instrument.listedOn,
    order_forms: formsOnWire(offeredForms(instrument, market.trading_date, context.hours)),
    halt: halt === null ? null : haltOnWire(halt, instrument.names, null),
    end: endOnWire(context, instrument),
    rules: [...rulesOfStock(instrument, market.trading_date)],
    watched,
    market,
    formerly: formerlyOf(context, quote.market, quote.code),
    ...(extended !== null && { extended }),
  });
}

function formsOnWire(forms: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(forms).map(([kind, validities]) => [kind, [...validities]]),
  );
}

/** JSON of `/market/candles`; of a stock whose extended hours are shown, with their candles beside it. */
export async function stockCandles(
  context: MarketContext,
  input: CheckedInput<Calls["/market/candles"]>,
  showsExtended = false,
): Promise<Outcome<RawJson>> {
  const found = findStock(context, input);
  if (found === null) return refuse("instrument_not_found");
  const { feed, clock, hours } = context;
  const { type, period, adjust, before, limit } = input;
  const { code } = found.quote;
  const until = before === undefined ? recordMoment(clock.now(), hours) + 1 : Date.parse(before);
  const isMinutes = period.endsWith("m");
  const outside = isMinutes && showsExtended ? sharedFor(clock.now()) : null;
  const newest = [found.quote.sequence, outside];
  const question = ["candles", type, code, period, adjust, before, limit, ...newest];
  const answer = await chartsOf(feed).get(question.join(), async () => {
    const asked = {
      feed: { bars: patientBars(feed), corporateActions: feed.corporateActions },
      ...{ market: type, code, period, adjust, before: until, limit: Number(limit) },
    };
    const { items, more } = await candles(asked);
    const [first] = items;
    const extended =
      outside === null || first === undefined
        ? null
        : await candlesOf(asked, await barsBetween(context, found.quote, first.from, until));
    const rows = items.map((bar) => candleRow(bar, type));
    return new RawJson(
      JSON.stringify({
        ...{ items: rows, more },
        ...(extended && { extended: extended.map((bar) => candleRow(bar, type)) }),
      } satisfies CandlePage),
    );
  });
  return accept(answer);
}

type CandlePage = CallOutput<Calls["/market/candles"]>;

function candleRow(bar: Bar, market: MarketKey): CandlePage["items"][number] {
  const currency = settlementCurrency(market);
  return [
    iso(bar.from),
    formatPrice(bar.open, currency),
    formatPrice(bar.high, currency),
    formatPrice(bar.low, currency),
    formatPrice(bar.close, currency),
    formatShares(bar.volume),
    formatMinor(minor(bar.turnoverMinor), currency),
  ];
}

/** JSON of `/market/timeshare`: the day that the newest quote belongs to. */
export async function timeShare(
  context: MarketContext,
  key: StockKey,
  showsExtended = false,
): Promise<Outcome<RawJson>> {
  const found = findStock(context, key);
  if (found === null) return refuse("instrument_not_found");
  const { market, code, sequence } = found.quote;
  // An auction may match after the last quote of the day.
  const auctions = auctionPrices(context, found);
  const outside = showsExtended ? sharedFor(context.clock.now()) : null;
  const question = ["timeshare", market, code, sequence, auctions.length, outside].join();
  const answer = await chartsOf(context.feed).get(question, async () => {
    const day = await runningDay(context, found.quote);
    const extended =
      outside === null ? null : await extendedDay(context, found.quote, day.point_minutes);
    return new RawJson(
      JSON.stringify({ ...day, auction_prices: auctions, ...(extended && { extended }) }),
    );
  });
  return accept(answer);
}

type TimeShareAnswer = CallOutput<Calls["/market/timeshare"]>;

/** Of the auctions of the day that the newest quote belongs to, those that have matched. */
function auctionPrices(
  { feed, hours }: MarketContext,
  { instrument, quote }: FoundStock,
): TimeShareAnswer["auction_prices"] {
  const { market, code, tradingDate } = quote;
  const currency = settlementCurrency(market);
  return auctionsOf(instrument.exchange, tradingDate, hours).flatMap(({ auction }) => {
    const print = feed.auction?.({ market, code, tradingDate, auction }) ?? null;
    if (print === null) return [];
    const { at, price, volume, locked } = print;
    return {
      auction,
      at: iso(recordMoment(at, hours)),
      price: formatPrice(price, currency),
      volume: volume === null ? null : formatShares(volume),
      locked,
    };
  });
}

/** The day that a quote belongs to, point by point. */
export async function runningDay(
  { feed, clock, hours }: MarketContext,
  { market, code, tradingDate, previousClose }: Quote,
): Promise<Omit<TimeShareAnswer, "auction_prices">> {
  const phases = phasesOnChart(market, tradingDate, hours);
  const { sessions, auctions } = daySessions(phases);
  const minutesOfDay = minutesIn(phases);
  const pointMinutes = minutesPerPoint(minutesOfDay);
  const minutes = await patientBars(feed)({
    market,
    code,
    period: "1m",
    before: recordMoment(clock.now(), hours) + 1,
    limit: minutesOfDay + auctionMinutesMax,
  });
  return {
    trading_date: tradingDate,
    previous_close: formatPrice(previousClose, settlementCurrency(market)),
    point_minutes: pointMinutes,
    sessions: sessions.map(({ from, until }) => [iso(from), iso(until)]),
    auctions: auctions.map(({ kind, from, until }) => ({
      kind,
      from: iso(from),
      until: iso(until),
    })),
    items: timeSharePoints(
      market,
      aggregate(
        minutes.filter((minute) => minute.tradingDate === tradingDate),
        `${pointMinutes}m`,
      ),
    ),
  };
}

function minutesIn(phases: ReturnType<typeof phasesOnChart>): number {
  const continuous = phases.filter(({ phase }) => phase === "continuous");
  return continuous.reduce((sum, { from, until }) => sum + (until - from), 0) / 60_000;
}

/** Auctions add minutes of their own to a day's continuous ones. */
const auctionMinutesMax = 30;

const charts = new WeakMap<MarketContext["feed"], RecentAnswers<RawJson>>();
const chartsMax = 200;

/** Charts that were drawn lately. A new quote asks a new question, so none is ever old. */
export function chartsOf(feed: MarketContext["feed"]): RecentAnswers<RawJson> {
  let kept = charts.get(feed);
  if (kept === undefined) charts.set(feed, (kept = createRecentAnswers(chartsMax)));
  return kept;
}

export function depthOf(
  context: MarketContext,
  key: StockKey,
): Outcome<CallOutput<Calls["/market/depth"]>> {
  const found = findStock(context, key);
  if (found === null) return refuse("instrument_not_found");
  const currency = settlementCurrency(key.type);
  const levels = (side: Quote["bids"]) =>
    side.map(({ price, quantity }): [string, string] => [
      formatPrice(price, currency),
      formatShares(quantity),
    ]);
  const { bids, asks, at } = found.quote;
  return accept({ bids: levels(bids), asks: levels(asks), at: iso(at) });
}

export function marketStates(context: MarketContext): CallOutput<Calls["/market/status"]> {
  return marketKeys.map((type) => ({ type, ...marketState(context, type) }));
}

/** Whether the feed knows the stock; what another feature asks before it keeps one. */
export function stockExists(context: MarketContext, { type, code }: StockKey): boolean {
  return context.quotes.instrument(type, context.quotes.present(type, code)) !== null;
}

function marketState(context: MarketContext, market: MarketKey) {
  const now = context.clock.now();
  const status = marketStatus(market, now, context.hours);
  return {
    open: status.isOpen,
    phase: status.phase,
    trading_date: status.tradingDate,
    opens_at: status.opensAt === null ? null : iso(status.opensAt),
    closes_at: status.closesAt === null ? null : iso(status.closesAt),
    calendar_status: calendarStatusAt(market, status.opensAt ?? now, context.hours),
  };
}

type FoundStock = { instrument: Instrument; quote: Quote };

/** A stock that was renamed is found by each of its codes. */
export function findStock(
  { quotes }: MarketContext,
  { type, code: asked }: StockKey,
): FoundStock | null {
  const code = quotes.present(type, asked);
  const instrument = quotes.instrument(type, code);
  const quote = quotes.get(type, code);
  return instrument === null || quote === null ? null : { instrument, quote };
}
