import type { MarketKey, Shares } from "@sanshi/money";
import { codesOf, type CodeChange, type Codes, type PastNames } from "./code-changes.ts";
import type {
  AuctionPrint,
  IndexQuote,
  Instrument,
  MarketFeed,
  Quote,
  StockEnd,
} from "./market-feed.ts";

/** Hears what has changed since the last call; never called with nothing. */
type QuoteListener = (quotes: readonly Quote[], indexes: readonly IndexQuote[]) => void;

/** Hears of the auctions that have just matched. */
type AuctionListener = (auctions: readonly AuctionPrint[]) => void;

/** What the house itself decided of an instrument; null leaves it to what the feed says. */
export type InstrumentRecord = {
  market: MarketKey;
  code: string;
  names: Instrument["names"] | null;
  searchTerms: readonly string[] | null;
  sector: string | null;
  lotSize: Shares | null;
  offered: boolean;
};

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
  /** The instrument as the feed alone has it. */
  fed(market: MarketKey, code: string): Instrument | null;
  /** From here on instruments are what the feed, these records and these ends say together; what it renamed is renamed. */
  keepRecords(records: readonly InstrumentRecord[], ends?: readonly StockEnd[]): void;
  /** From here on stocks were called so. */
  keepPast(codes: Codes, names: PastNames): void;
  /** The code that the stock has now, whichever of its codes is asked for. */
  present(market: MarketKey, code: string): string;
  /** Every code that it has had, the first one first. */
  codes(market: MarketKey, code: string): readonly string[];
  /** The stock's newest change that is in force; null of one that was never renamed or moved. */
  lastChange(market: MarketKey, code: string): CodeChange | null;
  /** What a code's stock is called, or was while it had that code; the code itself where nothing is known of it. */
  names(market: MarketKey, code: string): Instrument["names"];
  /** What the stock was called at a moment, milliseconds since the epoch. */
  called(market: MarketKey, code: string, at: number): Pick<Instrument, "code" | "names">;
  index(market: MarketKey, code: string): IndexQuote | null;
  indexes(market?: MarketKey): readonly IndexQuote[];
  /** The clock has stepped: how old the quotes of before are is not known, and each is not used until a newer one comes. */
  forgetAges(): void;
  /** Adds a listener to that, and returns how to remove it. No quote of it is a new one. */
  subscribeForgottenAges(listener: () => void): () => void;
  /** Milliseconds since the quote was made, on the app's clock; null without a quote. Never negative. */
  ageMs(market: MarketKey, code: string): number | null;
  /** Adds a listener and answers how to remove it. */
  subscribe(listener: QuoteListener): () => void;
  /** The same for auctions: each once, at its moment; what the clock leapt over is asked of the feed. */
  subscribeAuctions(listener: AuctionListener): () => void;
};

type Past = Pick<QuoteBoard, "keepPast" | "present" | "codes" | "lastChange" | "names" | "called">;

/** What stocks were called, and the codes that they had, beside what the board has of them now. */
function createPast(
  presentNames: (market: MarketKey, code: string) => Instrument["names"] | null,
): Past {
  let codes = codesOf([]);
  let pastNames: PastNames = () => null;
  const names: Past["names"] = (market, code) =>
    presentNames(market, code) ??
    pastNames(market, code, Number.POSITIVE_INFINITY) ?? { jp: code, cn: code, us: code };
  return {
    keepPast(known, namesThen) {
      codes = known;
      pastNames = namesThen;
    },
    present: (market, code) => codes.present(market, code),
    codes: (market, code) => codes.all(market, code),
    lastChange: (market, code) => codes.changesOf(market, code).at(-1) ?? null,
    names,
    called(market, code, at) {
      const then = codes.at(market, code, at);
      return { code: then, names: pastNames(market, then, at) ?? names(market, then) };
    },
  };
}

