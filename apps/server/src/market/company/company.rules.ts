import type { CompanyEvent } from "@sanshi/contract";
import {
  divide,
  exactPerShare,
  formatPerShare,
  formatScaled,
  price,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import { daysAfter } from "@sanshi/rulebook";
import { companyEventsMax } from "@sanshi/contract/constants";
import type { Bar, CorporateAction, Fundamentals } from "../../market-feed/market-feed.ts";

const ratioDigits = 2;

/** How many times `base` a price is, with two decimals; null where there is none, or a loss. */
export function multipleOf(last: Price, base: Price | null): string | null {
  if (base === null || base <= 0n) return null;
  return formatScaled(divide(last * 100n, base, "half_up"), ratioDigits);
}

/** A part of the price in per cent, with two decimals. */
export function yieldOf(last: Price, perShare: Price): string {
  if (last <= 0n) return formatScaled(0n, ratioDigits);
  return formatScaled(divide(perShare * 10_000n, last, "half_up"), ratioDigits);
}

/**
 * What one of today's shares was paid in the year until a day: a dividend before a split was paid on fewer shares.
 */
export function dividendsOfYear(actions: readonly CorporateAction[], today: string): Price {
  const since = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  let sum = 0n;
  for (const action of actions) {
    if (action.kind !== "dividend" || action.exDate <= since || action.exDate > today) continue;
    let [numerator, denominator] = [1n, 1n];
    for (const split of actions) {
      if (split.kind !== "split" || split.exDate <= action.exDate || split.exDate > today) continue;
      numerator *= split.denominator;
      denominator *= split.numerator;
    }
    sum += divide(action.perShare * numerator, denominator, "half_up");
  }
  return price(sum);
}

const yearDays = 364;
/** A record that is this much shorter than 52 weeks has no ends of 52 weeks. */
const yearGapDaysMax = 14;

/**
 * Between which prices a stock has traded in the 52 weeks before a day, in that day's shares; null where it was not
 * known for so long.
 */
export function yearRangeOf(
  bars: readonly Pick<Bar, "tradingDate" | "high" | "low">[],
  actions: readonly CorporateAction[],
  today: string,
): { high: Price; low: Price } | null {
  const from = daysAfter(today, -yearDays);
  const first = bars[0];
  if (first === undefined || first.tradingDate > daysAfter(today, -yearDays - yearGapDaysMax)) {
    return null;
  }
  let [high, low]: [bigint | null, bigint | null] = [null, null];
  for (const bar of bars) {
    if (bar.tradingDate < from || bar.tradingDate >= today) continue;
    const [top, bottom] = [bar.high, bar.low].map((value) =>
      inSharesOf(value, bar.tradingDate, actions, today),
    ) as [bigint, bigint];
    if (high === null || top > high) high = top;
    if (low === null || bottom < low) low = bottom;
  }
  return high === null || low === null ? null : { high: price(high), low: price(low) };
}

function inSharesOf(
  value: Price,
  date: string,
  actions: readonly CorporateAction[],
  today: string,
): bigint {
  let adjusted: bigint = value;
  for (const split of actions) {
    if (split.kind !== "split" || split.exDate <= date || split.exDate > today) continue;
    adjusted = divide(adjusted * split.denominator, split.numerator, "half_up");
  }
  return adjusted;
}

/** What has happened to a stock until today, newest first; results come before what takes effect with a day. */
export function eventsOf(
  market: MarketKey,
  actions: readonly CorporateAction[],
  told: Fundamentals["earningsTold"],
  today: string,
): CompanyEvent[] {
  const currency = settlementCurrency(market);
  const results = told.map((date): CompanyEvent => ({
    kind: "earnings",
    date,
    amount: null,
    ratio: null,
  }));
  const effective = actions.map((action): CompanyEvent => {
    if (action.kind === "dividend") {
      const amount = formatPerShare(exactPerShare(action), currency);
      return { kind: "dividend", date: action.exDate, amount, ratio: null };
    }
    const ratio = { new: action.numerator.toString(), old: action.denominator.toString() };
    return { kind: "split", date: action.exDate, amount: null, ratio };
  });
  return [...results, ...effective]
    .filter(({ date }) => date <= today)
    .toSorted((left, right) => (left.date < right.date ? 1 : left.date > right.date ? -1 : 0))
    .slice(0, companyEventsMax);
}
