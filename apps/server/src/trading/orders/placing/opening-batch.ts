import { workingOrdersMax, type RefusalCode } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  type Currency,
} from "@sanshi/money";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import { RawJson } from "../../../platform/http/answers.ts";
import type { WatchedPosition } from "../storing/positions.store.ts";
import { isKnownRequest, isOneOrdersFault, withAttempts } from "../storing/attempts.ts";
import { sellableFrom } from "../checking/exchange-facts.ts";
import { decideNow, openingRow, type PlacedForm } from "./opening-decision.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { filledAnswer, outcomeOf, withTimes } from "../answering/order-answers.ts";
import {
  type BatchForm,
  type OpenedOrder,
  type OpeningResults,
  type OpeningRow,
  writeOpenings,
} from "../storing/openings.store.ts";
import { sellLockMs } from "../checking/order-checks.rules.ts";
import { settleReplays } from "../answering/repeated-requests.ts";
import { watchedOrder } from "../working/watches.ts";

export type OpeningWork = PlacedForm & {
  kind: "open";
  customerId: bigint;
  requestId: string;
  /** The request id in the spelling that the database gives it. */
  batchKey: string;
  inputHash: string;
  settle(outcome: Outcome<RawJson>): void;
  fail(error: unknown): void;
};

/** Settles every order of the batch: filled, waiting or refused, and told its first answer. */
export async function runOpenings(
  services: OrderServices,
  batch: readonly OpeningWork[],
): Promise<void> {
  try {
    await services.accounts.load(batch.map((work) => work.customerId));
    // In the order of the customers, so that two processes lock balances the same way round.
    const works = batch.toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1));
    // Decided here and not on arrival: the quote is the newest there is when the order is written.
    const now = services.context.clock.now();
    const decided = works.map((work) => [work, decideNow(services, work, now)] as const);
    const ids = await services.ids.take(decided.filter(([, { ok }]) => ok).length);
    const rows = decided.map(([work, decision]) => openingRow(services, work, decision, ids));
    countBefore(rows);
    await settle(services, works, rows);
  } catch (error) {
    for (const work of batch) work.fail(error);
  }
}

/** Tells each order what those of the same customer before it in the batch would take. */
function countBefore(rows: readonly OpeningRow[]): void {
  let customerId = -1n;
  let waits = 0;
  // By the account that is paid from, and the one that is borrowed from.
  const taken = new Map<bigint, bigint>();
  for (const row of rows) {
    if (row.customerId !== customerId) {
      ({ customerId } = row);
      waits = 0;
      taken.clear();
    }
    if (row.order === null) continue;
    const { accounts, margin, fee, reserved, credit } = row.order;
    row.waitsBefore = waits;
    row.spentBefore = taken.get(accounts.available) ?? 0n;
    row.lentBefore = taken.get(accounts.marginDebt) ?? 0n;
    if (reserved > 0n) waits += 1;
    taken.set(accounts.available, row.spentBefore + margin + fee + reserved);
    taken.set(accounts.marginDebt, row.lentBefore + credit);
  }
}

/** Somebody else's order may come between look and write; each time one of them has got further. */
const roundsMax = 20;

async function settle(
  services: OrderServices,
  works: readonly OpeningWork[],
  rows: readonly OpeningRow[],
  round = 1,
): Promise<void> {
  let written: OpeningResults;
  try {
    written = await write(services, rows);
  } catch (error) {
    if (!isOneOrdersFault(error) || round === roundsMax) throw error;
    // Money moved between our look and our write: alone, each order sees the balance as it is.
    for (const [index, row] of rows.entries()) {
      const work = works[index];
      if (work === undefined) continue;
      const alone = { ...row, waitsBefore: 0, spentBefore: 0n, lentBefore: 0n };
      await settle(services, [work], [alone], round + 1).catch((fault: unknown) =>
        work.fail(fault),
      );
    }
    return;
  }
  const replayed: OpeningWork[] = [];
  const again: OpeningWork[] = [];
  for (const [index, work] of works.entries()) {
    const row = rows[index];
    const result = written.results[index];
    if (row === undefined || result === undefined) throw new Error("an order without a result");
    if (result === "known") replayed.push(work);
    else if (result === "again") again.push(work);
    else settleFirst(services, work, row, result, written.at);
  }
  if (replayed.length > 0) {
    services.replays.saw();
    const opening = replayed.map((work) => ({
      ...work,
      opens: { market: work.market, side: work.form.side },
    }));
    await settleReplays(services, opening);
  }
  // The first of each customer's is settled by every round, so this comes to an end.
  if (again.length > 0) await runOpenings(services, again);
}

