import { orderForms, type FormKind, type OrderForms, type Validity } from "./data/order-forms.ts";
import { afterHoursOn } from "./after-hours.ts";
import { dated } from "./dated.ts";
import { isTradingDay } from "./calendars.ts";
import type { Exchange } from "./listing-codes.ts";
import { exchangeMarket, namedAuction, type NamedMeeting } from "./auctions.ts";
import { dateOfDay, dayOf } from "./local-time.ts";
import type { LocalDate, MarketHours } from "./rule-reference.ts";
import { marketStatus } from "./sessions.ts";

export { closingKinds } from "./data/order-forms.ts";
export type { FormKind, OrderForms, Validity } from "./data/order-forms.ts";

/** Which orders the brokers of an exchange take on a date. */
export function orderFormsOf(exchange: Exchange, date: LocalDate): OrderForms {
  return dated(orderForms[exchange], date);
}

/** Those that can be chosen for a stock: where the market never sleeps there are no auctions to wait for. */
export function offeredForms(
  stock: { exchange: Exchange; code: string },
  date: LocalDate,
  hours: MarketHours,
): Record<FormKind, readonly Validity[]> {
  const keeps = typeof hours === "string" ? hours : hours.keeps;
  const { validities } = orderFormsOf(stock.exchange, date);
  const hasAfterHours = afterHoursOn(stock, date, hours) !== null;
  const offered = (kind: FormKind) =>
    validities[kind].filter((one) =>
      one === "after_hours" ? hasAfterHours : keeps === "exchange" || endOfSession(one) === null,
    );
  return {
    market: offered("market"),
    limit: offered("limit"),
    stop: offered("stop"),
    stop_limit: offered("stop_limit"),
    oco: offered("oco"),
    trailing_stop: offered("trailing_stop"),
  };
}

/** At which end of a session an order of this validity trades alone; null of all others. */
export function endOfSession(validity: Validity): "open" | "close" | null {
  if (validity === "at_open") return "open";
  return validity === "at_close" || validity === "market_at_close" ? "close" : null;
}

/** The auction that an order of this validity is placed for, or why there is none; null of all others. */
export function auctionFor(
  validity: Validity,
  exchange: Exchange,
  at: number,
  hours: MarketHours,
  kind: FormKind,
): NamedMeeting | null {
  const end = endOfSession(validity);
  // What turns to the market in the auction is a market order there.
  const isAtMarket = kind === "market" || validity === "market_at_close";
  return end === null ? null : namedAuction(exchange, end, at, hours, isAtMarket);
}

/** An order stands for so many days at most. */
export const validDaysMax = 365;

export type LastDay = "past" | "not_trading_day" | "too_far" | "sound";

/** What speaks against the day until which an order is to stand; the day of the next session is the first. */
export function lastDay(
  exchange: Exchange,
  date: LocalDate,
  at: number,
  hours: MarketHours,
): LastDay {
  const market = exchangeMarket(exchange);
  const { orderDate } = marketStatus(market, at, hours);
  if (date < orderDate) return "past";
  if (date > dateOfDay(dayOf(orderDate) + validDaysMax)) return "too_far";
  return isTradingDay(market, date, hours) ? "sound" : "not_trading_day";
}
