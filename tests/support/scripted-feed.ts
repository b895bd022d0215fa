import { price, shares, type MarketKey, type Price } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import {
  extendedFeedName,
  type AuctionPrint,
  type Bar,
  type CorporateAction,
  type Delivery,
  type IndexQuote,
  type Instrument,
  type MarketFeed,
  type Quote,
} from "../../apps/server/src/market-feed/market-feed.ts";
import { testInstrument } from "./builders.ts";

/** A feed whose every quote the test delivers: prices are yen, dollars and yuan as people write them. */
export type ScriptedFeed = MarketFeed & {
  /** Delivers one quote; bid and ask default to the last price. */
  quote(market: MarketKey, code: string, last: string, more?: Partial<Quote>): Quote;
  /** Sets what a US stock is quoted at in extended hours; the board does not hear of it. */
  extend(code: string, last: string, more?: Partial<Quote>): void;
  /** Makes an auction come to a price; it is told from its moment on. */
  print(print: AuctionPrint): void;
  /** Delivers a level of an index, with its previous close. */
  level(market: MarketKey, code: string, level: string, previousClose: string): void;
  /** Adds a split or dividend to the calendar; it takes effect at the opening of its ex-date. */
  act(market: MarketKey, code: string, action: CorporateAction): void;
  /** Says what a trading day's limits stand on where it is not the close before. */
  base(market: MarketKey, code: string, tradingDate: string, price: string): void;
  /** Adds the last day's bar, all of it at one price, that began at `from`. */
  close(market: MarketKey, code: string, from: number, last: string, turnover?: bigint): void;
};

const toyota = testInstrument();

export const scriptedInstruments: readonly Instrument[] = [
  toyota,
  {
    ...toyota,
    code: "6758",
    names: { jp: "ソニーグループ", cn: "索尼集团", us: "Sony Group" },
    searchTerms: ["そにー", "sony"],
    sector: "electronics",
  },
  {
    ...toyota,
    market: "usd",
    code: "AAPL",
    exchange: "NASDAQ",
    names: { jp: "アップル", cn: "苹果", us: "Apple" },
    searchTerms: ["apple", "pingguo", "pg"],
    tickClass: "standard",
    limitClass: "none",
    sector: "technology",
    listedOn: "1980-12-12",
  },
  {
    ...toyota,
    market: "cny",
    code: "600519",
    exchange: "SSE",
    names: { jp: "貴州茅台", cn: "贵州茅台", us: "Kweichow Moutai" },
    searchTerms: ["guizhoumaotai", "gzmt", "moutai"],
    tickClass: "standard",
    limitClass: "standard",
    lotSize: shares(100n),
    sector: "food",
    listedOn: "2001-08-27",
  },
];

const openingPrices: Record<string, string> = {
  "7203": "2850",
  "6758": "3300",
  AAPL: "189.20",
  "600519": "1500.00",
};

const listedAs = {
  tickClass: "standard",
  limitClass: "standard",
  lotSize: shares(100n),
} as const;