/** In the plain form where it will most likely do; where it did not, the careful one says whose fault it was. */
async function write(
  services: OrderServices,
  rows: readonly OpeningRow[],
): Promise<OpeningResults> {
  const inForm = (form: BatchForm) =>
    withAttempts(() => writeOpenings(services.connections.opening, rows, form, workingOrdersMax));
  if (services.replays.areLikely() || hasOneCustomerTwice(rows)) return inForm("careful");
  try {
    return await inForm("plain");
  } catch (error) {
    if (!isOneOrdersFault(error)) throw error;
    if (isKnownRequest(error)) services.replays.saw();
    return inForm("careful");
  }
}

/** The rows stand in the order of the customers. */
function hasOneCustomerTwice(rows: readonly OpeningRow[]): boolean {
  return rows.some(({ customerId }, index) => customerId === rows[index - 1]?.customerId);
}

function settleFirst(
  services: OrderServices,
  work: OpeningWork,
  { answer, order }: OpeningRow,
  result: string,
  at: number,
): void {
  if (order === null) return work.settle(outcomeOf(answer ?? ""));
  if (result !== "fill" && result !== "wait") return work.settle(refused(order, result));
  work.settle(accept(new RawJson(firstAnswer(services, answer, order, at))));
  tell(services, work.customerId, order, at);
}

/** A refusal that the statement found, in the letters in which it has kept it. */
function refused({ accounts }: OpenedOrder, result: string): Outcome<RawJson> {
  const [code = "", owed] = result.split(":");
  if (owed !== undefined) {
    const currency = accounts.currency as Currency;
    return refuse(code as RefusalCode, {
      amount: formatMinor(minor(-BigInt(owed)), currency),
      currency,
    });
  }
  const params = code === "orders_waiting_too_many" ? { max: String(workingOrdersMax) } : undefined;
  return refuse(code as RefusalCode, params);
}

function firstAnswer(
  { context }: OrderServices,
  answer: string | null,
  order: OpenedOrder,
  filledAt: number,
): string {
  const { market, side } = order;
  const lockEnds = filledAt + sellLockMs;
  const sellableAt = sellableFrom(context, { market, side, sellable_at: lockEnds });
  if (answer !== null) {
    return withTimes(answer, new Date(filledAt).toISOString(), new Date(sellableAt).toISOString());
  }
  return filledAnswer({ ...order, quoteSequence: order.quote.sequence, filledAt, sellableAt });
}

function tell(
  { context, watch }: OrderServices,
  customerId: bigint,
  order: OpenedOrder,
  at: number,
): void {
  const { positionId, market, code, price, opened, reserved, quote } = order;
  if (opened > 0n) {
    context.events.publish(customerId, {
      kind: "order_filled",
      id: positionId.toString(),
      type: market,
      code,
      price: formatPrice(price, settlementCurrency(market)),
      quantity: formatShares(opened),
    });
  } else {
    context.events.publish(customerId, { kind: "balance_changed" });
  }
  if (reserved === 0n && order.takeProfit === null && order.stopLoss === null) return;
  const after = opened > 0n ? { feed: quote.feed, sequence: quote.sequence } : null;
  watch(watchedOrder(watchedPosition(customerId, order, at), { after }));
}

/** The position as the statement has just made it. */
function watchedPosition(customerId: bigint, order: OpenedOrder, at: number): WatchedPosition {
  const { positionId, market, code, side, kind, opened, reserved } = order;
  return {
    id: positionId,
    customer_id: customerId,
    market,
    code,
    side,
    kind,
    status: opened > 0n ? "holding" : "pending",
    revision: 0,
    limit_price: order.limit,
    stop_price: order.stop,
    triggered_at: null,
    opening_works: reserved > 0n,
    closing_shares: shares(0n),
    closings: [],
    take_profit: order.takeProfit,
    stop_loss: order.stopLoss,
    sellable_at: opened > 0n ? at + sellLockMs : null,
  };
}