export function createQuoteBoard(feed: MarketFeed, clock: { now(): number }): QuoteBoard {
  const fed = new Map<string, Instrument>();
  const instruments = new Map<string, Instrument>();
  const past = createPast(
    (market, code) => instruments.get(keyOf({ market, code }))?.names ?? null,
  );
  let records = new Map<string, InstrumentRecord>();
  let ends = new Map<string, StockEnd>();
  const quotes = new Map<string, Quote>();
  const indexes = new Map<string, IndexQuote>();
  const listeners = new Set<QuoteListener>();
  const auctionListeners = new Set<AuctionListener>();
  const ageListeners = new Set<() => void>();
  readInstruments();
  keep(feed.snapshot(), feed.indexes());

  function readInstruments(): void {
    for (const instrument of feed.instruments()) {
      const key = keyOf(instrument);
      if (fed.get(key) === instrument) continue;
      fed.set(key, instrument);
      instruments.set(key, recorded(instrument, records.get(key), ends.get(key)));
    }
  }

  /** An instrument that nothing changes of stays the same object: others remember what they made of it. */
  function keepRecords(
    kept: readonly InstrumentRecord[],
    keptEnds: readonly StockEnd[] = [],
  ): void {
    const before = { records, ends };
    forgetRenamed();
    records = new Map(kept.map((record) => [keyOf(record), record]));
    ends = new Map(keptEnds.map((end) => [keyOf(end), end]));
    const known = [before.records, records, before.ends, ends];
    for (const key of new Set(known.flatMap((one) => [...one.keys()]))) {
      const instrument = fed.get(key);
      const isUnchanged =
        isSame(before.records.get(key), records.get(key)) &&
        isSameEnd(before.ends.get(key), ends.get(key));
      if (instrument === undefined || isUnchanged) continue;
      instruments.set(key, recorded(instrument, records.get(key), ends.get(key)));
    }
    // What came after a stock's last trading day gives its place to that day's close.
    for (const [key, { lastTradingDay }] of ends) {
      if ((quotes.get(key)?.tradingDate ?? "") > lastTradingDay) quotes.delete(key);
    }
    // What the feed has begun to carry meanwhile has its quote at once.
    tell(feed.snapshot(), []);
  }

  /** A stock that the feed has under another code now is not found by the old one. */
  function forgetRenamed(): void {
    const carried = new Set(feed.instruments().map(keyOf));
    for (const key of [...fed.keys()].filter((known) => !carried.has(known))) {
      for (const kept of [fed, instruments, quotes]) kept.delete(key);
    }
    readInstruments();
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

  function tell(
    newQuotes: readonly Quote[],
    newIndexes: readonly IndexQuote[],
    auctions: readonly AuctionPrint[] = [],
  ): void {
    const kept = keep(newQuotes, newIndexes);
    if (kept.length > 0 || newIndexes.length > 0) {
      for (const listener of listeners) listener(kept, newIndexes);
    }
    if (auctions.length > 0) for (const listener of auctionListeners) listener(auctions);
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
    fed: (market, code) => fed.get(keyOf({ market, code })) ?? null,
    keepRecords,
    ...past,
    index: (market, code) => indexes.get(keyOf({ market, code })) ?? null,
    indexes: (market) =>
      [...indexes.values()].filter((one) => market === undefined || one.market === market),
    forgetAges() {
      for (const [key, quote] of quotes) quotes.set(key, { ...quote, ageUnknown: true });
      ageListeners.forEach((listener) => listener());
    },
    subscribeForgottenAges: (listener) => joined(ageListeners, listener),
    ageMs(market, code) {
      const quote = quotes.get(keyOf({ market, code }));
      return quote === undefined ? null : Math.max(0, clock.now() - quote.at);
    },
    subscribe: (listener) => joined(listeners, listener),
    subscribeAuctions: (listener) => joined(auctionListeners, listener),
  };
}

function joined<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function recorded(
  fed: Instrument,
  record: InstrumentRecord | undefined,
  end: StockEnd | undefined,
): Instrument {
  const instrument = end === undefined ? fed : { ...fed, end };
  if (record === undefined) return instrument;
  return {
    ...instrument,
    names: record.names ?? instrument.names,
    searchTerms:
      record.searchTerms === null
        ? instrument.searchTerms
        : [...record.searchTerms, ...(instrument.formerNames ?? [])],
    sector: record.sector ?? instrument.sector,
    lotSize: record.lotSize ?? instrument.lotSize,
    offered: record.offered,
  };
}

function isSame(one: InstrumentRecord | undefined, other: InstrumentRecord | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.offered === other.offered &&
    one.lotSize === other.lotSize &&
    one.sector === other.sector &&
    one.searchTerms?.join("\n") === other.searchTerms?.join("\n") &&
    one.names?.jp === other.names?.jp &&
    one.names?.cn === other.names?.cn &&
    one.names?.us === other.names?.us
  );
}

/** Beside its settlement, which is added once, what was announced stays as it is. */
function isSameEnd(one: StockEnd | undefined, other: StockEnd | undefined): boolean {
  return one?.id === other?.id && one?.settlementPrice === other?.settlementPrice;
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}
