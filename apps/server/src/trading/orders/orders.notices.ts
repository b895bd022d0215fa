import {
  formatMinor,
  formatPrice,
  formatShares,
  price,
  settlementCurrency,
  shares,
  divide,
} from "@sanshi/money";
import { positionStatuses } from "@sanshi/contract";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Change, Notice } from "./amending.batch.store.ts";
import type { StoredPosition } from "./amending.store.ts";
import type { ClosingOrder } from "./amendment.ts";
import type { OrderDesk } from "./order-desk.ts";
import { sharesLeft } from "./stored-money.ts";

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
  { quantity, reason }: ClosingOrder,
  { to, fill }: Change,
): Notice | null {
  const isNew = stored.closing_reason !== reason;
  const currency = settlementCurrency(stored.market);
  if (to.status === positionStatuses.closing) {
    if (reason === null || !isNew) return null;
    return notice(desk, stored, "exit_started", { reason, quantity: formatShares(quantity) });
  }
  if (fill === null) return null;
  const before = isNew ? { filled: 0n, value: 0n } : closingSoFar(stored);
  const filled = before.filled + fill.quantity;
  const value = before.value + (to.close_value - stored.close_value);
  return notice(desk, stored, "closing_filled", {
    reason: reason ?? "limit",
    quantity: formatShares(shares(filled)),
    price: formatPrice(price(divide(value, filled, "half_up")), currency),
    profit: formatMinor(to.realised, currency),
  });
}

function closingSoFar({ closing_filled: filled, closing_value: value }: StoredPosition) {
  return { filled, value };
}

/** The day is over: `quantity` was not filled. */
export function expiryNotice(desk: OrderDesk, stored: StoredPosition): Notice {
  const isClosing = stored.status === positionStatuses.closing;
  const left = isClosing
    ? (stored.closing_quantity ?? sharesLeft(stored))
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
