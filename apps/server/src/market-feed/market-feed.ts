import type { RecordRemark } from "@sanshi/contract/record-faults";
import {
  roundToPrice,
  type MarketKey,
  type PerShare,
  type Price,
  type ShareRatio,
  type Shares,
} from "@sanshi/money";
import type {
  AuctionName,
  Exchange,
  KeptHours,
  LimitClass,
  RecordedHours,
  TickClass,
} from "@sanshi/rulebook";
import type { CompactNumbers } from "./compact-numbers.ts";

/** What a feed says of an instrument; the rulebook's classes decide its tick grid and its limits. */
export type Instrument = {
  market: MarketKey;
  /** The exchange's code: `7203`, `AAPL`, `600519`. Unique within its market. */
  code: string;
  exchange: Exchange;
  names: { jp: string; cn: string; us: string };
  /** Further spellings that a search should find: kana, pinyin, former names. Lower case. */
  searchTerms: readonly string[];
  /** Of a stock that was renamed: what it was called, which finds it whatever else does. Lower case. */
  formerNames?: readonly string[];
  /** The rulebook's class of tick grid; `standard` outside of Japan. */
  tickClass: TickClass;
  /** The rulebook's class of daily limit. */
  limitClass: LimitClass;
  /** What an order's quantity is a multiple of; the exchange's own unit may be larger. */
  lotSize: Shares;
  /** The industry's key; its three names are texts of the app. */
  sector: string;
  listedOn: string;
  /** Set where `listedOn` is only the first day that the feed knows of, and the listing an older one. */
  listedBefore?: true;
  /**
   * The trading day on which the house added it to what the feed carries; left out of what the feed
   * carries by itself. Of that day and those before nobody was told anything of it.
   */
  addedOn?: string;
  /** False where the house does not offer it: what is held can be closed. No feed says so itself. */
  offered?: boolean;
  /** Set once the end of its listing is announced, and after it. No feed says so itself. */
  end?: StockEnd;
};

/** A stock whose last trading day is announced; the market's own date. */
export type StockEnd = {
  id: bigint;
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  lastTradingDay: string;
  /** Milliseconds since the epoch, on the app's clock. */
  announcedAt: number;
  /** What a share is paid as the document says it; null where it is the close of the last trading day. */
  cashPrice: Price | null;
  documentAddress: string | null;
  /** Of a merger in shares: whose, and how many for each old one; null where all is, or was, paid in cash. */
  target: { code: string; ratio: ShareRatio } | null;
  /** What every share was settled at; null before. */
  settlementPrice: Price | null;
};

/** An end that the feed itself knows of. */
export type FeedEnd = Pick<StockEnd, "market" | "code" | "kind" | "lastTradingDay"> & {
  source: "record" | "simulated";
  /** Of a merger in shares of another company of the market. */
  target?: { code: string; ratio: ShareRatio };
  /** What is paid beside the shares. */
  cashPrice?: Price;
};

/** What is told to a feed of an instrument that the house adds. No price is among it. */
export type Listing = Pick<
  Instrument,
  "market" | "code" | "exchange" | "names" | "searchTerms" | "sector" | "listedOn"
> & {
  /** When it was added, milliseconds since the epoch on the app's clock. */
  addedAt: number;
  /** What its shares were offered at, of one that comes to market by an offering; the market forms its first price. */
  offerPrice?: Price;
};

/** How a feed takes instruments beside those that it carries by itself. */
export type FeedAdditions = {
  /** Of `companies` the feed makes the market from the listing; of `codes` it has the prices. */
  of: "companies" | "codes";
  /** Why the feed cannot take it, now or ever. */
  objection(market: MarketKey, code: string): "carried" | "unknown" | null;
  /** Carries it from here on, the same in every process; one that it carries already stays as it is. */
  carry(listing: Listing): void;
};

export type DepthLevel = { price: Price; quantity: Shares };

/**
 * The one normalised shape that every feed delivers. It belongs to a stock and a moment, never to a
 * customer; `feed` and `sequence` name it, and a fill keeps them.
 */
