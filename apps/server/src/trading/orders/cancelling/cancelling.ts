import { positionStatuses } from "@sanshi/contract";
import { RawJson } from "../../../platform/http/answers.ts";
import { accept, refuse } from "../../../platform/outcome.ts";
import {
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
  if (stored === null) return notCancelled(work, "order_not_found");
  const change = cancellationOf(services, stored, work.positionId);
  if (change === null) return notCancelled(work, "order_not_pending");
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
function notCancelled(
  work: CancelWork,
  code: "order_not_found" | "order_not_pending",
): Step | null {
  if (isAsked(work)) return refusal(work, { code });
  work.settle(refuse(code));
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

/** Of a position's id all that waits on it, of an order's that order. Null where nothing waits. */
function cancellationOf(
  services: OrderServices,
  stored: StoredPosition,
  asked: bigint,
): Change | null {
  const closings = stored.closings.filter(({ id }) => asked === stored.id || id === asked);
  if (closings.length > 0) return stopsClosing(stored, closings, "cancelled");
  if (!stored.opening_works || asked !== stored.id) return null;
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
