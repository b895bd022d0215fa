import { instantOf, localDate } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import {
  reachesWaited,
  type AuctionPrint,
  type Bar,
  type BarPeriod,
  type CorporateAction,
  type Delivery,
  type FeedEnd,
  type Instrument,
  type Listing,
  type MarketFeed,
  type PassedQuestion,
  type Quote,
} from "../market-feed.ts";
import { watchAuctions } from "../passed-auctions.ts";
import { countLeftOut, type LeftOut } from "./left-out.ts";
import { recordedAuction } from "./recorded-auctions.ts";
import { recordedEnd } from "./recorded-end.ts";
import { recordedExtended, type RecordedExtended } from "./recorded-extended.ts";
import { recordedHours, toApp, toRecord, type PlayedTime } from "./recorded-hours.ts";
import { findRecordedStock, readRecordedMarket, type RecordedMarket } from "./recorded-market.ts";
import { reportOf } from "./record-report.ts";
import { quoteOf, timeOfSequence } from "./recorded-quote.ts";
import type { RecordedBar } from "./recorded-rows.ts";
import type { RecordedStock } from "./recorded-stock.ts";
import { readConfig, type ReplayConfig } from "./replay-config.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import { createTape, playedBar, type Tape, type TapeEvent } from "./tape.ts";

type ReplayOptions = ReplayConfig & {
  folder: string;
  clock: { now(): number };
  /** When the record's playing begins where neither the folder nor these options say it; now when left out. */
  beganAt?: number;
  /** The folder as it was read already. */
  record?: RecordedMarket;
  /** What was left out then. */
  remarks?: Parameters<typeof reportOf>[1];
  pollMs?: number;
  /** Told of every row that was not taken. */
  leaveOut?: (what: LeftOut) => void;
};

export type ReplayFeed = MarketFeed & {
  /** Delivers what has happened since the last look; the timer of `start` calls it. */
  poll(): void;
};

const replayName = "replay";

const jumpMs = 1_000;
/** By then every exchange has closed. */
const tradingOver = "17:00";

type Played = { event: TapeEvent; quote: Quote; nextAt: number };

function recordOf({ folder, record, remarks, leaveOut }: ReplayOptions, codes?: readonly string[]) {
  const leftOut = countLeftOut();
  const add = (what: LeftOut) => {
    leftOut.add(what);
    leaveOut?.(what);
  };
  const read = record ?? readRecordedMarket(folder, codes, add);
  return { record: read, remarks: remarks ?? leftOut.remarks() };
}

/**
 * Plays recorded bars on the app's clock. Within a bar it delivers the open, the high and the low, and
 * the close as last prices; that is all that a bar tells, so nothing is made up in between. The
 * record's dates stay what they were, while a quote's `at` is on the app's clock.
 */
