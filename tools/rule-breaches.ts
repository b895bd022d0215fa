import { marketOf } from "../apps/server/src/market-feed/replay/instrument-of.ts";
import { parsePrice, price, type MarketKey, type Price } from "../packages/money/src/index.ts";
import {
  boardOfCode,
  calendarStatus,
  isOnTick,
  isTradingDay,
  limitClassOfCode,
  localMinuteOfDay,
  marketDate,
  priceLimits,
  provesTopix100,
  sessionPhases,
  sessionsOf,
  widenedAfter,
  type TickClass,
  type TradedDay,
} from "../packages/rulebook/src/index.ts";

/** A row of a file of bars; prices as they stand there. `basePrice` where the file has the exchange's own. */
export type RecordedBar = {
  readonly symbol: string;
  readonly date: string;
  /** Milliseconds since the epoch at which it begins; null of a whole day. */
  readonly at: number | null;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly basePrice: string | null;
};

/** What a bar breaks, and what explains that it does. */
export const breachReasons = ["limit", "tick", "session", "day"] as const;
export const explanations = {
  special_quote: "the day before ended with a special quote, which the limits stand on",
  base_moved: "opens beyond the limit: a split, rights or a special quote moved its base price",
  listing: "first days of the file: the listing's own limits hold",
  adjusted: "the file's prices are adjusted: many lie on no grid that the market has had",
  sub_penny: "executions at the midpoint or below a cent, which are allowed",
  extended_hours: "before and after the session, 4:00 to 20:00 in New York",
  old_average: "the mainland's limits until 2001 stood on closing averages, and on three decimals",
  no_calendar: "no calendar is known for the year",
} as const;
export type Explanation = keyof typeof explanations;

export type Findings = {
  readonly market: MarketKey;
  bars: number;
  /** `unexplained` and each explanation by the reason. */
  readonly counts: Map<string, number>;
  readonly examples: string[];
};

/**
 * Days in Tokyo after one that ended with a special quote: their base price is that quote, which no bar shows. They are
 * the two of 2021 that no other reason explains.
 */
const specialQuotes: ReadonlySet<string> = new Set(["9252 2021-11-25", "9271 2021-09-10"]);

const examplesMax = 5;
/** Prices are adjusted where more rows of a file than so many in a hundred lie off every grid of their market. */
const adjustedPercent = 20;
/** The finest grids, in ten-thousandths: a tenth of a yen, and a thousandth of a yuan until 2001. */
const finestTicks: Partial<Record<MarketKey, bigint>> = { jpy: 1_000n, cny: 10n };

/** Null of an index and of what is no share of the three markets. */
export function shareOf(symbol: string): { market: MarketKey; code: string } | null {
  const market = marketOf(symbol);
  if (market === null) return null;
  return { market, code: market === "cny" ? symbol.slice(0, 6) : symbol };
}

/** One file's bars of one share against the rules of their days, in the order of time. */
export function breachesOf(bars: readonly RecordedBar[]): Findings | null {
  const named = shareOf(bars[0]?.symbol ?? "");
  if (named === null) return null;
  const findings: Findings = { market: named.market, bars: 0, counts: new Map(), examples: [] };
  const judged = bars.map((bar) => ({ bar, prices: pricesOf(bar) }));
  const share = { ...named, tickClass: tickClassOf(named.market, judged) };
  const offGrid = judged.map(({ bar, prices }) => !isOnGrid(share, bar.date, prices));
  const isAdjusted = areAdjusted(share.market, judged);
  const past: TradedDay[] = [];
  for (const [index, { bar, prices }] of judged.entries()) {
    findings.bars += 1;
    const tell = (reason: (typeof breachReasons)[number], why: Explanation | null) =>
      count(findings, bar, reason, why);
    const isKnown = calendarStatus(share.market, bar.date) !== "unknown";
    const isDay = isTradingDay(share.market, bar.date);
    if (!isDay) tell("day", isKnown ? null : "no_calendar");
    if (isDay && bar.at !== null && !isInSession(share, bar.at)) {
      tell("session", share.market === "usd" && isExtended(bar.at) ? "extended_hours" : null);
    }
    const isOld = share.market === "cny" && bar.date < "2002-01-01";
    if (offGrid[index] === true && !hasNoPrice(bar)) {
      const why = isAdjusted ? "adjusted" : isOld ? "old_average" : null;
      tell("tick", share.market === "usd" ? "sub_penny" : why);
    }
    const before = judged[index - 1];
    if (bar.at !== null || before === undefined || prices === null || isAdjusted) continue;
    const base = bar.basePrice === null ? before.prices?.close : parsePrice(bar.basePrice);
    if (base === undefined || base === null) continue;
    const beyond = beyondLimits(share, bar.date, base, prices, past);
    past.push({ date: bar.date, basePrice: base, low: prices.low, high: prices.high });
    if (past.length > 12) past.shift();
    if (beyond === null) continue;
    if (specialQuotes.has(`${bar.symbol} ${bar.date}`)) {
      tell("limit", "special_quote");
      continue;
    }
    const isMoved = bar.basePrice === null && beyond.opens;
    tell("limit", isMoved ? "base_moved" : isOld ? "old_average" : index < 5 ? "listing" : null);
  }
  return findings;
}

