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
  const change = cancellationOf(desk, stored, "cancelled");
  if (change === null) return notCancelled(work, "order_not_pending");
  const text = JSON.stringify({ id: stored.id.toString(), status: change.to.status });
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
  const change =
    stored === null || !isExpired(stored) ? null : cancellationOf(desk, stored, "expired");
  if (stored === null || change === null) {
    work.settle();
    return null;
  }
  return {
    work,
    row: unasked(work, change, expiryNotice(desk, stored)),
    written() {
      watchChanged(desk, stored, change);
      work.settle();
      notifyOfCancellation(desk, stored);
    },
  };
}

export function isExpired({ expires_at, now }: Pick<StoredPosition, "expires_at" | "now">) {
  return expires_at !== null && expires_at <= now;
}

/** Null where nothing waits. */
export function cancellationOf(
  desk: OrderDesk,
  stored: StoredPosition,
  why: "cancelled" | "expired",
): Change | null {
  if (stored.status === positionStatuses.closing) return stopsClosing(stored);
  const waits = stored.status === positionStatuses.pending || stored.reserved > 0n;
  if (!waits) return null;
  return cancelledChange(stored, why, desk.accounts.of(stored.customer_id, stored.market));
}