export function createReplayFeed(options: ReplayOptions): ReplayFeed {
  const { folder, clock } = options;
  const config = { ...readConfig(folder), ...options };
  const { from, until, codes, pollMs = 250 } = config;
  const { record, remarks } = recordOf(options, codes);
  const { stocks, days, renames } = record;
  const told = reportOf(record, remarks);
  const first = from ?? firstOf(stocks.map((stock) => dateOf(stock.days.dayAt(0))));
  const time: PlayedTime = {
    zero: Date.parse(`${first}T00:00:00Z`),
    startsAt: config.startsAt ?? options.beganAt ?? clock.now(),
    speed: config.speed ?? 1,
  };
  const tapes = new Map<string, Tape>();
  const recorded = (market: MarketKey, code: string) => findRecordedStock(folder, market, code);
  const played = new Map<string, Played>();
  let deliver: Delivery | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lookedAt = clock.now();
  const playedDays = until === undefined ? days : daysUntil(days, until);
  const recordsHours = recordedHours(playedDays, time, "exchange");
  const passedAuctions = watchAuctions(lookedAt, recordsHours);
  const extended = new Map<string, RecordedExtended>();
  const asPlayed = { time, hours: recordsHours, feed: replayName, until };
  const play = (stock: RecordedStock) => {
    const tape = createTape(stock, days, until);
    const key = keyOf(stock.instrument);
    tapes.set(key, tape);
    if (stock.extended.length > 0) extended.set(key, recordedExtended(tape, asPlayed));
  };
  for (const stock of stocks) play(stock);

  function poll(): void {
    const now = clock.now();
    const isJump = now - lookedAt > jumpMs;
    lookedAt = now;
    const moment = toRecord(time, now);
    const quotes: Quote[] = [];
    for (const [key, tape] of tapes) {
      const before = played.get(key);
      // Most have nothing new at most looks.
      if (before !== undefined && moment < before.nextAt) continue;
      for (const event of newEvents(tape, moment, before?.event, isJump)) {
        const quote = quoteAt(tape, event, time);
        const nextAt = tape.nextAt(event) ?? Number.POSITIVE_INFINITY;
        played.set(key, { event, quote, nextAt });
        quotes.push(isJump && before ? { ...quote, leaptFrom: before.quote } : quote);
      }
    }
    const auctions = auctionsUntil(now, isJump);
    if (quotes.length > 0 || auctions.length > 0) deliver?.(quotes, [], auctions);
  }

  const auctionsUntil = (now: number, isJump: boolean): AuctionPrint[] =>
    passedAuctions
      .until(now, isJump)
      .flatMap((passed) =>
        printsOf(stocks, passed, { hours: recordsHours, now, feed: replayName }),
      );

  return {
    name: replayName,
    kind: "simulated",
    poll,
    passed: (question) => {
      const until = Math.min(question.until, clock.now());
      return passedOf(tapes, extended, { ...question, until }, time);
    },
    instruments: () => {
      poll();
      return stocks.map(({ instrument }) => instrument).filter((one) => played.has(keyOf(one)));
    },
    // Our own indices belong to the simulated companies; a record has none of them.
    indexes: () => [],
    snapshot: () => {
      poll();
      return [...played.values()].map(({ quote }) => quote);
    },
    start(callback) {
      deliver = callback;
      poll();
      timer ??= setInterval(poll, pollMs);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
      timer = null;
      deliver = null;
    },
    renames: () => renames,
    record: () => told,
    hours: (keeps) => recordedHours(playedDays, time, keeps),
    bars({ market, code, period, before, limit }) {
      const tape = tapes.get(keyOf({ market, code }));
      if (tape === undefined) return [];
      return barsOf(tape, barsIn(tape, period), toRecord(time, clock.now()), before, limit);
    },
    ...extendedOf(extended, clock),
    auction({ market, code, tradingDate, auction }) {
      const stock = tapes.get(keyOf({ market, code }))?.stock;
      if (stock === undefined) return null;
      const asked = { hours: recordsHours, now: clock.now(), feed: replayName };
      return recordedAuction(stock, { tradingDate, auction }, asked);
    },
    additions: {
      of: "codes",
      objection(market, code) {
        if (tapes.has(keyOf({ market, code }))) return "carried";
        // Without a choice of codes everything that was recorded is played already.
        return codes === undefined || recorded(market, code) === null ? "unknown" : null;
      },
      carry({ market, code, ...told }) {
        const found = tapes.has(keyOf({ market, code })) ? null : recorded(market, code);
        if (found === null) return;
        // The record knows prices and dates; what a stock is called it does not.
        const addedOn = localDate(market, toRecord(time, told.addedAt));
        const stock = { ...found, instrument: asListed(found.instrument, told, addedOn) };
        stocks.push(stock);
        days.add([stock]);
        stock.end = recordedEnd(stock, days, () => undefined);
        play(stock);
      },
    },
    ends: () => endsKnown(stocks, toRecord(time, clock.now()), until),
    ...besidePrices(tapes, () => toRecord(time, clock.now())),
  };
}

/** What the files say of a stock beside its prices. */
function besidePrices(
  tapes: ReadonlyMap<string, Tape>,
  now: () => number,
): Pick<MarketFeed, "corporateActions"> & Required<Pick<MarketFeed, "basePrice">> {
  const tapeOf = (market: MarketKey, code: string) => tapes.get(keyOf({ market, code }));
  return {
    basePrice: (market, code, date) =>
      tapeOf(market, code)?.stock.bases.get(dayNumberOf(date)) ?? null,
    corporateActions: (market, code) => actionsKnown(tapeOf(market, code), now()),
  };
}

/** The record knows prices and dates; what a stock is called it does not. */
function asListed(
  instrument: Instrument,
  {
    exchange,
    names,
    searchTerms,
    sector,
  }: Pick<Listing, "exchange" | "names" | "searchTerms" | "sector">,
  addedOn: string,
): Instrument {
  return { ...instrument, exchange, names, searchTerms, sector, addedOn };
}

function passedOf(
  tapes: ReadonlyMap<string, Tape>,
  extended: ReadonlyMap<string, RecordedExtended>,
  asked: PassedQuestion,
  time: PlayedTime,
): Iterable<Quote> {
  const tape = tapes.get(keyOf(asked));
  if (tape === undefined) return [];
  const regular = passedQuotes(tape, asked, time);
  return extended.get(keyOf(asked))?.passed(asked, regular) ?? regular;
}

/** A record without such bars has no extended hours. */
function extendedOf(
  extended: ReadonlyMap<string, RecordedExtended>,
  clock: ReplayOptions["clock"],
): Pick<MarketFeed, "extended" | "extendedBars"> {
  if (extended.size === 0) return {};
  return {
    extended: (market, code) => extended.get(keyOf({ market, code }))?.quote(clock.now()) ?? null,
    extendedBars: ({ market, code, ...span }) =>
      extended.get(keyOf({ market, code }))?.bars(span, clock.now()) ?? [],
  };
}

