import { ordersWaitingMax, positionStatuses, type RefusalCode } from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency, type MarketKey } from "@sanshi/money";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { RawJson } from "../../platform/http/answers.ts";
import type { Customer } from "../../platform/sessions.ts";
import {
  feeItemsOnWire,
  filledAnswer,
  keptRefusal,
  outcomeOf,
  waitingAnswer,
} from "./orders.answers.ts";
import {
  writeOpenings,
  type OpenedOrder,
  type OpeningResults,
  type OpeningRow,
} from "./orders.batch.store.ts";
import {
  fillQuote,
  isOneOrdersFault,
  marketFacts,
  toRefusal,
  withAttempts,
  type OrderDesk,
} from "./order-desk.ts";
import {
  checkOpening,
  decideOpening,
  sellLockMs,
  type Decision,
  type Opening,
  type OpeningForm,
  type SoundOrder,
} from "./orders.rules.ts";
import { knownRequests, type KnownRequest } from "./orders.store.ts";
import { watchedOrder } from "./watches.ts";

export type OpeningWork = {
  kind: "open";
  customerId: bigint;
  customer: Customer;
  market: MarketKey;
  code: string;
  form: OpeningForm;
  requestId: string;
  /** The request id in the spelling that the database gives it. */
  batchKey: string;
  inputHash: string;
  settle(outcome: Outcome<RawJson>): void;
  fail(error: unknown): void;
};

/** Settles every order of the batch: filled, waiting or refused, and told its first answer. */
export async function runOpenings(desk: OrderDesk, batch: readonly OpeningWork[]): Promise<void> {
  try {
    await desk.accounts.load(batch.map((work) => work.customerId));
    // In the order of the customers, so that two processes lock balances the same way round.
    const works = batch.toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1));
    const decisions = works.map((work) => decide(desk, work));
    const ids = await desk.ids.take(decisions.filter(({ ok }) => ok).length);
    const rows = works.map((work, index) => toRow(desk, work, decisions[index], ids));
    countBefore(rows);
    await settle(desk, works, rows);
  } catch (error) {
    for (const work of batch) work.fail(error);
  }
}

type Sound = { order: SoundOrder; opening: Opening };

/** Decided here and not on arrival: the quote is the newest there is when the order is written. */
function decide({ context, venue }: OrderDesk, work: OpeningWork): Decision<Sound> {
  const now = context.clock.now();
  const facts = marketFacts(context, work.market, work.code, now);
  const checked = checkOpening(work.form, work.customer.state, facts);
  if (!checked.ok) return checked;
  const order = checked.value;
  const answer = venue.execute(
    { side: "buy", quantity: order.quantity, limit: order.limit },
    order.quote,
  );
  const opening = decideOpening(order, answer, now);
  return opening.ok ? { ok: true, value: { order, opening: opening.value } } : opening;
}

function toRow(
  desk: OrderDesk,
  work: OpeningWork,
  decision: Decision<Sound> | undefined,
  ids: bigint[],
): OpeningRow {
  const { customerId, requestId, inputHash } = work;
  const request = { customerId, requestId, inputHash };
  if (decision === undefined) throw new Error("an order without a decision");
  if (!decision.ok) {
    return {
      ...request,
      answer: keptRefusal(toRefusal(decision.objection)),
      waitsBefore: 0,
      spentBefore: 0n,
      order: null,
    };
  }
  const { order, opening } = decision.value;
  const positionId = ids.pop();
  if (positionId === undefined) throw new Error("an order without an id");
  const { market, code } = order.instrument;
  const opened: OpenedOrder = {
    verdict: opening.verdict,
    positionId,
    market,
    code,
    kind: work.form.kind,
    quantity: order.quantity,
    limit: order.limit,
    price: opening.price,
    amount: opening.amount,
    fee: opening.fee,
    feeItems: JSON.stringify(feeItemsOnWire(opening.feeItems, settlementCurrency(market))),
    quote: fillQuote(order.quote),
    accounts: desk.accounts.of(customerId, market),
  };
  return {
    ...request,
    answer: opened.verdict === "fill" ? null : waitingAnswer(opened),
    waitsBefore: 0,
    spentBefore: 0n,
    order: opened,
  };
}