export type Quote = {
  market: MarketKey;
  code: string;
  feed: string;
  /** Strictly increasing per instrument, also over a restart. */
  sequence: bigint;
  /** Milliseconds since the epoch, on the app's clock. */
  at: number;
  /** Set where the clock has stepped since it came: it may be seen, and nothing is traded at it. */
  ageUnknown?: true;
  /**
   * When the feed has the next price, where it plays prices that are known to it: null at their end. A feed whose
   * prices come as they are made leaves it out.
   */
  nextAt?: number | null;
  last: Price;
  /**
   * The price before it, where a feed tells only some of a longer bar's prices: on its way from there the market
   * was at every price between.
   */
  passedFrom?: Price;
  /** The bar that the price is of, where a feed knows bars alone: outside of it nothing was traded. */
  bar?: { low: Price; high: Price };
  /** The quote that was delivered before this one, where the clock has leapt over others: `passed` has those between. */
  leaptFrom?: Pick<Quote, "sequence" | "at">;
  /** Best prices; on a side that is locked at the day's limit, and so empty below, the limit itself. */
  bid: Price;
  ask: Price;
  /** Up to five levels, best first. Empty on the side that is locked at the day's limit. */
  bids: readonly DepthLevel[];
  asks: readonly DepthLevel[];
  /** The trading day that the next five belong to, `YYYY-MM-DD` at the exchange. */
  tradingDate: string;
  previousClose: Price;
  open: Price;
  high: Price;
  low: Price;
  /** Shares traded today, and what they cost in the currency's minor unit. */
  volume: Shares;
  turnoverMinor: bigint;
  /** Set while the exchange or an operator has halted the instrument. */
  halted: boolean;
};

/** What an auction came to: the one price at which everybody in it traded. It belongs to no customer either. */
export type AuctionPrint = AuctionQuestion & {
  feed: string;
  /** Its place among the stock's quotes. */
  sequence: bigint;
  /** When it matched, milliseconds since the epoch on the app's clock. */
  at: number;
  price: Price;
  /** Shares traded in it, a part of the day's volume; null where a record does not tell them apart. */
  volume: Shares | null;
  /** The side of which some were left at the price: it is locked at the day's limit there. */
  locked: "buy" | "sell" | null;
};

/** One auction of one instrument on one trading day. */
export type AuctionQuestion = {
  market: MarketKey;
  code: string;
  tradingDate: string;
  auction: AuctionName;
};

/** An index's level, computed from its members; two decimals, scaled like a price. */
export type IndexQuote = {
  market: MarketKey;
  code: string;
  names: { jp: string; cn: string; us: string };
  at: number;
  level: Price;
  previousClose: Price;
};

/** Where an index ended a past day. */
export type IndexClose = Omit<IndexQuote, "at">;

/** An index at the end of a trading day, or now on the one that runs. */
export type IndexDay = {
  /** The opening of its first session, milliseconds since the epoch. */
  from: number;
  tradingDate: string;
  level: Price;
};

/** Whether a stretch of last prices comes to one that somebody waits for. */
export function reachesWaited(
  { low, high }: { low: bigint; high: bigint },
  { atOrBelow, atOrAbove }: ReturnType<PassedQuestion["waitedFor"]>,
): boolean {
  return (atOrBelow !== null && low <= atOrBelow) || (atOrAbove !== null && high >= atOrAbove);
}

export type BarPeriod = "1m" | "1d";

/** Traded prices between `from` (inclusive) and the next bar. Raw, as they were traded: never adjusted. */
export type Bar = {
  /** Start of the bar, milliseconds since the epoch; for a day, the opening of its first session. */
  from: number;
  tradingDate: string;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
  volume: Shares;
  turnoverMinor: bigint;
};

/** A stock's minutes of a finished day, as it was traded; those of a market's stocks are the same ones. */
export type MinutePrices = {
  /** Milliseconds since the epoch. */
  starts: readonly number[];
  /** In ten-thousandths of the currency, like every price. */
  open: CompactNumbers;
  high: CompactNumbers;
  low: CompactNumbers;
  close: CompactNumbers;
};

/** One trade, as the feed itself made or heard of it. It belongs to no customer. */
export type Trade = {
  /** Milliseconds since the epoch, on the app's clock. */
  at: number;
  price: Price;
  quantity: Shares;
  /** Who came to the other's price: a buyer to the best ask, a seller to the best bid; null in an auction. */
  taker: "buy" | "sell" | null;
};

/**
 * A split multiplies shares by numerator/denominator from `exDate` on; a dividend is paid per share. `exact` is what
 * is paid where it was announced with more decimals than a price has.
 */
export type CorporateAction =
  | { kind: "split"; exDate: string; numerator: bigint; denominator: bigint }
  | { kind: "dividend"; exDate: string; perShare: Price; exact?: PerShare };
type Dividend = Extract<CorporateAction, { kind: "dividend" }>;

