import type { MarketKey } from "@sanshi/money";
import type { IndexQuote, Instrument, MarketFeed, Quote } from "./market-feed.ts";

/** Hears what has changed since the last call; never called with nothing. */
export type QuoteListener = (quotes: readonly Quote[], indexes: readonly IndexQuote[]) => void;

/** The newest quote of every instrument, in memory. Everybody reads the same one. */
export type QuoteBoard = {
  /** Follows the feed until `stop`. Before, the board holds what the feed said when it was made. */
  start(): void;
  stop(): void;
  get(market: MarketKey, code: string): Quote | null;
  /** In the order of the feed's instruments. */
  all(market: MarketKey): readonly Quote[];
  instrument(market: MarketKey, code: string): Instrument | null;
  instruments(market?: MarketKey): readonly Instrument[];
  index(market: MarketKey, code: string): IndexQuote | null;
  indexes(market?: MarketKey): readonly IndexQuote[];
  /** Milliseconds since the quote was made, on the app's clock; null without a quote. Never negative. */
  ageMs(market: MarketKey, code: string): number | null;
  /** Adds a listener and answers how to remove it. */
  subscribe(listener: QuoteListener): () => void;
};

export function createQuoteBoard(feed: MarketFeed, clock: { now(): number }): QuoteBoard {
  const instruments = new Map<string, Instrument>();
  const quotes = new Map<string, Quote>();
  const indexes = new Map<string, IndexQuote>();
  const listeners = new Set<QuoteListener>();
  readInstruments();
  keep(feed.snapshot(), feed.indexes());

  function readInstruments(): void {
    for (const instrument of feed.instruments()) instruments.set(keyOf(instrument), instrument);
  }

  /** A quote that is not newer than the one on the board is dropped. */
  function keep(newQuotes: readonly Quote[], newIndexes: readonly IndexQuote[]): Quote[] {
    const kept: Quote[] = [];
    for (const quote of newQuotes) {
      const key = keyOf(quote);
      const known = quotes.get(key);
      if (known !== undefined && known.feed === quote.feed && known.sequence >= quote.sequence) {
        continue;
      }
      quotes.set(key, quote);
      kept.push(quote);
      // A share that was listed after the start.
      if (!instruments.has(key)) readInstruments();
    }
    for (const index of newIndexes) indexes.set(keyOf(index), index);
    return kept;
  }

  function tell(newQuotes: readonly Quote[], newIndexes: readonly IndexQuote[]): void {
    const kept = keep(newQuotes, newIndexes);
    if (kept.length === 0 && newIndexes.length === 0) return;
    for (const listener of listeners) listener(kept, newIndexes);
  }

  return {
    start() {
      feed.start(tell);
      // What happened between the making of the board and its start.
      tell(feed.snapshot(), feed.indexes());
    },
    stop: () => feed.stop(),
    get: (market, code) => quotes.get(keyOf({ market, code })) ?? null,
    all: (market) =>
      [...instruments].flatMap(([key, instrument]) => {
        const quote = instrument.market === market ? quotes.get(key) : undefined;
        return quote === undefined ? [] : [quote];
      }),
    instrument: (market, code) => instruments.get(keyOf({ market, code })) ?? null,
    instruments: (market) =>
      [...instruments.values()].filter((one) => market === undefined || one.market === market),
    index: (market, code) => indexes.get(keyOf({ market, code })) ?? null,
    indexes: (market) =>
      [...indexes.values()].filter((one) => market === undefined || one.market === market),
    ageMs(market, code) {
      const quote = quotes.get(keyOf({ market, code }));
      return quote === undefined ? null : Math.max(0, clock.now() - quote.at);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}