export function createScriptedFeed(
  clock: { now(): number },
  kind: MarketFeed["kind"] = "simulated",
): ScriptedFeed {
  let deliver: Delivery | null = null;
  const indexes = new Map<string, IndexQuote>();
  const prints: AuctionPrint[] = [];
  let sequence = 0n;
  const newest = new Map<string, Quote>();
  const extendedQuotes = new Map<string, Quote>();
  const bars = new Map<string, Bar[]>();
  const actions = new Map<string, CorporateAction[]>();
  const bases = new Map<string, Price>();

  function make(market: MarketKey, code: string, last: string, more: Partial<Quote> = {}): Quote {
    const at = clock.now();
    const madeAt = performance.now();
    const value = scaled(last);
    sequence += 1n;
    const before = newest.get(`${market}:${code}`);
    const bid = more.bid ?? value;
    const ask = more.ask ?? value;
    const quote: Quote = {
      market,
      code,
      feed: "scripted",
      sequence,
      // Only moving the clock makes it old: a busy machine takes longer than a quote is good for.
      get at() {
        return at + Math.floor(performance.now() - madeAt);
      },
      last: value,
      bid,
      ask,
      bids: [{ price: bid, quantity: shares(100_000n) }],
      asks: [{ price: ask, quantity: shares(100_000n) }],
      tradingDate: localDate(market, at),
      previousClose: before?.previousClose ?? value,
      open: before?.open ?? value,
      high: before === undefined || value > before.high ? value : before.high,
      low: before === undefined || value < before.low ? value : before.low,
      volume: before?.volume ?? shares(0n),
      turnoverMinor: before?.turnoverMinor ?? 0n,
      halted: false,
      ...more,
    };
    newest.set(`${market}:${code}`, quote);
    return quote;
  }

  const instruments = [...scriptedInstruments];
  const carries = (market: MarketKey, code: string) =>
    instruments.some((one) => one.market === market && one.code === code);
  for (const one of scriptedInstruments)
    make(one.market, one.code, openingPrices[one.code] ?? "100");

  return {
    name: "scripted",
    kind,
    extend(code, last, more) {
      const kept = newest.get(`usd:${code}`)!;
      const feed = extendedFeedName("scripted");
      extendedQuotes.set(code, make("usd", code, last, { ...more, feed }));
      newest.set(`usd:${code}`, kept);
    },
    extended: (_market, code) => extendedQuotes.get(code) ?? null,
    instruments: () => instruments,
    additions: {
      of: "companies",
      objection: (market, code) => (carries(market, code) ? "carried" : null),
      carry(listing) {
        if (carries(listing.market, listing.code)) return;
        instruments.push({ ...listing, ...listedAs });
      },
    },
    indexes: () => [...indexes.values()],
    snapshot: () => [...newest.values()],
    start(listener) {
      deliver = listener;
    },
    stop() {
      deliver = null;
    },
    bars: ({ market, code, before, limit }) =>
      (bars.get(`${market}:${code}`) ?? []).filter((bar) => bar.from < before).slice(-limit),
    print: (print) => void prints.push(print),
    auction: ({ market, code, tradingDate, auction }) =>
      prints.find(
        (one) =>
          one.market === market &&
          one.code === code &&
          one.tradingDate === tradingDate &&
          one.auction === auction &&
          one.at <= clock.now(),
      ) ?? null,
    level(market, code, level, previousClose) {
      const names = { jp: code, cn: code, us: code };
      const at = clock.now();
      const scale = { level: scaled(level), previousClose: scaled(previousClose) };
      const index: IndexQuote = { market, code, names, at, ...scale };
      indexes.set(code, index);
      deliver?.([], [index]);
    },
    corporateActions: (market, code) => actions.get(`${market}:${code}`) ?? [],
    basePrice: (market, code, date) => bases.get(`${market}:${code}:${date}`) ?? null,
    base: (market, code, date, at) => void bases.set(`${market}:${code}:${date}`, scaled(at)),
    act(market, code, action) {
      const key = `${market}:${code}`;
      actions.set(key, [...(actions.get(key) ?? []), action]);
    },
    close(market, code, from, last, turnoverMinor = 0n) {
      const key = `${market}:${code}`;
      const at = scaled(last);
      const bar = { open: at, high: at, low: at, close: at, volume: shares(0n), turnoverMinor };
      const day = { ...bar, from, tradingDate: localDate(market, from) };
      bars.set(key, [...(bars.get(key) ?? []), day]);
    },
    quote(market, code, last, more) {
      const quote = make(market, code, last, more);
      deliver?.([quote], []);
      return quote;
    },
  };
}

/** Makes one feed for processes that follow one another: what it has told goes on. */
export function lastingFeed(): (clock: { now(): number }) => ScriptedFeed {
  let present: { now(): number };
  let feed: ScriptedFeed | undefined;
  return (clock) => {
    present = clock;
    feed ??= createScriptedFeed({ now: () => present.now() });
    return feed;
  };
}

/** `scaled("189.20")` is the Price of 189.20. */
export function scaled(text: string): Price {
  const [whole = "0", fraction = ""] = text.split(".");
  return price(BigInt(whole + fraction.padEnd(4, "0")));
}