type Passed = ReturnType<ReturnType<typeof watchAuctions>["until"]>[number];

/** A record has its auctions where its prices are played around the clock too. */
function printsOf(
  stocks: readonly RecordedStock[],
  { exchange, auction, date: tradingDate }: Passed,
  asked: Parameters<typeof recordedAuction>[2],
): AuctionPrint[] {
  return stocks
    .filter(({ instrument }) => instrument.exchange === exchange)
    .flatMap((stock) => recordedAuction(stock, { tradingDate, auction }, asked) ?? []);
}

function quoteAt(tape: Tape, event: TapeEvent, time: PlayedTime): Quote {
  const nextAt = tape.nextAt(event);
  return quoteOf(tape.stock.instrument, event, replayName, {
    at: toApp(time, event.at),
    nextAt: nextAt === null ? null : toApp(time, nextAt),
  });
}

function* passedQuotes(
  tape: Tape,
  { after, until, waitedFor }: PassedQuestion,
  time: PlayedTime,
): Generator<Quote, void> {
  // A moment of the record is told a little later on the app's clock, which has whole milliseconds.
  const from = toRecord(time, timeOfSequence(after) - 1);
  for (const event of tape.between(from, toRecord(time, until))) {
    const { bar, last } = event;
    // Recorded bids and asks may lie on either side of the last price.
    const isPlain = bar?.quotes === null;
    if (isPlain && !reachesWaited({ low: last, high: last }, waitedFor())) continue;
    const quote = quoteAt(tape, event, time);
    if (quote.sequence > after) yield quote;
  }
}

function actionsKnown(tape: Tape | undefined, moment: number): CorporateAction[] {
  if (tape === undefined) return [];
  const { actions, instrument } = tape.stock;
  return actions.filter(({ exDate }) => instantOf(instrument.market, exDate, "00:00") <= moment);
}

/** A record that is played up to a date does not come to what ends after it. */
function endsKnown(
  stocks: readonly RecordedStock[],
  moment: number,
  until: string | undefined,
): FeedEnd[] {
  return stocks.flatMap(({ instrument: { market, code }, end }) => {
    const isKnown = end !== null && instantOf(market, end.knownFrom, tradingOver) <= moment;
    if (!isKnown || (until !== undefined && end.lastTradingDay > until)) return [];
    const { knownFrom: _known, ...told } = end;
    return [{ market, code, ...told, source: "record" as const }];
  });
}

function firstOf(dates: readonly string[]): string {
  return dates.reduce((first, date) => (date < first ? date : first));
}

/** A record that is played up to a date has no days after it. */
function daysUntil(days: RecordedMarket["days"], until: string): RecordedMarket["days"] {
  const last = dayNumberOf(until);
  const played = new Map<MarketKey, { count: number; days: number[] }>();
  return {
    ...days,
    of(market) {
      const all = days.of(market);
      const known = played.get(market);
      if (known?.count === all.length) return known.days;
      const made = all.filter((day) => day <= last);
      played.set(market, { count: all.length, days: made });
      return made;
    },
  };
}

/** Everything since the last look, or the newest price alone after a jump of the clock. */
function newEvents(
  tape: Tape,
  moment: number,
  previous: TapeEvent | undefined,
  isJump: boolean,
): TapeEvent[] {
  if (previous !== undefined && !isJump) return [...tape.between(previous.at + 1, moment)];
  const newest = tape.at(moment);
  return newest === null || newest.at <= (previous?.at ?? -Infinity) ? [] : [newest];
}

/** Bars of which each is made when it is asked for. */
type Bars = { readonly length: number; at(index: number): RecordedBar | undefined };

function barsIn(tape: Tape, period: BarPeriod): Bars {
  return period === "1d" ? dayBars(tape) : tape.stock.minutes;
}

function dayBars({ stock: { days } }: Tape): Bars {
  return { length: days.length, at: (index) => days.bar(index) };
}

/** The file's bars that have been played, the running one as far as it has got. */
function barsOf(tape: Tape, bars: Bars, now: number, before: number, limit: number): Bar[] {
  const newest = tape.at(now);
  const found: Bar[] = [];
  if (newest === null) return found;
  const end = indexAtOrBefore(bars, Math.min(before - 1, newest.at)) + 1;
  for (let index = end - 1; index >= 0 && found.length < limit; index -= 1) {
    const shown = playedBar(bars.at(index)!, newest, now);
    if (shown !== null) found.push(shown);
  }
  return found.reverse();
}

/** The last bar that began at or before a moment; −1 without one. */
function indexAtOrBefore(bars: Bars, moment: number): number {
  let [low, high] = [-1, bars.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (bars.at(middle)!.from <= moment) low = middle;
    else high = middle;
  }
  return low;
}

function keyOf({ market, code }: Pick<Instrument, "market" | "code">): string {
  return `${market}:${code}`;
}