export function dividendOn(exDate: string, exact: PerShare): Dividend {
  return { kind: "dividend", exDate, perShare: roundToPrice(exact), exact };
}

/** Another code of a stock from a day on, as a feed's record has it; null names: what it is called stays. */
export type ToldRename = Pick<Instrument, "market"> & {
  oldCode: string;
  newCode: string;
  names: Instrument["names"] | null;
  /** `YYYY-MM-DD` at the exchange. */
  effectiveOn: string;
};

/** What a feed hands over. Auctions come at their moment; one that the clock leapt over is asked for. */
export type Delivery = (
  quotes: readonly Quote[],
  indexes: readonly IndexQuote[],
  auctions?: readonly AuctionPrint[],
) => void;

/** A company that the simulated market brings to market, as its offering says it. */
export type Newcomer = Pick<Instrument, "code" | "names" | "searchTerms" | "sector"> & {
  /** Of an American stock; elsewhere the code says it. */
  exchange: Exchange | undefined;
  sponsor: string;
  /** The provisional range; the same where the price is fixed. */
  priceLow: Price;
  priceHigh: Price;
  earningsPerShare: Price;
  /** The least that one subscribes to, in shares, and how many of these are offered here and issued in all. */
  unit: number;
  quotaUnits: number;
  issuedUnits: number;
};

/** What a simulated market draws of the companies that come to it by themselves, each with its number. */
export type FeedNewcomers = {
  /** Follows from the day of the announcement. */
  of(market: MarketKey, number: number, announcedAt: number): Newcomer;
  /** How much was asked for in the book-building, from 0 to 1. Follows from the day of the price. */
  demand(market: MarketKey, number: number, pricedAt: number): number;
};

/** What a feed knows of a company beside its prices. Per share of the day's own shares. */
export type Fundamentals = {
  /** Issued and outstanding. */
  shares: Shares;
  /** Of the newest fiscal year whose results were told; null before the first. */
  results: { yearEnd: string; earningsPerShare: Price; bookPerShare: Price } | null;
  /** Trading days on which results were told, oldest first, and will be told next. */
  earningsTold: readonly string[];
  nextEarnings: string | null;
  /** The next day without the right to a dividend; how much it pays is told when exchanges tell it. */
  nextDividend: string | null;
};

/** Which of a stock's prices are asked for: those after a quote, up to a moment on the app's clock. */
export type PassedQuestion = {
  market: MarketKey;
  code: string;
  after: bigint;
  until: number;
  /**
   * The prices that somebody waits for, asked again as the quotes are gone through: those whose last price reaches
   * neither may be left out. Null: nobody waits on that side.
   */
  waitedFor: () => { atOrBelow: Price | null; atOrAbove: Price | null };
  /**
   * Of a stock with extended hours: their quotes are asked for too, each in its place by sequence and time, but for
   * those of which neither the best ask nor the best bid comes to these. Left out: none are.
   */
  extended?: PassedQuestion["waitedFor"];
};

/** What is played of one stock of recorded files; dates are the record's, the counts those of bars. */
export type ReportedStock = {
  market: MarketKey;
  code: string;
  name: string;
  days: number;
  minutes: number;
  /** Of New York's extended hours, beside the minutes. */
  extended: number;
  from: string;
  until: string;
};

/** What was taken of recorded files, by market and code, and a remark for whatever was not. */
export type RecordReport = {
  stocks: readonly ReportedStock[];
  leftOut: readonly RecordRemark[];
  /** So many remarks are not among them, of so many rows. */
  leftOutMore: { rows: number; faults: number } | null;
};

/** Before the name, which may end with a folder's. */
const extendedMark = "extended:";

/** What quotes and fills of extended hours name as their source: none of them is one of the regular hours. */
export function extendedFeedName(feed: string): string {
  return `${extendedMark}${feed}`;
}

/** The source whose extended hours they are: its quotes of all hours have one order. */
export function regularFeedName(feed: string): string {
  return isOfExtendedHours({ feed }) ? feed.slice(extendedMark.length) : feed;
}

/** Whether a fill was made at a quote of extended hours. */
export function isOfExtendedHours({ feed }: { feed: string }): boolean {
  return feed.startsWith(extendedMark);
}

