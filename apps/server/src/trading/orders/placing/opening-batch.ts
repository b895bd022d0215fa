import { iso, workingOrdersMax } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  type Minor,
} from "@sanshi/money";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import { RawJson } from "../../../platform/http/answers.ts";
import type { WatchedPosition } from "../storing/positions.store.ts";
import { isKnownRequest, isOneOrdersFault, withAttempts } from "../storing/attempts.ts";
import { sellableOnWire } from "../checking/exchange-facts.ts";
import {
  decideNow,
  openingRow,
  purchaseOf,
  type DecidedOpening,
  type PlacedForm,
} from "./opening-decision.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import {
  filledAnswer,
  outcomeOf,
  withSellable,
  withTimes,
  type TimesOnWire,
} from "../answering/order-answers.ts";
import type { BatchForm } from "../storing/opening-forms.store.ts";
import { type OpenedOrder, type OpeningRow, writeOpenings } from "../storing/openings.store.ts";
import type {
  FoundRefusal,
  OpeningResult,
  OpeningResults,
} from "../storing/opening-results.store.ts";
import { kindOfExit, type BornExit } from "../storing/exits.store.ts";
import { hasDayRules, sameDayMoney } from "../preparing/same-day.ts";
import { cappedCustomers, withinCaps } from "../preparing/purchase-caps.ts";
import { checkPurchaseCap, type PurchaseRoom } from "../checking/purchase-caps.rules.ts";
import { checkSameDay } from "../checking/same-day.rules.ts";
import { sellLockMs, type Decision, type Refused } from "../checking/order-checks.rules.ts";
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
    const now = services.context.clock.now();
    const purchases = hasDayRules(services) ? works.map(purchaseOf) : [];
    const capped = cappedCustomers(services.context, purchases, now);
    // Who buys nothing that is capped does not wait for those who do.
    const parts = Map.groupBy(works, ({ customerId }) => capped.has(customerId));
    for (const isCapped of [false, true]) {
      const some = parts.get(isCapped) ?? [];
      if (some.length === 0) continue;
      const own = isCapped ? some.map(purchaseOf) : [];
      const again = await withinCaps(services, own, now, (rooms) =>
        decideAndSettle(services, some, rooms),
      );
      // The first of each customer's is settled by every round, so this comes to an end.
      if (again.length > 0) await runOpenings(services, again);
    }
  } catch (error) {
    for (const work of batch) work.fail(error);
  }
}

/** Answers those that have to be decided again, after others of the same customer's. */
async function decideAndSettle(
  services: OrderServices,
  works: readonly OpeningWork[],
  rooms: readonly (PurchaseRoom | undefined)[],
): Promise<OpeningWork[]> {
  // Decided here and not on arrival: the quote is the newest there is when the order is written.
  const now = services.context.clock.now();
  const decided = await withinTheDay(
    services,
    works.map((work) => [work, decideNow(services, work, now)] as const),
    { rooms, now },
  );
  const ids = await services.ids.take(decided.reduce((sum, [, one]) => sum + idsFor(one), 0));
  const rows = decided.map(([work, decision]) => openingRow(services, work, decision, ids));
  countBefore(rows);
  return settle(services, works, rows);
}

/** One for the order, and one for each closing order that it brings with it. */
function idsFor(decision: Decision<DecidedOpening>): number {
  return decision.ok ? 1 + decision.value.order.exits.length : 0;
}

type Decided = readonly [OpeningWork, Decision<DecidedOpening>];

