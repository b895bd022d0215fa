import {
  multiplyDivide,
  price,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { nextTradingDay } from "./calendars.ts";
import {
  chinaNextDay,
  marketOrderMaxima,
  minimumMargins,
  priceCages,
  purchaseCaps,
  sameDayRules,
  shortSaleTests,
} from "./data/exchange-rules.ts";
import type { PurchaseCap } from "./data/exchange-rules.ts";
import type { Board } from "./data/lots.ts";
import { dated } from "./dated.ts";
import type { Exchange } from "./listing-codes.ts";
import { lotRule } from "./lots.ts";
import type { LimitClass } from "./price-limits.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";
import { tradingDayBegins } from "./sessions.ts";

/**
 * `practice`: a market to learn in, round the clock, in single shares, with the specification's 15 minutes
 * alone before a sale. `exchange`: with the exchanges' own rules of the day.
 */
export type MarketRules = "practice" | "exchange";

/** The most shares in one order on a day; null where the exchange names no number. */
export function orderMaximum(
  market: MarketKey,
  date: LocalDate,
  board: Board,
  isAtMarket: boolean,
): { shares: Shares; reference: RuleReference } | null {
  const rule = lotRule(market, date, board);
  const atMarket = market === "cny" && isAtMarket ? marketOrderMaxima[board] : null;
  const most = atMarket ?? rule.orderMaximum;
  return most === null ? null : { shares: most, reference: rule.reference };
}

/** How many shares of a stock under a risk warning somebody may buy in a day; null of any other, and before the rule. */
export function purchaseCap(
  stock: { limitClass: LimitClass; exchange: Exchange },
  date: LocalDate,
): PurchaseCap | null {
  if (stock.limitClass !== "special_treatment") return null;
  const caps = purchaseCaps[stock.exchange === "BSE" ? "beijing" : "shanghaiAndShenzhen"];
  return caps.findLast(({ reference }) => reference.validFrom <= date) ?? null;
}

/**
 * Whether a sale of so many shares keeps to the exchange's steps. On the mainland what is less than a lot is
 * sold as a whole: all that is left of one, with or without whole lots.
 */
export function isSaleInLots(
  quantity: Shares,
  held: Shares,
  market: MarketKey,
  date: LocalDate,
  board: Board,
): boolean {
  const { buyMinimum, buyStep, lotShares, oddLots } = lotRule(market, date, board);
  if (quantity === held) return true;
  if (buyStep === 1n) return quantity >= buyMinimum;
  const isRest = oddLots === "sell_only" && quantity % lotShares === held % lotShares;
  return quantity % lotShares === 0n || isRest;
}

export type BookTop = {
  readonly bid: Price | null;
  readonly ask: Price | null;
  readonly last: Price;
};

/**
 * The highest limit of a purchase and the lowest of a sale while trading is continuous; null where there is
 * no cage. It stands on the best opposite price, without one on the best of the own side, then on the last.
 */
export function priceCage(
  market: MarketKey,
  board: Board,
  date: LocalDate,
  { bid, ask, last }: BookTop,
  tick: Price,
): { buyMost: Price; sellLeast: Price; reference: RuleReference } | null {
  const cages = priceCages[board];
  if (market !== "cny" || (cages[0]?.reference.validFrom ?? date) > date) return null;
  const { percent, ticks, reference } = dated(cages, date);
  const buyBase = ask ?? bid ?? last;
  const sellBase = bid ?? ask ?? last;
  const part = (base: Price, share: bigint) =>
    multiplyDivide(base, share, 100n * tick, "half_up") * tick;
  const most = part(buyBase, 100n + percent);
  const least = part(sellBase, 100n - percent);
  const mostByTicks = buyBase + ticks * tick;
  const leastByTicks = sellBase - ticks * tick;
  return {
    buyMost: price(most > mostByTicks ? most : mostByTicks),
    sellLeast: price(least < leastByTicks ? least : leastByTicks),
    reference,
  };
}

/** Whether a fall has reached the price at which the test of shorts begins. */
export function isShortTestTriggered(
  market: MarketKey,
  date: LocalDate,
  { basePrice, low }: { basePrice: Price; low: Price },
): boolean {
  const rule = shortSaleTest(market, date);
  if (rule === null || basePrice <= 0n || low <= 0n) return false;
  return low * 100n <= basePrice * (100n - rule.fallPercent);
}

export function shortSaleTest(market: MarketKey, date: LocalDate) {
  const tests = shortSaleTests[market];
  return (tests[0]?.reference.validFrom ?? "9999-12-31") > date ? null : dated(tests, date);
}

/**
 * What a short's price has to be above where the test is on. Null where the order is free of it: in Tokyo of
 * at most 50 lots. Whether the last price has risen, so that Tokyo takes a short at it too, a quote alone does
 * not tell: without it the stricter side of the rule holds.
 */
export function shortFloor(
  market: MarketKey,
  date: LocalDate,
  quantity: Shares,
  { bid, last }: BookTop,
): { above: Price; reference: RuleReference } | null {
  const rule = shortSaleTest(market, date);
  if (rule === null) return null;
  if (quantity <= rule.freeLots * lotRule(market, date).lotShares) return null;
  return { above: rule.above === "last" ? last : (bid ?? last), reference: rule.reference };
}

/**
 * What a short's price has to be above before any fall: in Tokyo that of an order of 51 lots and more, which is never
 * at the market and never at ten per cent below the base price. Null where the order is free.
 */
export function largeShortFloor(
  market: MarketKey,
  date: LocalDate,
  quantity: Shares,
  basePrice: Price,
): { above: Price; reference: RuleReference } | null {
  const rule = shortSaleTest(market, date);
  if (rule === null || !rule.largeOrders) return null;
  if (quantity <= rule.freeLots * lotRule(market, date).lotShares) return null;
  const above = multiplyDivide(basePrice, 100n - rule.fallPercent, 100n, "floor");
  return { above: price(above), reference: rule.reference };
}

/** The least own money of whoever trades on margin; null where there is none. */
export function minimumMargin(
  market: MarketKey,
): { amount: Minor; reference: RuleReference } | null {
  return minimumMargins[market];
}

/**
 * Which rule keeps a stock's own proceeds of a day from buying it again, and what they have bought back from being sold
 * again; with the trading day from which neither holds, and when that begins. Null where there is no such rule.
 */
export function sameDayRule(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours,
): { on: LocalDate; until: number; reference: RuleReference } | null {
  const reference = sameDayRules[market];
  if (reference === null || date < reference.validFrom) return null;
  const on = nextTradingDay(market, date, hours);
  return { on, until: tradingDayBegins(market, on, hours), reference };
}

/**
 * The trading day on which shares that were bought on one can first be sold, and when its session begins; null where
 * that is at once.
 */
export function soldFrom(
  market: MarketKey,
  boughtOn: LocalDate,
  hours: MarketHours,
): { on: LocalDate; at: number; reference: RuleReference } | null {
  if (market !== "cny") return null;
  const next = nextTradingDay(market, boughtOn, hours);
  return { on: next, at: tradingDayBegins(market, next, hours), reference: chinaNextDay };
}
