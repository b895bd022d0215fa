import type { Price } from "@sanshi/money";
import { marketDate } from "@sanshi/rulebook";
import type { TriggerWork } from "../changing/change-step.ts";
import { ended } from "../changing/closing-orders.ts";
import { closingsChanged } from "../changing/position-changes.ts";
import { isBetter, trailingStop, trailOf } from "../checking/trailing.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import type { Change } from "../storing/changes.store.ts";
import type { StoredPosition, WorkingClosing } from "../storing/positions.store.ts";
import { isAheadOfStop } from "../working/watches.ts";

/**
 * A position with the best prices that the watch has seen for its trailing stops, where the database does not know
 * them yet: whoever decides on it decides as if they were written already.
 */
export function withTrailsSeen(
  { context }: OrderServices,
  stored: StoredPosition,
  { trails }: Pick<TriggerWork, "trails">,
): StoredPosition {
  const instrument = context.quotes.instrument(stored.market, stored.code);
  // A price of another scale is none for it.
  if (trails === undefined || instrument === null || stored.is_behind) return stored;
  const side = stored.side === "long" ? "sell" : "buy";
  const grid = { ...instrument, date: marketDate(stored.market, stored.now, context.hours) };
  const seen = (order: WorkingClosing): WorkingClosing => {
    const found = trails.find(({ orderId, scale }) => {
      return orderId === order.id && scale === order.revision;
    });
    const trail = trailOf(order.trail_amount, order.trail_basis_points);
    const kept = order.trail_best;
    if (found === undefined || trail === null || kept === null || !isAheadOfStop(order))
      return order;
    if (!isBetter(side, found.best, kept)) return order;
    const stop = trailingStop(side, found.best, trail, grid);
    // What is written down stays what it was, however often the stop has been raised since.
    const written = order.trail_kept === undefined ? kept : order.trail_kept;
    return { ...order, trail_best: found.best, trail_kept: written, stop_price: stop };
  };
  return { ...stored, closings: stored.closings.map(seen) };
}

/** The same after a price that nobody has followed yet. */
export function withTrailsFollowing(
  services: OrderServices,
  stored: StoredPosition,
  last: Price,
): StoredPosition {
  const trails = stored.closings.flatMap(({ id: orderId, revision: scale, trail_best: best }) => {
    return best === null ? [] : [{ orderId, scale, best: last }];
  });
  return trails.length === 0 ? stored : withTrailsSeen(services, stored, { trails });
}

/** Writes down what was seen; null where the database knows it. */
export function raisedStops(stored: StoredPosition): { change: Change; notice: null } | null {
  const raised = stored.closings.filter(({ trail_kept: kept }) => kept !== undefined);
  if (raised.length === 0) return null;
  const orders = raised.map((order) => ended(stored, order, "working"));
  return { change: closingsChanged(stored, orders), notice: null };
}
