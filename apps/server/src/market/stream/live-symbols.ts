import {
  symbolKey,
  type IndexFragment,
  type QuoteFragment,
  type SymbolKey,
} from "@sanshi/contract/stream";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  price,
  settlementCurrency,
} from "@sanshi/money";
import type { IndexQuote, Quote } from "../../market-feed/market-feed.ts";
import type { QuoteBoard } from "../../market-feed/quote-board.ts";
import { changePercent, indexFigures } from "../market/market.ts";

/** The newest state of a stock or an index, written as JSON once per change and only when wanted. */
export class LiveSymbol {
  readonly key: SymbolKey;
  /** The board's version at its last change. */
  version: number;
  #source: Quote | IndexQuote;
  #fragment: Buffer | null = null;

  constructor(key: SymbolKey, source: Quote | IndexQuote, version: number) {
    this.key = key;
    this.#source = source;
    this.version = version;
  }

  change(source: Quote | IndexQuote, version: number): void {
    this.#source = source;
    this.version = version;
    this.#fragment = null;
  }

  /** In ASCII. */
  fragment(): Buffer {
    this.#fragment ??= Buffer.from(JSON.stringify(fragmentOf(this.key, this.#source)), "latin1");
    return this.#fragment;
  }
}

export type LiveSymbols = {
  find(key: string): LiveSymbol | undefined;
  /** Counts the feed's deliveries: whoever has seen this version has seen every change up to it. */
  version(): number;
  stop(): void;
};

export function createLiveSymbols(board: QuoteBoard): LiveSymbols {
  const symbols = new Map<string, LiveSymbol>();
  let version = 1;

  function take(key: SymbolKey, source: Quote | IndexQuote): void {
    const known = symbols.get(key);
    if (known !== undefined) known.change(source, version);
    // Frames are written byte by byte, which only ASCII survives.
    else if (/^[\x21-\x7e]+$/.test(key)) symbols.set(key, new LiveSymbol(key, source, version));
  }

  function takeAll(quotes: readonly Quote[], indexes: readonly IndexQuote[]): void {
    for (const quote of quotes) take(symbolKey(quote.market, quote.code), quote);
    for (const index of indexes) take(symbolKey(index.market, `@${index.code}`), index);
  }

  function takeBoard(): void {
    for (const { market, code } of board.instruments()) {
      const quote = board.get(market, code);
      if (quote !== null) takeAll([quote], []);
    }
  }

  takeBoard();
  takeAll([], board.indexes());
  const leave = board.subscribe((quotes, indexes) => {
    version += 1;
    takeAll(quotes, indexes);
  });
  // An open screen hears of it at once: the next tick may be long in coming.
  const leaveAges = board.subscribeForgottenAges(() => {
    version += 1;
    takeBoard();
  });
  const stop = () => {
    leave();
    leaveAges();
  };
  return { find: (key) => symbols.get(key), version: () => version, stop };
}

function fragmentOf(key: SymbolKey, source: Quote | IndexQuote): QuoteFragment | IndexFragment {
  return "level" in source ? indexFragment(key, source) : quoteFragment(key, source);
}

function quoteFragment(key: SymbolKey, quote: Quote): QuoteFragment {
  const currency = settlementCurrency(quote.market);
  return {
    k: key,
    s: quote.sequence.toString(),
    l: formatPrice(quote.last, currency),
    c: formatPrice(price(quote.last - quote.previousClose), currency),
    p: changePercent(quote.last, quote.previousClose),
    b: quote.bids.length === 0 ? "" : formatPrice(quote.bid, currency),
    a: quote.asks.length === 0 ? "" : formatPrice(quote.ask, currency),
    h: formatPrice(quote.high, currency),
    w: formatPrice(quote.low, currency),
    v: formatShares(quote.volume),
    u: formatMinor(minor(quote.turnoverMinor), currency),
    t: quote.at,
    ...(quote.ageUnknown === true && { o: true }),
  };
}

function indexFragment(key: SymbolKey, index: IndexQuote): IndexFragment {
  const { level, change, percent } = indexFigures(index.level, index.previousClose);
  return { k: key, l: level, c: change, p: percent, t: index.at };
}
