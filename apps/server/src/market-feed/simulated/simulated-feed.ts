import { dayMs } from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { extendedPhases, localDate, type Auction, type KeptHours } from "@sanshi/rulebook";
import { demoCompanies } from "../companies/companies.ts";
import type { Company } from "../companies/company.ts";
import { indexDefinitions } from "../companies/indexes.ts";
import type { AuctionPrint, Delivery, FeedEnd, MarketFeed, Quote } from "../market-feed.ts";
import { watchAuctions } from "../passed-auctions.ts";
import { openChance, type Chance } from "./chance.ts";
import { simulatedEnds } from "./company-ends.ts";
import {
  decodeDays,
  encodeDays,
  encodeDrawn,
  encodeToday,
  onNewestDay,
  type KeptDays,
} from "./kept-days.ts";
import { hasUnkept, noteKept } from "./kept-minutes.ts";
import { createMarketHistory, type MarketHistory } from "./market-history.ts";
import { newCompany } from "./new-company.ts";
import { simulatedNewcomers } from "./newcomers.ts";
import { feedName } from "./quote-at.ts";
import { simulatedAuction } from "./session-auctions.ts";
import { dayBars, minuteBars } from "./simulated-bars.ts";
import { extendedBars, simulatedExtendedQuote } from "./extended-quote.ts";
import { passedQuotes } from "./simulated-passed.ts";
import { simulatedTrades } from "./simulated-trades.ts";
import {
  createIndexChain,
  indexCloses,
  indexDays,
  indexQuotes,
  type IndexChain,
} from "./simulated-indexes.ts";
import {
  advance,
  createStock,
  keyOf,
  knownActions,
  knownFundamentals,
  nextActions,
  type Stock,
} from "./stock.ts";
import { drawnMinutes } from "./trading-day.ts";
import { createTradingCalendar } from "./trading-calendar.ts";

type SimulatedFeedOptions = (
  | { chance: Chance }
  /** The same seed gives the same prices on every machine, at any time, to whoever knows it. */
  | { seed: string }
) & {
  /** `exchange` keeps sessions, lunch breaks and holidays; `always` trades round the clock. */
  hours: KeptHours;
  /** The app's clock. It may be moved forward; the feed follows at its next look. */
  clock: { now(): number };
  companies?: readonly Company[];
  /** How often the feed looks at the clock. */
  pollMs?: number;
  /** Whether companies come to market, and leave it, by themselves. */
  newcomers?: boolean;
  /** Where days that are over are kept for the next start; left out where each works them out. */
  kept?: KeptDays;
};

/** A simulated feed, with what its tests look into. */
export type SimulatedFeed = MarketFeed & {
  /** Delivers what has happened since the last look; the timer of `start` calls it. */
  poll(): void;
  /** Keeps the days that are over, where that is asked for and there are more than were kept. */
  keepDays(): Promise<void>;
  histories: Record<MarketKey, MarketHistory>;
  chains: readonly IndexChain[];
};

/** More than this between two looks is a jump of the clock: then only the newest quote counts. */
const jumpMs = 1_000;
const indexIntervalMs = 1_000;