/** Adjusted prices lie between all ticks: what lies on a finer one than its day's is a breach. */
function areAdjusted(
  market: MarketKey,
  judged: readonly { bar: RecordedBar; prices: Prices | null }[],
): boolean {
  const finest = finestTicks[market];
  if (finest === undefined) return false;
  const traded = judged.filter(({ bar }) => !hasNoPrice(bar));
  // More decimals than a price of ours has are off every grid as well.
  const off = traded.filter(
    ({ prices }) => prices === null || !Object.values(prices).every((one) => one % finest === 0n),
  );
  return off.length * 100 > traded.length * adjustedPercent;
}

/** Vendors leave the prices of a day without a trade out, or write zeros. */
function hasNoPrice({ open, high, low, close }: RecordedBar): boolean {
  return [open, high, low, close].some((text) => Number(text) === 0);
}

type Share = { market: MarketKey; code: string; tickClass: TickClass };

/** What no code tells: the prices of a file prove it. */
function tickClassOf(
  market: MarketKey,
  judged: readonly { bar: RecordedBar; prices: Prices | null }[],
): TickClass {
  if (market !== "jpy") return "standard";
  const days = judged.flatMap(({ bar: { date }, prices }) =>
    prices === null ? [] : [{ date, prices: Object.values(prices) }],
  );
  return provesTopix100(days) ? "topix100" : "standard";
}

type Prices = Record<"open" | "high" | "low" | "close", Price>;

function pricesOf({ open, high, low, close }: RecordedBar): Prices | null {
  const parsed = [open, high, low, close].map((text) => parsePrice(text));
  const [first, highest, lowest, last] = parsed;
  if (!first || !highest || !lowest || !last) return null;
  return { open: first, high: highest, low: lowest, close: last };
}

function isOnGrid({ market, tickClass }: Share, date: string, prices: Prices | null): boolean {
  if (prices === null) return false;
  const grid = { market, tickClass, date };
  return Object.values(prices).every((one) => isOnTick(one, grid));
}

/** Whether a day's prices leave its limits, and whether its first price does already; null where none does. */
function beyondLimits(
  { market, code, tickClass }: Share,
  date: string,
  basePrice: Price,
  { open, high, low }: Prices,
  past: readonly TradedDay[],
): { opens: boolean } | null {
  const board = boardOfCode(market, code);
  const stock = {
    market,
    limitClass: limitClassOfCode(market, code),
    tickClass,
  } as const;
  // The mainland had no limits before.
  if (market === "cny" && date < "1996-12-16") return null;
  const widened = widenedAfter(stock, past, date);
  const limits = priceLimits({ ...stock, board, basePrice: price(basePrice), date, widened });
  if (limits === null || (low >= limits.low && high <= limits.high)) return null;
  return { opens: open < limits.low || open > limits.high };
}

/** A bar stands at the auction's own moment too. */
function isInSession(share: { market: MarketKey; code: string }, at: number): boolean {
  const date = marketDate(share.market, at, "exchange");
  return sessionPhases(sessionsOf(share), date, "exchange").some(
    ({ from, until }) => at >= from && at <= until,
  );
}

function isExtended(at: number): boolean {
  const minute = localMinuteOfDay("usd", at);
  return minute >= 4 * 60 && minute < 20 * 60;
}

function count(
  findings: Findings,
  { symbol, date, at, open, high, low, close }: RecordedBar,
  reason: (typeof breachReasons)[number],
  why: Explanation | null,
): void {
  const key = `${reason} ${why ?? "unexplained"}`;
  findings.counts.set(key, (findings.counts.get(key) ?? 0) + 1);
  if (why !== null || findings.examples.length >= examplesMax) return;
  const moment = at === null ? date : new Date(at).toISOString();
  findings.examples.push(`${reason}: ${symbol} ${moment} ${open} ${high} ${low} ${close}`);
}
