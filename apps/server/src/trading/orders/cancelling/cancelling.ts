import { positionStatuses } from "@sanshi/contract";
import { RawJson } from "../../../platform/http/answers.ts";
import { accept } from "../../../platform/outcome.ts";
import { toRefusal } from "../answering/order-answers.ts";
import { checkCancels, checkNamedCancel } from "../checking/exchange.rules.ts";
import { isForAuction } from "../checking/validity.rules.ts";
import type { Objection } from "../checking/order-checks.rules.ts";
import { hasLimitNow } from "../working/watches.ts";
import {
  factsOf,
  isAsked,
  notifyOfCancellation,
  refusal,
  requestOf,
  type CancelWork,
  type ExpiryWork,
  type Step,
  unasked,
  watchChanged,
} from "../changing/change-step.ts";
import type { Change } from "../storing/changes.store.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { cancelledChange, stopsClosing } from "../changing/position-changes.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { expiryNotice } from "../changing/order-notices.ts";

/** What waits is cancelled by the customer: an order, the rest of one, or a closing order. */
export function decideCancel(
  services: OrderServices,
  work: CancelWork,
  stored: StoredPosition | null,
): Step | null {
  if (stored === null) return notCancelled(work, { code: "order_not_found" });
  const change = cancellationOf(services, stored, work.positionId);
  if (change === null) return notCancelled(work, { code: "order_not_pending" });
  const held = objectToCancel(services, stored, work.positionId);
  if (held !== null) return notCancelled(work, held);
  const text = JSON.stringify({
    id: work.positionId.toString(),
    status: positionStatuses[change.to.status],
  });
  const row = isAsked(work)
    ? { ...requestOf(work), answer: text, change, notice: null }
    : unasked(work, change, null);
  return {
    work,
    row,
    written() {
      watchChanged(services, stored, change);
      work.settle(accept(new RawJson(text)));
      notifyOfCancellation(services, stored);
    },
  };
}

/** Kept where there is an id to keep it under. */
function notCancelled(work: CancelWork, objection: Objection): Step | null {
  if (isAsked(work)) return refusal(work, objection);
  work.settle({ ok: false, refusal: toRefusal(objection) });
  return null;
}

/** Whether the exchange takes no cancels now; what waits with us, as a stop that is not reached, can be. */
export function objectToCancel(
  services: OrderServices,
  stored: StoredPosition,
  asked: bigint,
): Objection | null {
  // What waits for an auction is at the exchange; a stop that is not reached is with us.
  const isAtExchange = (order: Parameters<typeof hasLimitNow>[0] & { expires_at: number | null }) =>
    hasLimitNow(order) || (order.kind === "market" && order.expires_at !== null);
  const closing = stored.closings.filter(
    (order) => isAtExchange(order) && (asked === stored.id || order.id === asked),
  );
  const opens = asked === stored.id && stored.opening_works && isAtExchange(stored);
  const orders = opens ? [...closing, stored] : closing;
  if (orders.length === 0) return null;
  const facts = factsOf(services, stored);
  for (const order of orders) {
    const held = checkCancels(order.time_in_force, facts) ?? checkNamedCancel(order, facts);
    if (held !== null) return held.objection;
  }
  return null;
}

/** What waits is cancelled because its day is over; done already is done. */
export function decideExpiry(
  services: OrderServices,
  work: ExpiryWork,
  stored: StoredPosition | null,
): Step | null {
  const change = stored === null ? null : expiryOf(services, stored);
  if (stored === null || change === null) {
    work.settle();
    return null;
  }
  return {
    work,
    row: unasked(work, change, expiryNotice(services, stored, change)),
    written() {
      watchChanged(services, stored, change);
      work.settle();
      notifyOfCancellation(services, stored);
    },
  };
}

export function isExpired({ expires_at: at }: { expires_at: number | null }, now: number) {
  return at !== null && at <= now;
}

/** Its auction has matched: what it came to is not cancelled, though it is not written yet. */
export function isMet(
  order: Pick<StoredPosition, "time_in_force" | "expires_at">,
  now: number,
): boolean {
  const isNamed = isForAuction(order.time_in_force) || order.time_in_force === "market_at_close";
  return isNamed && isExpired(order, now);
}

/** Of a position's id all that waits on it, of an order's that order. Null where nothing waits. */
function cancellationOf(
  services: OrderServices,
  stored: StoredPosition,
  asked: bigint,
): Change | null {
  const closings = stored.closings.filter(
    (order) => (asked === stored.id || order.id === asked) && !isMet(order, stored.now),
  );
  if (closings.length > 0) return stopsClosing(stored, closings, "cancelled");
  if (!stored.opening_works || asked !== stored.id || isMet(stored, stored.now)) return null;
  return cancelledChange(
    stored,
    "cancelled",
    services.accounts.of(stored.customer_id, stored.market),
  );
}

/** Everything on the position that is over by now. Null where nothing is. */
export function expiryOf(services: OrderServices, stored: StoredPosition): Change | null {
  const closings = stored.closings.filter((order) => isExpired(order, stored.now));
  if (closings.length > 0) return stopsClosing(stored, closings, "expired");
  if (!stored.opening_works || !isExpired(stored, stored.now)) return null;
  return cancelledChange(
    stored,
    "expired",
    services.accounts.of(stored.customer_id, stored.market),
  );
}