export function createSimulatedFeed(options: SimulatedFeedOptions): SimulatedFeed {
  const { clock, hours, companies = demoCompanies(), pollMs = 250 } = options;
  const chance = "chance" in options ? options.chance : openChance(options.seed);
  const histories = buildHistories(companies, hours, chance, clock.now(), options.kept);
  const stocks = companies.map((company) => createStock(company, histories[company.market]));
  const keepDays = keepingDays(histories, stocks, options.kept);
  const byKey = new Map(stocks.map((stock) => [keyOf(stock.track.company), stock]));
  const chains = indexDefinitions
    .map((definition) => createIndexChain(definition, histories[definition.market]))
    .filter(({ members }) => members.length > 0);
  let timer: NodeJS.Timeout | null = null;
  let deliver: Delivery | null = null;
  let lookedAt = clock.now();
  const passedAuctions = watchAuctions(lookedAt, hours);
  let indexedAt = -Infinity;

  function poll(): void {
    const now = clock.now();
    const isJump = now - lookedAt > jumpMs;
    lookedAt = now;
    const quotes: Quote[] = [];
    for (const stock of stocks) {
      if (now >= stock.cursor.nextAt) follow(stock, now, isJump, quotes);
    }
    const auctions = printsOf(passedAuctions.until(now, isJump), stocks, now);
    if (deliver === null || (quotes.length === 0 && auctions.length === 0)) return;
    const isIndexDue = isJump || now - indexedAt >= indexIntervalMs;
    if (isIndexDue) indexedAt = now;
    deliver(quotes, isIndexDue ? indexQuotes(chains, byKey) : [], auctions);
  }

  return {
    name: feedName,
    kind: "simulated",
    histories,
    chains,
    poll,
    keepDays,
    passed({ market, code, ...question }) {
      const stock = byKey.get(keyOf({ market, code }));
      const until = Math.min(question.until, clock.now());
      return stock === undefined ? [] : passedQuotes(stock, { ...question, until });
    },
    instruments: () => {
      poll();
      return stocks.filter(({ quote }) => quote !== null).map(({ track }) => track.company);
    },
    indexes: () => {
      poll();
      return indexQuotes(chains, byKey);
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
      const { history, track } = stock;
      const question = { history, track, now: clock.now(), before, limit };
      return period === "1d" ? dayBars(question) : minuteBars(question);
    },
    minutes(market, code, tradingDate) {
      const stock = byKey.get(keyOf({ market, code }));
      const index = finishedDay(histories[market], tradingDate, clock.now());
      if (stock === undefined || index === null) return null;
      return drawnMinutes(stock.history, stock.track, index);
    },
    auction({ market, code, tradingDate, auction }) {
      const stock = byKey.get(keyOf({ market, code }));
      if (stock === undefined) return null;
      return simulatedAuction(stock, { tradingDate, auction }, clock.now());
    },
    ...(options.newcomers === true && {
      newcomers: simulatedNewcomers(chance),
      ends: endsKept(simulatedEnds(companies, chance, hours), clock),
    }),
    additions: {
      of: "companies",
      objection: (market, code) => (byKey.has(keyOf({ market, code })) ? "carried" : null),
      // The indices keep the members that they were founded with: none of their levels changes.
      carry(listing) {
        if (byKey.has(keyOf(listing))) return;
        const company = newCompany(listing, chance);
        const history = histories[company.market];
        history.add(company, Math.max(0, history.calendar.indexAt(clock.now())));
        const stock = createStock(company, history);
        stocks.push(stock);
        byKey.set(keyOf(company), stock);
      },
    },
    ...companyFacts(byKey, options, poll),
    indexCloses(market, tradingDate) {
      const index = finishedDay(histories[market], tradingDate, clock.now());
      return index === null ? [] : indexCloses(chains, market, index);
    },
    indexDays({ market, code, before, limit }) {
      const chain = chains.find(
        ({ definition }) => definition.market === market && definition.code === code,
      );
      if (chain === undefined) return null;
      poll();
      return indexDays(chain, histories[market], byKey, { before, limit });
    },
  };
}

function printsOf(
  passed: readonly Auction[],
  stocks: readonly Stock[],
  now: number,
): AuctionPrint[] {
  return passed.flatMap(({ exchange, auction, date: tradingDate }) =>
    stocks
      .filter(({ track }) => track.company.exchange === exchange)
      .flatMap((stock) => simulatedAuction(stock, { tradingDate, auction }, now) ?? []),
  );
}

/** They change with the days alone. */
function endsKept(
  endsAt: (now: number) => FeedEnd[],
  clock: SimulatedFeedOptions["clock"],
): () => readonly FeedEnd[] {
  let kept: { dates: string; ends: readonly FeedEnd[] } | null = null;
  return () => {
    const now = clock.now();
    const dates = marketKeys.map((market) => localDate(market, now)).join();
    if (kept?.dates !== dates) kept = { dates, ends: endsAt(now) };
    return kept.ends;
  };
}

/** Every quote up to a moment; after a jump of the clock the newest alone, with the one that it leapt from. */
function follow(stock: Stock, now: number, isJump: boolean, into: Quote[]): void {
  const before = stock.quote;
  if (isJump || before === null) {
    if (!advance(stock, now)) return;
    into.push(before === null ? stock.quote! : { ...stock.quote!, leaptFrom: before });
    return;
  }
  while (stock.cursor.nextAt <= now) {
    if (advance(stock, stock.cursor.nextAt)) into.push(stock.quote!);
  }
}

/** A trading day's number, with its prices reached; null of one that still runs: nothing of the future is ever told. */
function finishedDay(
  { calendar, reach }: MarketHistory,
  tradingDate: string,
  now: number,
): number | null {
  const index = calendar.indexOfDate(tradingDate);
  if (index < 0 || calendar.dateAt(index) !== tradingDate) return null;
  const lastMinute = calendar.minuteStarts(index).at(-1);
  if (lastMinute === undefined || now < lastMinute + 60_000) return null;
  reach(index);
  return index;
}

