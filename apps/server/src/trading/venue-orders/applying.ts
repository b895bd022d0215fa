import { isConnectionFault } from "../../platform/sql/connection-faults.ts";
import { errorCode, type Database, type Transaction } from "../../platform/sql/database.ts";
import type { Logger } from "../../platform/log.ts";
import type { ExecutionReport } from "../../venues/reporting-venue.ts";
import {
  againAfterMs,
  askCancel,
  decideReport,
  type BookedTrade,
  type Dispute,
  type VenueEffect,
  type VenueOrder,
} from "./venue-orders.rules.ts";
import {
  findTrade,
  insertRequest,
  insertTrade,
  lockVenueOrder,
  markApplied,
  markUnsent,
  nextReport,
  nextRequestNumber,
  ordersToApply,
  reverseTrade,
  saveDispute,
  saveVenueOrder,
} from "./venue-orders.store.ts";
import { findAttempts, setAside } from "./set-aside.store.ts";
import { reportOf, venueOrderOf } from "./venue-reports.ts";

/**
 * What became of a report, for the books: written in the transaction that counts the report as done. Answers what is
 * told of it after the commit, or that it cannot be booked, and nothing written then.
 */
export type BookEffects = (
  transaction: Transaction,
  order: { orderId: bigint; customerId: bigint; report: ExecutionReport },
  effects: readonly VenueEffect[],
) => Promise<(() => void) | "not_bookable">;

const ordersAtOnceMax = 200;

type Applying = { database: Database; log: Logger; book: BookEffects };

/** Applies what has arrived of every order, each order's reports in the venue's sequence. */
export async function applyReports(applying: Applying, venue: string): Promise<void> {
  for (;;) {
    const orders = await ordersToApply(applying.database.reader, venue, ordersAtOnceMax);
    for (const orderId of orders) await applyOrder(applying, orderId);
    if (orders.length < ordersAtOnceMax) return;
  }
}

/** In their sequence, as far as they can be booked: what cannot be is set aside, and others are none of its business. */
async function applyOrder(applying: Applying, orderId: bigint): Promise<void> {
  try {
    while (await applyNext(applying, orderId));
  } catch (error) {
    // The database is away: nobody's report is at fault.
    if (!(error instanceof Error) || isConnectionFault(error)) throw error;
    applying.log.error({ err: error, orderId: String(orderId) }, "a venue's report was set aside");
    await applying.database.transaction((transaction) => setAsideNext(transaction, orderId, error));
  }
}

const reasonLengthMax = 500;

async function setAsideNext(
  transaction: Transaction,
  orderId: bigint,
  error: Error,
): Promise<void> {
  await lockVenueOrder(transaction, orderId);
  const kept = await nextReport(transaction, orderId);
  // Another process has booked it meanwhile.
  if (kept === undefined) return;
  const attempts = ((await findAttempts(transaction, kept))?.attempts ?? 0) + 1;
  const code = errorCode(error);
  const reason = `${code === "" ? error.name : code}: ${error.message}`.slice(0, reasonLengthMax);
  const failed = { orderId, reason, attempts, againAfterMs: againAfterMs(attempts) };
  await setAside(transaction, kept, failed);
}

/**
 * One report, in one transaction with all that follows from it: counted as done, or not at all. Answers whether
 * there was one.
 */
async function applyNext(applying: Applying, orderId: bigint): Promise<boolean> {
  const told = await applying.database.transaction((transaction) =>
    applyIn(applying, transaction, orderId),
  );
  const { log } = applying;
  try {
    told?.();
  } catch (error) {
    // It is booked; only its news was not spread.
    log.error({ err: error, orderId: String(orderId) }, "nobody was told of a booked report");
  }
  return told !== null;
}

async function applyIn(
  { log, book }: Applying,
  transaction: Transaction,
  orderId: bigint,
): Promise<(() => void) | null> {
  const row = await lockVenueOrder(transaction, orderId);
  const kept = await nextReport(transaction, orderId);
  if (row === undefined || kept === undefined || row.dispute !== null) return null;
  const report = reportOf(kept);
  const stands = async (dispute: Dispute) => {
    log.error({ orderId: String(orderId), sequence: String(kept.sequence) }, dispute);
    await saveDispute(transaction, orderId, dispute);
    return null;
  };
  const referred = await referredTo(transaction, kept.venue, orderId, report);
  const decided = decideReport(venueOrderOf(row), report, referred);
  if (!decided.ok) return stands(decided.dispute);
  const about = { orderId, customerId: row.customer_id, report };
  const told = await book(transaction, about, decided.effects);
  if (told === "not_bookable") return stands("not_bookable");
  const { executionId } = report;
  const order = await takeEffects(
    transaction,
    { venue: kept.venue, orderId, executionId },
    decided,
  );
  await saveVenueOrder(transaction, orderId, order);
  await markApplied(transaction, kept);
  return told;
}

async function referredTo(
  transaction: Transaction,
  venue: string,
  orderId: bigint,
  report: ExecutionReport,
): Promise<BookedTrade | null> {
  if (report.type !== "busted" && report.type !== "corrected") return null;
  const trade = await findTrade(transaction, venue, report.of);
  if (trade?.order_id !== orderId) return null;
  return { executionId: report.of, quantity: trade.quantity, price: trade.price };
}

/** What a report does to our record of the venue's; its money is the books'. */
async function takeEffects(
  transaction: Transaction,
  about: { venue: string; orderId: bigint; executionId: string },
  { order, effects }: { order: VenueOrder; effects: readonly VenueEffect[] },
): Promise<VenueOrder> {
  const { venue, orderId } = about;
  let after = order;
  for (const effect of effects) {
    if (effect.kind === "booked") {
      await insertTrade(transaction, about, effect.trade);
    } else if (effect.kind === "reversed") {
      const { executionId } = effect.trade;
      await reverseTrade(transaction, { venue, executionId, by: about.executionId });
    } else if (effect.kind === "send_again") {
      await markUnsent(transaction, effect.clientOrderId);
    } else if (effect.kind === "cancel") {
      after = await cancelNow(transaction, orderId, after);
    }
  }
  return after;
}

/** The cancel that waited for the answer of a replace goes out. */
async function cancelNow(
  transaction: Transaction,
  orderId: bigint,
  order: VenueOrder,
): Promise<VenueOrder> {
  const id = `${orderId}-${await nextRequestNumber(transaction, orderId)}`;
  const asked = askCancel(order, id);
  if (asked === "order_ended") return order;
  const { request } = asked;
  if (request !== null && request.kind !== "new")
    await insertRequest(transaction, orderId, request, null);
  return asked.order;
}
