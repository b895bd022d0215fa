import { shares, type PerShare, type Price, type Shares } from "@sanshi/money";
import type { VenueNote } from "@sanshi/contract";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { answerWithinMs } from "./venue-line.ts";
import { askCancel, askReplace, venueNote } from "./venue-orders.rules.ts";
import {
  insertRequest,
  insertVenueOrder,
  lockVenueOrder,
  nextRequestNumber,
  saveVenueOrder,
  venueStandings,
  type OrderToSubmit,
} from "./venue-orders.store.ts";
import { retryNow } from "./set-aside.store.ts";
import { venueOrderOf } from "./venue-reports.ts";

export type { BookEffects } from "./applying.ts";
export { openVenueLine, type VenueLine } from "./venue-line.ts";
export type { BookedTrade, VenueEffect } from "./venue-orders.rules.ts";
export { startVenueJobs } from "./venue-orders.jobs.ts";
export { loweringRequest } from "./venue-orders.store.ts";

/** What is told of orders beside their figures, of those of which there is anything to tell. */
export async function venueNotesOf(
  reader: Reader,
  orderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, VenueNote>> {
  const notes = new Map<bigint, VenueNote>();
  if (orderIds.length === 0) return notes;
  for (const row of await venueStandings(reader, orderIds)) {
    const { state, request_kind: kind, wants_cancel: wantsCancel, asked_at: askedAt } = row;
    const request = wantsCancel || kind === "cancel" ? "cancel" : kind === "replace" ? kind : null;
    const note = venueNote(
      { state, request, askedAt, isHeldUp: row.dispute !== null || row.is_set_aside === true },
      { heardAt: row.heard_at, hasGap: row.has_gap },
      { now: row.now, answerWithinMs },
    );
    if (note !== null) notes.set(row.order_id, note);
  }
  return notes;
}

/** The order goes to the venue once the transaction is committed, and not before: it has its reservation then. */
export async function submitToVenue(
  transaction: Transaction,
  venue: string,
  order: OrderToSubmit,
): Promise<void> {
  await insertVenueOrder(transaction, venue, order, `${order.orderId}-1`);
}

/** What an operator asks for: false where nothing of the order waits for anybody. */
export function tryAgain(transaction: Transaction, orderId: bigint): Promise<boolean> {
  return retryNow(transaction, orderId);
}

/**
 * Asks the venue to cancel: what it holds is released when it says so, and not before.
 *
 * @param lowersFor the dividend of which nothing is left of the order's price
 */
export async function cancelAtVenue(
  transaction: Transaction,
  orderId: bigint,
  lowersFor: PerShare | null = null,
): Promise<"asked" | "order_ended" | "order_unknown"> {
  const row = await lockVenueOrder(transaction, orderId);
  if (row === undefined) return "order_unknown";
  const id = `${orderId}-${await nextRequestNumber(transaction, orderId)}`;
  const asked = askCancel(venueOrderOf(row), id);
  if (asked === "order_ended") return asked;
  const { order, request } = asked;
  if (request !== null && request.kind !== "new")
    await insertRequest(transaction, orderId, request, lowersFor);
  await saveVenueOrder(transaction, orderId, order);
  return "asked";
}

/**
 * Asks for another quantity or limit, `quantity` being the whole order's without what was taken out of it again, which
 * the venue counts.
 *
 * @param lowersFor the dividend that the limit is lowered by
 */
export async function replaceAtVenue(
  transaction: Transaction,
  orderId: bigint,
  to: { quantity: Shares; limit: Price },
  lowersFor: PerShare | null = null,
): Promise<"asked" | "order_ended" | "order_unanswered" | "order_unknown"> {
  const row = await lockVenueOrder(transaction, orderId);
  if (row === undefined) return "order_unknown";
  const id = `${orderId}-${await nextRequestNumber(transaction, orderId)}`;
  const quantity = shares(to.quantity + row.busted);
  const request = { kind: "replace", clientOrderId: id, quantity, limit: to.limit } as const;
  const asked = askReplace(venueOrderOf(row), request);
  if (typeof asked === "string") return asked;
  await insertRequest(transaction, orderId, request, lowersFor);
  await saveVenueOrder(transaction, orderId, asked);
  return "asked";
}