/** What is known of each company by now. */
function companyFacts(
  byKey: ReadonlyMap<string, Stock>,
  options: SimulatedFeedOptions,
  poll: () => void,
): Pick<MarketFeed, "extended" | "extendedBars"> &
  Pick<Required<MarketFeed>, "corporateActions" | "nextActions" | "fundamentals" | "trades"> {
  const { clock } = options;
  const find = (market: MarketKey, code: string) => byKey.get(keyOf({ market, code }));
  return {
    ...extendedHours(byKey, options, poll),
    corporateActions(market, code) {
      const stock = find(market, code);
      return stock === undefined ? [] : knownActions(stock, clock.now());
    },
    nextActions(market, code) {
      const stock = find(market, code);
      return stock === undefined ? [] : nextActions(stock, clock.now());
    },
    fundamentals(market, code) {
      const stock = find(market, code);
      return stock === undefined ? null : knownFundamentals(stock, clock.now());
    },
    trades({ market, code, until, limit }) {
      const stock = find(market, code);
      if (stock === undefined) return [];
      const { history, track } = stock;
      // Whoever asks for the future hears of the present.
      return simulatedTrades({ history, track, until: Math.min(until, clock.now()), limit });
    },
  };
}

/** Where trading never closes there is nothing outside of it. */
function extendedHours(
  byKey: ReadonlyMap<string, Stock>,
  { hours, clock }: SimulatedFeedOptions,
  poll: () => void,
): Pick<MarketFeed, "extended" | "extendedBars"> {
  if (hours !== "exchange") return {};
  return {
    extended(market, code) {
      poll();
      const stock = byKey.get(keyOf({ market, code }));
      return stock === undefined ? null : simulatedExtendedQuote(stock, clock.now());
    },
    extendedBars({ market, code, from, until }) {
      poll();
      const stock = byKey.get(keyOf({ market, code }));
      if (stock === undefined || market !== "usd") return [];
      const { calendar } = stock.history;
      // The bar of the minute that runs begins no later than now.
      const end = Math.min(until, clock.now() + 1);
      return datesBetween(from, end)
        .filter((date) => calendar.indexOfDate(date) >= 0)
        .flatMap((date) => extendedPhases(date, hours))
        .flatMap((phase) => extendedBars(stock, phase, { from, until: end }));
    },
  };
}

/** New York's dates of a span. */
function datesBetween(from: number, until: number): string[] {
  const dates: string[] = [];
  for (let at = from; at < until + dayMs; at += dayMs)
    dates.push(localDate("usd", Math.min(at, until)));
  return [...new Set(dates)];
}

function buildHistories(
  companies: readonly Company[],
  hours: KeptHours,
  chance: Chance,
  now: number,
  keptDays: KeptDays | undefined,
): Record<MarketKey, MarketHistory> {
  const calendars = marketKeys.map((market) => createTradingCalendar(market, hours));
  const kept = keptDays === undefined ? null : decodeDays(keptDays, { chance, calendars, now });
  const entries = calendars.map((calendar) => {
    const { market } = calendar;
    const own = companies.filter((company) => company.market === market);
    const today = Math.max(0, calendar.indexAt(now));
    const found = kept === null ? null : kept[market];
    return [market, createMarketHistory(own, calendar, chance, today, found)] as const;
  });
  return Object.fromEntries(entries) as Record<MarketKey, MarketHistory>;
}

/**
 * Keeps the days that are over whenever there are more than are kept, what today adds up to whenever that is more, and
 * today's minutes once.
 */
function keepingDays(
  histories: Record<MarketKey, MarketHistory>,
  stocks: readonly Stock[],
  kept: KeptDays | undefined,
): () => Promise<void> {
  let daysKept = daysOver(histories);
  let todayKept: Buffer = Buffer.alloc(0);
  const ofEach = <Found extends object>(find: (stock: Stock) => Found | null) =>
    stocks.flatMap((stock) => {
      const found = find(stock);
      return found === null ? [] : [{ company: stock.track.company, ...found }];
    });
  return async () => {
    if (kept === undefined) return;
    const days = daysOver(histories);
    const encoded = days === daysKept ? null : encodeDays(histories);
    if (encoded !== null) {
      await kept.over.write(encoded);
      daysKept = days;
    }
    const today = encodeToday(
      histories,
      ofEach(({ cursor }) => cursor.soFar()),
    );
    if (!today.equals(todayKept)) {
      await kept.today.write(today);
      todayKept = today;
    }
    const drawn = onNewestDay(ofEach(({ cursor }) => cursor.drawn()));
    if (hasUnkept(drawn)) {
      await kept.minutes.write(encodeDrawn(histories, drawn));
      noteKept(drawn);
    }
  };
}

/** How many days of all markets are over. */
function daysOver(histories: Record<MarketKey, MarketHistory>): number {
  return marketKeys.reduce((sum, market) => sum + histories[market].daysOver(), 0);
}