/** Tells each order what those of the same customer before it in the batch would take. */
function countBefore(rows: readonly OpeningRow[]): void {
  let customerId = -1n;
  let waits = 0;
  const spent = new Map<bigint, bigint>();
  for (const row of rows) {
    if (row.customerId !== customerId) {
      ({ customerId } = row);
      waits = 0;
      spent.clear();
    }
    if (row.order === null) continue;
    const { accounts, amount, fee, verdict } = row.order;
    row.waitsBefore = waits;
    row.spentBefore = spent.get(accounts.available) ?? 0n;
    if (verdict === "wait") waits += 1;
    spent.set(accounts.available, row.spentBefore + amount + fee);
  }
}

/** Somebody else's order may come between look and write; each time one of them has got further. */
const roundsMax = 20;

async function settle(
  desk: OrderDesk,
  works: readonly OpeningWork[],
  rows: readonly OpeningRow[],
  round = 1,
): Promise<void> {
  let written: OpeningResults;
  try {
    written = await withAttempts(() => writeOpenings(desk.pool, rows, ordersWaitingMax));
  } catch (error) {
    if (!isOneOrdersFault(error) || round === roundsMax) throw error;
    // Money moved between our look and our write: alone, each order sees the balance as it is.
    for (const [index, row] of rows.entries()) {
      const work = works[index];
      if (work === undefined) continue;
      const alone = { ...row, waitsBefore: 0, spentBefore: 0n };
      await settle(desk, [work], [alone], round + 1).catch((fault: unknown) => work.fail(fault));
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
    else settleFirst(desk, work, row, result, written.at);
  }
  if (replayed.length > 0) await settleReplays(desk, replayed);
  // The first of each customer's is settled by every round, so this comes to an end.
  if (again.length > 0) await runOpenings(desk, again);
}

function settleFirst(
  desk: OrderDesk,
  work: OpeningWork,
  { answer, order }: OpeningRow,
  result: string,
  at: number,
): void {
  if (order === null) return work.settle(outcomeOf(answer ?? ""));
  if (result !== "fill" && result !== "wait") {
    const params =
      result === "orders_waiting_too_many" ? { max: String(ordersWaitingMax) } : undefined;
    return work.settle(refuse(result as RefusalCode, params));
  }
  work.settle(accept(new RawJson(answer ?? firstAnswer(order, at))));
  tell(desk, work.customerId, order);
}

function firstAnswer(order: OpenedOrder, filledAt: number): string {
  return filledAnswer({
    ...order,
    quoteSequence: order.quote.sequence,
    filledAt,
    sellableAt: filledAt + sellLockMs,
  });
}

function tell({ context, watch }: OrderDesk, customerId: bigint, order: OpenedOrder): void {
  const { positionId, market, code, price, quantity } = order;
  if (order.verdict === "fill") {
    context.events.publish(customerId, {
      kind: "order_filled",
      id: positionId.toString(),
      type: market,
      code,
      price: formatPrice(price, settlementCurrency(market)),
      quantity: formatShares(quantity),
    });
    return;
  }
  context.events.publish(customerId, { kind: "balance_changed" });
  watch(
    watchedOrder({
      id: positionId,
      customer_id: customerId,
      market,
      code,
      side: "long",
      kind: "limit",
      status: positionStatuses.pending,
      revision: 0,
      limit_price: price,
      stop_price: null,
      triggered_at: null,
      reserved: order.amount,
      closing_price: null,
      closing_reason: null,
      take_profit: null,
      stop_loss: null,
      sellable_at: null,
    }),
  );
}

/** The same id and input give the first answer again; the same id with other input gives none. */
export async function settleReplays(
  desk: OrderDesk,
  works: readonly {
    customerId: bigint;
    requestId: string;
    inputHash: string;
    settle(outcome: Outcome<RawJson>): void;
  }[],
): Promise<void> {
  const known = await knownRequests(desk.context.database.reader, works);
  for (const work of works) {
    const first = known.find(
      (row) =>
        row.customer_id === work.customerId && row.request_id === work.requestId.toLowerCase(),
    );
    if (first === undefined) throw new Error("a request that is known and cannot be found");
    work.settle(
      first.input_hash === work.inputHash
        ? outcomeOf(keptAnswer(first))
        : refuse("request_id_reused"),
    );
  }
}

/** As text, or made again from the records that the order left. */
function keptAnswer({ answer, filled }: KnownRequest): string {
  if (answer !== null) return answer;
  if (filled === null) throw new Error("a request without an answer");
  return filledAnswer(filled);
}