/** A source of quotes. One adapter per source; the rest of the app knows only this. */
export type MarketFeed = {
  /** Names the source on every quote and fill: `simulated`, `replay`, or a live adapter's name. */
  name: string;
  /** Simulated and live never mix: the type says which, and the screens watermark it. */
  kind: "simulated" | "live";
  instruments(): readonly Instrument[];
  indexes(): readonly IndexQuote[];
  /** The newest quote of every instrument as of now; the board starts from it. */
  snapshot(): readonly Quote[];
  /** Delivers quotes until `stop`. After the app's clock was moved forward, quotes follow it. */
  start(deliver: Delivery): void;
  /**
   * A stock's quotes in their order, the same whenever they are asked for: those that were delivered, and those that
   * the clock leapt over. A feed whose past is not known leaves it out.
   */
  passed?(question: PassedQuestion): Iterable<Quote>;
  stop(): void;
  /** Of a feed that works its past out: keeps what it has for the next start. Called now and then, and at the end. */
  keepDays?(): Promise<void>;
  /** The newest `limit` finished or running bars that start before `before`, oldest first. */
  bars(query: {
    market: MarketKey;
    code: string;
    period: BarPeriod;
    before: number;
    limit: number;
  }): readonly Bar[] | Promise<readonly Bar[]>;
  /**
   * A finished day's minutes at once, for whoever reads years of them; null of a day without. A feed that has none
   * leaves it out.
   */
  minutes?(market: MarketKey, code: string, tradingDate: string): MinutePrices | null;
  /**
   * A stock's newest quote outside of the regular hours, where its market trades then; null while it does not, and of a
   * stock that has none, as on the morning of a split or dividend until it takes effect. It is nobody's close: it comes
   * to no board, and no bar, limit or margin follows from it. Its `previousClose` is the last official price, and its
   * day's figures are its own. A feed without one leaves it out.
   */
  extended?(market: MarketKey, code: string): Quote | null;
  /**
   * A stock's minute bars of extended hours that start in a span, as far as they are known by now, oldest first; no bar
   * of `bars` has any of them. A feed without extended hours leaves it out.
   */
  extendedBars?(query: {
    market: MarketKey;
    code: string;
    from: number;
    until: number;
  }): readonly Bar[];
  /**
   * What an auction of the past came to, the same whenever it is asked: also where the clock has leapt over it.
   * Null of one that lies ahead or that a stock had none in; a feed without auctions leaves it out.
   */
  auction?(question: AuctionQuestion): AuctionPrint | null;
  /**
   * The newest trades of the trading day of `until` that had happened by then, newest first. A feed that knows bars
   * alone leaves it out: what happened within a bar is not made up.
   */
  trades?(query: {
    market: MarketKey;
    code: string;
    until: number;
    limit: number;
  }): readonly Trade[];
  /** What a feed of recorded files has taken of them; other feeds leave it out. */
  record?(): RecordReport;
  corporateActions(market: MarketKey, code: string): readonly CorporateAction[];
  /**
   * What a trading day's limits stand on where the feed knows it from elsewhere than the close before, as Tokyo's after
   * a day that ended with a special quote; null where the close decides. A feed that knows none leaves it out.
   */
  basePrice?(market: MarketKey, code: string, tradingDate: string): Price | null;
  /** As of now; a feed that has only prices leaves it out, and nothing is made up for it. */
  fundamentals?(market: MarketKey, code: string): Fundamentals | null;
  /** The market's indices at the close of a past day; a feed without indices leaves it out. */
  indexCloses?(market: MarketKey, tradingDate: string): readonly IndexClose[];
  /**
   * An index on its newest days that start before `before`, oldest first: past ones at their close, the running one
   * as it stands. Null of an index that it does not have; a feed without indices leaves it out.
   */
  indexDays?(query: {
    market: MarketKey;
    code: string;
    before: number;
    limit: number;
  }): readonly IndexDay[] | null;
  /** The sessions of a feed that plays recorded days; one that lives in the clock's own time leaves it out. */
  hours?(keeps: KeptHours): RecordedHours;
  /** A feed whose instruments are fixed leaves it out. */
  additions?: FeedAdditions;
  /** A simulated market to which companies come by themselves; every other one leaves it out. */
  newcomers?: FeedNewcomers;
  /** The changes of code of its whole record, by their days; a feed that tells none leaves it out. */
  renames?(): readonly ToldRename[];
  /**
   * Stocks of which the feed knows by now that they end, with their last trading day, also those that have ended; a
   * feed that does not know leaves it out.
   */
  ends?(): readonly FeedEnd[];
  /** What takes effect on the next trading day; a feed that does not know leaves it out. */
  nextActions?(market: MarketKey, code: string): readonly CorporateAction[];
};
