import {
  formatMinor,
  formatPrice,
  formatShares,
  price,
  settlementCurrency,
  shares,
  divide,
  type Shares,
} from "@sanshi/money";
import { isOfExtendedHours, type Quote } from "../../../market-feed/market-feed.ts";
import type { Change, Notice } from "../storing/changes.store.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { isForAuction } from "../checking/validity.rules.ts";
import type { ClosingOrder } from "./closing-orders.ts";
import type { OrderServices } from "../preparing/order-services.ts";

/** What customers read of what the market or the clock has done with their orders. */

/** The first part of an order, and its end; the parts in between are on its screen. */
export function openingNotice(
  services: OrderServices,
  stored: StoredPosition,
  { to, fill }: Change,
): Notice | null {
  const isWhole = to.opened === to.quantity;
  if (fill === null || (!isWhole && stored.opened > 0n)) return null;
  const currency = settlementCurrency(stored.market);
  const isWaiting = to.reserved > 0n;
  return notice(services, stored, isWhole ? "order_filled" : "order_partly_filled", {
    quantity: formatShares(to.quantity),
    filled: formatShares(to.opened),
    price: formatPrice(to.open_price ?? fill.price, currency),
    ...(!isWhole && { rest: isWaiting ? "waits" : "taken_back" }),
    ...hoursOf(fill),
  });
}

/** A closing order is done, or an exit has begun one that is not done at once. */
export function closingNotice(
  services: OrderServices,
  stored: StoredPosition,
  { id, quantity, reason, working, asked, triggers }: ClosingOrder,
  { to, fill, orders }: Change,
): Notice | null {
  const currency = settlementCurrency(stored.market);
  if (orders.some((order) => order.id === id && order.state === "working")) {
    if (triggers && asked.kind === "stop_limit")
      return limitStarted(services, stored, asked, quantity);
    if (reason === null || working !== null) return null;
    return notice(services, stored, "exit_started", { reason, quantity: formatShares(quantity) });
  }
  if (fill === null) return null;
  const isByStop =
    asked.stop_price !== null && (triggers || (working?.triggered_at ?? null) !== null);
  const filled = (working?.filled ?? 0n) + fill.quantity;
  const value = (working?.filled_value ?? 0n) + (to.close_value - stored.close_value);
  return notice(services, stored, "closing_filled", {
    reason: reason ?? (isByStop ? stopOf(asked) : "limit"),
    quantity: formatShares(shares(filled)),
    price: formatPrice(price(divide(value, filled, "half_up")), currency),
    profit: formatMinor(to.realised, currency),
    ...hoursOf(fill),
  });
}

/** Said where it was filled in extended hours. */
function hoursOf({ quote }: NonNullable<Change["fill"]>): { hours?: "extended" } {
  return isOfExtendedHours(quote) ? { hours: "extended" } : {};
}

function stopOf({ kind }: ClosingOrder["asked"]): "stop" | "trailing_stop" {
  return kind === "trailing_stop" ? kind : "stop";
}

/** The stop of a closing order is reached, and its limit waits. */
function limitStarted(
  services: OrderServices,
  stored: StoredPosition,
  { stop_price: stop, limit_price: limit }: ClosingOrder["asked"],
  quantity: Shares,
): Notice | null {
  if (stop === null || limit === null) return null;
  const currency = settlementCurrency(stored.market);
  return notice(services, stored, "order_triggered", {
    order: "closing",
    quantity: formatShares(quantity),
    stop: formatPrice(stop, currency),
    price: formatPrice(limit, currency),
  });
}

/** What its customer waited for is over: `quantity` was not filled. */
export function expiryNotice(
  services: OrderServices,
  stored: StoredPosition,
  { orders }: Pick<Change, "orders">,
): Notice {
  const isClosing = orders.length > 0;
  const left = isClosing
    ? shares(orders.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0n))
    : shares(stored.quantity - stored.opened);
  return notice(services, stored, "order_expired", {
    order: `${isClosing ? "closing" : "opening"}${endOf(orders[0]?.timeInForce ?? stored.time_in_force)}`,
    quantity: formatShares(left),
  });
}

/** Which end it was: an auction's, that of the day which was chosen, or, unnamed, the day's. */
function endOf(timeInForce: StoredPosition["time_in_force"]): "" | "_auction" | "_date" {
  if (isForAuction(timeInForce) || timeInForce === "market_at_close") return "_auction";
  return timeInForce === "until_date" ? "_date" : "";
}

/** A stop-limit order has become a limit order, which is not filled yet. */
export function triggerNotice(
  services: OrderServices,
  stored: StoredPosition,
  quote: Quote,
): Notice {
  const currency = settlementCurrency(stored.market);
  const at = stored.limit_price ?? quote.last;
  return notice(services, stored, "order_triggered", {
    quantity: formatShares(stored.quantity),
    stop: formatPrice(stored.stop_price ?? quote.last, currency),
    price: formatPrice(at, currency),
  });
}

export function rejectionNotice(
  services: OrderServices,
  stored: StoredPosition,
  reason:
    | "insufficient_balance"
    | "insufficient_credit_limit"
    | "no_counterparty"
    | "rejected_by_venue",
): Notice {
  return notice(services, stored, "order_rejected", {
    reason,
    quantity: formatShares(shares(stored.quantity - stored.opened)),
  });
}

function notice(
  { context }: OrderServices,
  { id, market, code, side }: StoredPosition,
  kind: Notice["kind"],
  params: Record<string, string>,
): Notice {
  const names = context.quotes.instrument(market, code)?.names;
  return {
    kind,
    params: {
      type: market,
      code,
      ...(names && { name_jp: names.jp, name_cn: names.cn, name_us: names.us }),
      side,
      ...params,
    },
    link: `/position/info?id=${id}`,
  };
}
