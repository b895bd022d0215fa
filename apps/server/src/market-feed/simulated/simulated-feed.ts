import { marketKeys, type MarketKey } from "@sanshi/money";
import type { MarketHours } from "@sanshi/rulebook";
import { demoCompanies } from "../companies/companies.ts";
import type { Company } from "../companies/company.ts";
import { indexDefinitions } from "../companies/indexes.ts";
import type { CorporateAction, IndexQuote, MarketFeed, Quote } from "../market-feed.ts";
import { createMarketHistory, type MarketHistory, type Track } from "./market-history.ts";
import { feedName, quoteAt, StockCursor, timeOf, type Position } from "./quote-at.ts";
import { seedWords } from "./random.ts";
import { dayBars, minuteBars } from "./simulated-bars.ts";
import { createIndexChain, type IndexChain } from "./simulated-indexes.ts";
import { createTradingCalendar } from "./trading-calendar.ts";

export type SimulatedFeedOptions = {
  /** The same seed gives the same prices on every machine, at any time. */
  seed: string;
  /** `exchange` keeps sessions, lunch breaks and holidays; `always` trades round the clock. */
  hours: MarketHours;
  /** The app's clock. It may be moved forward; the feed follows at its next look. */
  clock: { now(): number };
  companies?: readonly Company[];
  /** How often the feed looks at the clock. */
  pollMs?: number;
};

/** A simulated feed, with what its tests look into. */
export type SimulatedFeed = MarketFeed & {
  /** Delivers what has happened since the last look; the timer of `start` calls it. */
  poll(): void;
  histories: Record<MarketKey, MarketHistory>;
  chains: readonly IndexChain[];
};

type Stock = {
  cursor: StockCursor;
  history: MarketHistory;
  quote: Quote | null;
  /** The last trade as plain numbers, for the indices. */
  last: number;
  dayIndex: number;
};

/** More than this between two looks is a jump of the clock: then only the newest quote counts. */
const jumpMs = 1_000;
const indexIntervalMs = 1_000;

export function createSimulatedFeed(options: SimulatedFeedOptions): SimulatedFeed {
  const { clock, hours, companies = demoCompanies(), pollMs = 250 } = options;
  const words = seedWords(options.seed);
  const histories = buildHistories(companies, hours, words, clock.now());
  const stocks = companies.map((company) => stockOf(company, histories[company.market], words));
  const byKey = new Map(stocks.map((stock) => [keyOf(stock.cursor.track.company), stock]));
  const chains = indexDefinitions
    .map((definition) => createIndexChain(definition, histories[definition.market]))
    .filter(({ members }) => members.length > 0);
  let timer: NodeJS.Timeout | null = null;
  let deliver: Parameters<MarketFeed["start"]>[0] | null = null;
  let lookedAt = clock.now();
  let indexedAt = -Infinity;

  /** Brings one stock to a moment; true when it has traded since. */
  function advance(stock: Stock, moment: number): boolean {
    if (moment < stock.cursor.nextAt) return false;
    const position = stock.cursor.at(moment);
    if (position === null || BigInt(timeOf(position)) === stock.quote?.sequence) return false;
    take(stock, position);
    return true;
  }

  function take(stock: Stock, position: Position): void {
    stock.quote = quoteAt(position, words);
    stock.last = position.ticks.price[position.tick]!;
    stock.dayIndex = position.of.index;
  }

  function indexQuotes(): IndexQuote[] {
    const quotes: IndexQuote[] = [];
    for (const chain of chains) {
      const members = chain.members.map(({ track }) => byKey.get(keyOf(track.company))!);
      // Members that have not traded yet today count with their last close.
      const index = members.reduce((newest, { dayIndex }) => Math.max(newest, dayIndex), -1);
      if (index < 0) continue;
      const at = members.reduce((newest, { quote }) => Math.max(newest, quote?.at ?? 0), 0);
      quotes.push(chain.quote(index, at, (track) => priceToday(track, index)));
    }
    return quotes;
  }

  function priceToday(track: Track, index: number): number {
    const stock = byKey.get(keyOf(track.company))!;
    if (stock.dayIndex < 0) return 0;
    if (stock.dayIndex === index) return stock.last;
    // Not traded yet today: what it stands at is its base, already in today's shares.
    return stock.history.day(track, index)?.base ?? 0;
  }

  function poll(): void {
    const now = clock.now();
    const isJump = now - lookedAt > jumpMs;
    lookedAt = now;
    const quotes: Quote[] = [];
    for (const stock of stocks) {
      if (now < stock.cursor.nextAt) continue;
      if (isJump || stock.quote === null) {
        if (advance(stock, now)) quotes.push(stock.quote!);
        continue;
      }
      while (stock.cursor.nextAt <= now) {
        if (advance(stock, stock.cursor.nextAt)) quotes.push(stock.quote!);
      }
    }
    if (quotes.length === 0 || deliver === null) return;
    const isIndexDue = isJump || now - indexedAt >= indexIntervalMs;
    if (isIndexDue) indexedAt = now;
    deliver(quotes, isIndexDue ? indexQuotes() : []);
  }

  return {
    name: feedName,
    kind: "simulated",
    histories,
    chains,
    poll,
    instruments: () => {
      poll();
      return stocks.filter(({ quote }) => quote !== null).map(({ cursor }) => cursor.track.company);
    },
    indexes: () => {
      poll();
      return indexQuotes();
    },
    snapshot: () => {
      poll();
      return stocks.flatMap(({ quote }) => (quote === null ? [] : [quote]));
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
    bars({ market, code, period, before, limit }) {
      const stock = byKey.get(keyOf({ market, code }));
      if (stock === undefined) return [];
      const { history, cursor } = stock;
      const question = { history, track: cursor.track, words, now: clock.now(), before, limit };
      return period === "1d" ? dayBars(question) : minuteBars(question);
    },
    corporateActions(market, code) {
      const stock = byKey.get(keyOf({ market, code }));
      return stock === undefined ? [] : knownActions(stock, clock.now());
    },
  };
}

function buildHistories(
  companies: readonly Company[],
  hours: MarketHours,
  words: ReturnType<typeof seedWords>,
  now: number,
): Record<MarketKey, MarketHistory> {
  const entries = marketKeys.map((market) => {
    const calendar = createTradingCalendar(market, hours);
    const own = companies.filter((company) => company.market === market);
    const today = Math.max(0, calendar.indexAt(now));
    return [market, createMarketHistory(own, calendar, words, today)] as const;
  });
  return Object.fromEntries(entries) as Record<MarketKey, MarketHistory>;
}

function stockOf(
  company: Company,
  history: MarketHistory,
  words: ReturnType<typeof seedWords>,
): Stock {
  const track = history.tracks.find(({ company: { code } }) => code === company.code)!;
  const cursor = new StockCursor(history, track, words);
  return { cursor, history, quote: null, last: 0, dayIndex: -1 };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}

/** Splits and dividends that have taken effect; what is to come is not told before its day. */
function knownActions({ history, cursor }: Stock, now: number): CorporateAction[] {
  const today = history.calendar.indexAt(now);
  return cursor.track.actions
    .filter(({ index }) => index <= today && index > cursor.track.listedAt)
    .map(({ index: _index, ...action }) => action);
}
