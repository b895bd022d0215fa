import {
  formatMinor,
  formatPrice,
  formatShares,
  price,
  settlementCurrency,
  shares,
  divide,
} from "@sanshi/money";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Change, Notice } from "./amending.batch.store.ts";
import type { StoredPosition } from "./amending.store.ts";
import type { ClosingOrder } from "./closing-orders.ts";
import type { OrderDesk } from "./order-desk.ts";

/** What customers read of what the market or the clock has done with their orders. */

/** The first part of an order, and its end; the parts in between are on its screen. */
export function openingNotice(
  desk: OrderDesk,
  stored: StoredPosition,
  { to, fill }: Change,
): Notice | null {
  const isWhole = to.opened === to.quantity;
  if (fill === null || (!isWhole && stored.opened > 0n)) return null;
  const currency = settlementCurrency(stored.market);
  const isWaiting = to.reserved > 0n;
  return notice(desk, stored, isWhole ? "order_filled" : "order_partly_filled", {
    quantity: formatShares(to.quantity),
    filled: formatShares(to.opened),
    price: formatPrice(to.open_price ?? fill.price, currency),
    ...(!isWhole && { rest: isWaiting ? "waits" : "taken_back" }),
  });
}

/** A closing order is done, or an exit has begun one that is not done at once. */
export function closingNotice(
  desk: OrderDesk,
  stored: StoredPosition,
  { id, quantity, reason, working }: ClosingOrder,
  { to, fill, orders }: Change,
): Notice | null {
  const currency = settlementCurrency(stored.market);
  if (orders.some((order) => order.id === id && order.state === "working")) {
    if (reason === null || working !== null) return null;
    return notice(desk, stored, "exit_started", { reason, quantity: formatShares(quantity) });
  }
  if (fill === null) return null;
  const filled = (working?.filled ?? 0n) + fill.quantity;
  const value = (working?.filled_value ?? 0n) + (to.close_value - stored.close_value);
  return notice(desk, stored, "closing_filled", {
    reason: reason ?? "limit",
    quantity: formatShares(shares(filled)),
    price: formatPrice(price(divide(value, filled, "half_up")), currency),
    profit: formatMinor(to.realised, currency),
  });
}

/** The day is over: `quantity` was not filled. */
export function expiryNotice(
  desk: OrderDesk,
  stored: StoredPosition,
  { orders }: Pick<Change, "orders">,
): Notice {
  const isClosing = orders.length > 0;
  const left = isClosing
    ? shares(orders.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0n))
    : shares(stored.quantity - stored.opened);
  return notice(desk, stored, "order_expired", {
    order: isClosing ? "closing" : "opening",
    quantity: formatShares(left),
  });
}

/** A stop-limit order has become a limit order, which is not filled yet. */
export function triggerNotice(desk: OrderDesk, stored: StoredPosition, quote: Quote): Notice {
  const currency = settlementCurrency(stored.market);
  const at = stored.limit_price ?? quote.last;
  return notice(desk, stored, "order_triggered", {
    quantity: formatShares(stored.quantity),
    stop: formatPrice(stored.stop_price ?? quote.last, currency),
    price: formatPrice(at, currency),
  });
}

export function rejectionNotice(
  desk: OrderDesk,
  stored: StoredPosition,
  reason: "insufficient_balance" | "insufficient_credit_limit" | "no_counterparty",
): Notice {
  return notice(desk, stored, "order_rejected", {
    reason,
    quantity: formatShares(shares(stored.quantity - stored.opened)),
  });
}

function notice(
  { context }: OrderDesk,
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