/** What the day's rules keep from a purchase: money of the stock's own sales, and what is beyond the day's most of it. */
async function withinTheDay(
  services: OrderServices,
  decided: readonly Decided[],
  { rooms, now }: { rooms: readonly (PurchaseRoom | undefined)[]; now: number },
): Promise<readonly Decided[]> {
  if (!hasDayRules(services)) return decided;
  const purchases = decided.map(([work]) => purchaseOf(work));
  const money = await sameDayMoney(services, purchases, now);
  const taken = new Map<bigint, bigint>();
  const bought = new Map<string, bigint>();
  return decided.map(([work, decision], index) => {
    if (!decision.ok) return [work, decision];
    const beyond = beyondCap(work, decision.value, rooms[index], bought);
    if (beyond !== null) return [work, beyond];
    const free = money[index];
    if (free === undefined) return [work, decision];
    const before = taken.get(work.customerId) ?? 0n;
    const { total } = decision.value.opening;
    taken.set(work.customerId, before + total);
    const left = { ...free, free: minor(free.free - before) };
    return [work, checkSameDay(total, left) ?? decision];
  });
}

/** The day's most of a stock, with what the same customer's orders before it in the batch take of it. */
function beyondCap(
  { customerId, code }: OpeningWork,
  { order: { quantity } }: DecidedOpening,
  room: PurchaseRoom | undefined,
  bought: Map<string, bigint>,
): Refused | null {
  if (room === undefined) return null;
  const key = `${customerId} ${code}`;
  const before = bought.get(key) ?? 0n;
  const left = room.left > before ? room.left - before : 0n;
  const refused = checkPurchaseCap(quantity, { ...room, left });
  if (refused === null) bought.set(key, before + quantity);
  return refused;
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
): Promise<OpeningWork[]> {
  let written: OpeningResults;
  try {
    written = await write(services, rows);
  } catch (error) {
    if (!isOneOrdersFault(error) || round === roundsMax) throw error;
    // Money moved between our look and our write: alone, each order sees the balance as it is.
    const left: OpeningWork[] = [];
    for (const [index, row] of rows.entries()) {
      const work = works[index];
      if (work === undefined) continue;
      const alone = { ...row, waitsBefore: 0, spentBefore: 0n, lentBefore: 0n };
      const more = await settle(services, [work], [alone], round + 1).catch((fault: unknown) => {
        work.fail(fault);
        return [];
      });
      left.push(...more);
    }
    return left;
  }
  const timesOf = timesOfBatch(services.context, written.at);
  const replayed: OpeningWork[] = [];
  const again: OpeningWork[] = [];
  for (const [index, work] of works.entries()) {
    const row = rows[index];
    const found = written.orders[index];
    if (row === undefined || found === undefined) throw new Error("an order without a result");
    if (found.result === "known") replayed.push(work);
    else if (found.result === "again") again.push(work);
    else
      settleFirst(services, work, row, { ...found, result: found.result, at: written.at, timesOf });
  }
  if (replayed.length > 0) {
    services.replays.saw();
    const opening = replayed.map((work) => ({
      ...work,
      opens: { market: work.market, side: work.form.side },
    }));
    await settleReplays(services, opening);
  }
  return again;
}

/** In the cheapest form that will most likely do; where it did not, the careful one says whose fault it was. */
async function write(
  services: OrderServices,
  rows: readonly OpeningRow[],
): Promise<OpeningResults> {
  const inForm = (form: BatchForm) =>
    withAttempts(() => writeOpenings(services.connections.opening, rows, form, workingOrdersMax));
  if (rows.some(({ order }) => order !== null && order.exits.length > 0)) {
    return inForm("with_exits");
  }
  if (services.replays.areLikely() || hasOneCustomerTwice(rows)) return inForm("careful");
  try {
    return await inForm(cheapestForm(rows));
  } catch (error) {
    if (!isOneOrdersFault(error)) throw error;
    if (isKnownRequest(error)) services.replays.saw();
    return inForm("careful");
  }
}

function cheapestForm(rows: readonly OpeningRow[]): BatchForm {
  if (rows.some(isNoWholeFill)) return "waiting";
  return rows.some(isOnMargin) ? "on_margin" : "plain";
}

/** Something of it waits, or is given up: it is an order of its own. */
function isNoWholeFill({ order }: OpeningRow): boolean {
  return order !== null && order.opened !== order.quantity;
}

function isOnMargin({ order }: OpeningRow): boolean {
  return order !== null && (order.leverage > 1 || order.side === "short");
}

