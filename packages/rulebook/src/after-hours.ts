import { exchangeMarket } from "./auctions.ts";
import { afterHoursEntry } from "./data/sessions.ts";
import type { Exchange } from "./listing-codes.ts";
import { instantOf, minuteMs } from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";
import { marketStatus, sessionPhases, sessionsOf, type SessionPhase } from "./sessions.ts";

type Stock = { exchange: Exchange; code: string };

/** The session after hours that an order for it alone is placed for, or why there is none now. */
export type AfterHours =
  | { readonly ok: true; readonly from: number; readonly until: number }
  | { readonly ok: false; readonly why: "none_here"; readonly reference: RuleReference }
  | {
      readonly ok: false;
      readonly why: "not_taken_now";
      /** When orders for it are taken next, milliseconds since the epoch on the app's clock. */
      readonly takenFrom: number;
      readonly reference: RuleReference;
    };

/** An order for the trading at the day's close after hours: taken from the morning on, but for the lunch break. */
export function afterHoursFor(stock: Stock, at: number, hours: MarketHours): AfterHours {
  const { exchange } = stock;
  const market = exchangeMarket(exchange);
  const status = marketStatus(sessionsOf({ ...stock, market }), at, hours);
  const date = status.orderDate;
  const session = afterHoursOn(stock, date, hours);
  const times = afterHoursEntry[exchange];
  if (session === null || times === undefined) {
    return { ok: false, why: "none_here", reference: status.reference };
  }
  const moment = (time: string) => {
    const found = instantOf(market, date, time);
    return typeof hours === "string" ? found : hours.toApp(found);
  };
  const entries = times.map(([from, until]) => ({ from: moment(from), until: moment(until) }));
  const next = entries.find(({ until }) => at < until);
  if (next === undefined || at < next.from) {
    const takenFrom = next?.from ?? session.from;
    return { ok: false, why: "not_taken_now", takenFrom, reference: session.reference };
  }
  return { ok: true, from: session.from, until: session.until };
}

/** A stock's session after hours on a day; null where it has none. */
export function afterHoursOn(
  { exchange, code }: Stock,
  date: LocalDate,
  hours: MarketHours,
): SessionPhase | null {
  const phases = sessionPhases(sessionsOf({ market: exchangeMarket(exchange), code }), date, hours);
  return phases.find(({ phase }) => phase === "after_hours_fixed_price") ?? null;
}

/** When the session after hours begins that ends at a moment: each has lasted for 25 minutes. */
export function afterHoursBegin(until: number): number {
  return until - 25 * minuteMs;
}
