import { positionStatuses } from "@sanshi/contract";
import { RawJson } from "../../platform/http/answers.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import type { Change } from "./amending.batch.store.ts";
import type { StoredPosition } from "./amending.store.ts";
import {
  isAsked,
  refusal,
  requestOf,
  notifyOfCancellation,
  unasked,
  watchChanged,
  type CancelWork,
  type ExpiryWork,
  type Step,
} from "./amending-step.ts";
import { cancelledChange, stopsClosing } from "./amendment.ts";
import type { OrderDesk } from "./order-desk.ts";
import { expiryNotice } from "./orders.notices.ts";

/** What waits is cancelled by the customer: an order, the rest of one, or a closing order. */
export function decideCancel(
  desk: OrderDesk,
  work: CancelWork,
  stored: StoredPosition | null,
): Step | null {
  if (stored === null) return notCancelled(work, "order_not_found");
  const change = cancellationOf(desk, stored, work.positionId);
  if (change === null) return notCancelled(work, "order_not_pending");
  const text = JSON.stringify({ id: work.positionId.toString(), status: change.to.status });
  const row = isAsked(work)
    ? { ...requestOf(work), answer: text, change, notice: null }
    : unasked(work, change, null);
  return {
    work,
    row,
    written() {
      watchChanged(desk, stored, change);
      work.settle(accept(new RawJson(text)));
      notifyOfCancellation(desk, stored);
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
  desk: OrderDesk,
  work: ExpiryWork,
  stored: StoredPosition | null,
): Step | null {
  const change = stored === null ? null : expiryOf(desk, stored);
  if (stored === null || change === null) {
    work.settle();
    return null;
  }
  return {
    work,
    row: unasked(work, change, expiryNotice(desk, stored, change)),
    written() {
      watchChanged(desk, stored, change);
      work.settle();
      notifyOfCancellation(desk, stored);
    },
  };
}

export function isExpired({ expires_at: at }: { expires_at: number | null }, now: number) {
  return at !== null && at <= now;
}

/** Of a position's id all that waits on it, of an order's that order. Null where nothing waits. */
function cancellationOf(desk: OrderDesk, stored: StoredPosition, asked: bigint): Change | null {
  const closings = stored.closings.filter(({ id }) => asked === stored.id || id === asked);
  if (closings.length > 0) return stopsClosing(stored, closings, "cancelled");
  const waits = stored.status === positionStatuses.pending || stored.reserved > 0n;
  if (!waits || asked !== stored.id) return null;
  return cancelledChange(stored, "cancelled", desk.accounts.of(stored.customer_id, stored.market));
}

/** Everything on the position that is over by now. Null where nothing is. */
export function expiryOf(desk: OrderDesk, stored: StoredPosition): Change | null {
  const closings = stored.closings.filter((order) => isExpired(order, stored.now));
  if (closings.length > 0) return stopsClosing(stored, closings, "expired");
  if (!isExpired(stored, stored.now)) return null;
  return cancelledChange(stored, "expired", desk.accounts.of(stored.customer_id, stored.market));
}