/** The rows stand in the order of the customers. */
function hasOneCustomerTwice(rows: readonly OpeningRow[]): boolean {
  return rows.some(({ customerId }, index) => customerId === rows[index - 1]?.customerId);
}

/** What became of an order that was not known and is not decided again. */
type Settled = {
  result: Exclude<OpeningResult, "known" | "again">;
  owed: Minor;
  at: number;
  timesOf: TimesOf;
};

function settleFirst(
  services: OrderServices,
  work: OpeningWork,
  { answer, order }: OpeningRow,
  { result, owed, at, timesOf }: Settled,
): void {
  if (order === null || result === "refused") return work.settle(outcomeOf(answer ?? ""));
  if (result !== "fill" && result !== "wait") return work.settle(refused(order, result, owed));
  work.settle(accept(new RawJson(firstAnswer(answer, order, timesOf(order)))));
  tell(services, work.customerId, order, at);
}

/** A refusal that the statement found, in the letters in which it has kept it. */
function refused(
  { accounts: { currency } }: OpenedOrder,
  code: FoundRefusal,
  owed: Minor,
): Outcome<RawJson> {
  switch (code) {
    case "unpaid_debt":
      return refuse(code, { amount: formatMinor(owed, currency), currency });
    case "orders_waiting_too_many":
      return refuse(code, { max: String(workingOrdersMax) });
    default:
      return refuse(code);
  }
}

type TimesOf = (order: Pick<OpenedOrder, "market" | "side">) => TimesOnWire;

/** Of orders that are filled at the same moment; each market's are spelled once. */
function timesOfBatch(context: OrderServices["context"], filledAt: number): TimesOf {
  const spelled = new Map<string, TimesOnWire>();
  return ({ market, side }) => {
    const key = `${market} ${side}`;
    const known = spelled.get(key);
    if (known !== undefined) return known;
    const sellable = sellableOnWire(context, { market, side }, filledAt);
    const times = { filled_at: iso(filledAt), ...sellable };
    spelled.set(key, times);
    return times;
  };
}

function firstAnswer(answer: string | null, order: OpenedOrder, times: TimesOnWire): string {
  if (answer === null) return filledAnswer(order, order.quote.sequence, times);
  const told = withTimes(answer, times.filled_at, times.sellable_at);
  // What the answer says already is not read again.
  return times.sellable_at_status === "published" ? told : withSellable(told, () => times);
}

function tell(
  { context, triggers }: OrderServices,
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
  const isWatched =
    order.takeProfit !== null || order.stopLoss !== null || order.closings.length > 0;
  if (reserved === 0n && !isWatched) return;
  const after = opened > 0n ? { feed: quote.feed, sequence: quote.sequence } : null;
  triggers.watch(watchedOrder(watchedPosition(customerId, order, at), { after }));
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
    status: opened === 0n ? "pending" : order.closings.length > 0 ? "closing" : "holding",
    revision: 0,
    time_in_force: order.timeInForce,
    expires_at: order.expiresAt,
    limit_price: order.limit,
    stop_price: order.stop,
    triggered_at: null,
    opening_works: reserved > 0n,
    closing_shares: shares(order.closings.reduce((sum, exit) => sum + exit.quantity, 0n)),
    closings: order.closings.map(watchedExit),
    take_profit: order.takeProfit,
    stop_loss: order.stopLoss,
    sellable_at: opened > 0n ? at + sellLockMs : null,
    extended_hours: order.isExtended,
  };
}

function watchedExit(exit: BornExit): WatchedPosition["closings"][number] {
  return {
    id: exit.id,
    origin: "customer",
    kind: kindOfExit(exit),
    trail_amount: exit.trail?.amount ?? null,
    trail_basis_points: exit.trail?.basisPoints ?? null,
    trail_best: exit.follows?.best ?? null,
    revision: 0,
    time_in_force: "until_cancelled",
    limit_price: exit.takeProfit,
    stop_price: exit.follows?.stop ?? exit.stopLoss,
    triggered_at: null,
    expires_at: null,
    extended_hours: false,
  };
}
