import {
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  minor,
  settlementCurrency,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  calendarParams,
  calendarStatus,
  localDate,
  maintenancePercentOf,
  marginCallDueAt,
  missingEquity,
  restorePercentOf,
  type LocalDate,
  type RuleReference,
} from "@sanshi/rulebook";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { keptFigures, stockParams, type AccountState } from "./margin-account.ts";
import type { Context } from "../../context.ts";
import {
  saleOrder,
  type MarginedPosition,
  type MarginVerdict,
  type SaleReason,
} from "./margin.rules.ts";
import {
  findForcedOrder,
  insertForcedOrder,
  isSelling,
  type ForcedOrder,
} from "./forced-orders.store.ts";
import {
  accountBalances,
  endCall,
  insertForcedSale,
  openCall,
  type KeptFigures,
} from "./margin.store.ts";

/** What a verdict on an account comes to, with its record and its message, in the caller's transaction. */

export type ForcedFill = { number: number; price: Price; quantity: Shares };

/**
 * What became of a forced sale: a fill; an order that a venue answers later, or `waits` where it is asked to cancel
 * others first; null, and nothing changed, where the position cannot be traded now.
 */
export type ForcedResult = ForcedFill | { orderId: bigint } | "waits" | null;

/**
 * Closes what the market takes of a position, in the caller's transaction, which holds its lock: at the
 * market, without the lock on sales, whatever waits on the position cancelled.
 */
export type SellForced = (
  transaction: Transaction,
  sale: {
    customerId: bigint;
    positionId: bigint;
    /** Where the clock has leapt over it: the moment at which it is sold. */
    moment?: Pick<Context, "quotes" | "clock">;
  },
) => Promise<ForcedResult>;

export async function call(transaction: Transaction, state: AccountState): Promise<void> {
  const { account, rules, figures, now } = state;
  const { customer_id: customerId, market } = account;
  const calledOn = localDate(market, now);
  const restoring = restorePercentOf(rules, figures);
  const missing = missingEquity(rules.maintenanceRatio, restoring, figures);
  const kept = keptFigures(state, maintenancePercentOf(rules, figures));
  const opened = await openCall(transaction, {
    ...account,
    ...kept,
    calledOn,
    calledAt: now,
    dueAt: marginCallDueAt(market, calledOn).at,
    missing,
  });
  if (opened === undefined) return;
  if (opened.isNews) {
    await sendMessage(transaction, {
      customerId,
      kind: "margin_call",
      at: now,
      link: `/position/index?type=${market}`,
      params: {
        type: market,
        ...ratioParams(kept),
        restore: String(restoring),
        missing: formatMinor(minor(missing), settlementCurrency(market)),
        due_at: new Date(opened.dueAt).toISOString(),
        ...calendarParams("due_at", calendarStatus(market, localDate(market, opened.dueAt))),
      },
    });
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

export async function restore(transaction: Transaction, state: AccountState): Promise<void> {
  const { account, call: open, rules, figures, now } = state;
  const ended = open === null ? undefined : await endCall(transaction, open.id, now);
  if (ended === undefined) return;
  const { customer_id: customerId, market } = account;
  // A call that ended in a debt was not met: the forced sale and the debt have messages of their own.
  const isOwing = figures.exposure === 0n && figures.debt > 0n;
  if (ended.isNews && !isOwing) {
    // Without a position there is no ratio to tell.
    const restored = restorePercentOf(rules, figures);
    const ratio = figures.exposure > 0n && ratioParams(keptFigures(state, restored));
    await sendMessage(transaction, {
      customerId,
      kind: "margin_restored",
      at: now,
      link: `/position/index?type=${market}`,
      params: { type: market, ...ratio },
    });
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

/** The first position in the order that can be traded now; a part where the market takes no more. */
export async function sell(
  context: Pick<Context, "quotes">,
  sellForced: SellForced,
  transaction: Transaction,
  state: AccountState,
  verdict: Extract<MarginVerdict, { kind: "sell" }>,
): Promise<boolean> {
  const { customer_id: customerId } = state.account;
  if (await isSelling(transaction, state.account)) return false;
  for (const position of saleOrder(state.positions, state.pricesOf)) {
    const result = await sellForced(transaction, { customerId, positionId: position.id });
    if (result === null) continue;
    // What the venue's answer brings decides whether more is sold.
    if (result === "waits") return false;
    const { call: open } = state;
    const sale = {
      position,
      reason: verdict.reason,
      kept: keptFigures(state, verdict.percentRequired),
      call: open === null ? null : { calledAt: open.called_at, dueAt: open.due_at },
      dueOn: null,
    };
    return record(context, transaction, state, sale, result);
  }
  return false;
}

/** A margin position whose term is over: what the market takes of it; the rest with the next look. */
export async function sellAtTermsEnd(
  context: Pick<Context, "quotes">,
  sellForced: SellForced,
  transaction: Transaction,
  state: AccountState,
  ended: {
    position: MarginedPosition;
    calledAt: number;
    dueAt: number;
    dueOn: LocalDate;
    reference: RuleReference;
  },
): Promise<boolean> {
  const { position, calledAt, dueAt, dueOn, reference } = ended;
  const sale = { customerId: state.account.customer_id, positionId: position.id };
  if (await isSelling(transaction, state.account)) return false;
  const result = await sellForced(transaction, sale);
  if (result === null || result === "waits") return false;
  const kept = keptFigures(state, maintenancePercentOf(state.rules, state.figures));
  const decided = {
    position,
    reason: "term_ended" as const,
    kept: { ...kept, rule: reference.rule, ruleSince: reference.validFrom },
    call: { calledAt, dueAt },
    dueOn,
  };
  return record(context, transaction, state, decided, result);
}

type DecidedSale = {
  position: MarginedPosition;
  reason: SaleReason;
  kept: KeptFigures;
  call: { calledAt: number; dueAt: number } | null;
  dueOn: LocalDate | null;
};

/** The receipt of a fill, or what an order at the venue was decided by. Answers whether there is more to look at now. */
async function record(
  context: Pick<Context, "quotes">,
  transaction: Transaction,
  state: AccountState,
  { position, kept, ...sale }: DecidedSale,
  result: ForcedFill | { orderId: bigint },
): Promise<boolean> {
  const { customer_id: customerId, market } = state.account;
  const { id: positionId, code, side } = position;
  const about = { positionId, customerId, market, code, side, decidedAt: state.now };
  if ("orderId" in result) {
    const { orderId } = result;
    await insertForcedOrder(transaction, { ...kept, ...sale, ...about, orderId });
    return false;
  }
  const decided = { ...kept, ...sale, ...about };
  await recordSale(context, transaction, decided, result, {
    at: state.now,
    shortfall: state.balances.shortfall,
  });
  return true;
}

/** What the venue has reported of a forced sale: in the transaction that books it. */
export async function recordForcedFill(
  context: Pick<Context, "quotes">,
  transaction: Transaction,
  orderId: bigint,
  fill: ForcedFill,
  before: { at: number; shortfall: Minor },
): Promise<void> {
  const order = await findForcedOrder(transaction, orderId);
  if (order === undefined) throw new Error(`nobody knows why the order ${orderId} was forced`);
  await recordSale(context, transaction, order, fill, before);
}

/** The receipt, the message, and the event for the screens that list the position. */
async function recordSale(
  context: Pick<Context, "quotes">,
  transaction: Transaction,
  sale: Omit<ForcedOrder, "orderId">,
  fill: ForcedFill,
  before: { at: number; shortfall: Minor },
): Promise<void> {
  const { customerId, market, code, positionId, side, reason, dueOn } = sale;
  await insertForcedSale(transaction, { ...sale, ...fill });
  const currency = settlementCurrency(market);
  await sendMessage(transaction, {
    customerId,
    kind: "forced_sale",
    at: before.at,
    link: `/position/info?id=${positionId}`,
    params: {
      ...stockParams(context, market, code),
      ...ratioParams(sale),
      ...(dueOn !== null && { due_on: dueOn }),
      side,
      reason,
      quantity: formatShares(fill.quantity),
      price: formatPrice(fill.price, currency),
    },
  });
  await notifyOfDebt(transaction, sale, before);
  // The screens that list the position look again, as after a sale of the customer's own.
  await publishWith(transaction, customerId, {
    kind: "position_closed",
    id: positionId.toString(),
    type: market,
    code,
    price: formatPrice(fill.price, currency),
    quantity: formatShares(fill.quantity),
  });
}

/** What a gap beyond the equity left unpaid is said in so many words. */
export async function notifyOfDebt(
  transaction: Transaction,
  { customerId, market }: Pick<ForcedOrder, "customerId" | "market">,
  before: { at: number; shortfall: Minor },
): Promise<void> {
  const currency = settlementCurrency(market);
  const { shortfall } = await accountBalances(transaction, customerId, currency);
  if (shortfall >= before.shortfall) return;
  await sendMessage(transaction, {
    customerId,
    kind: "unpaid_debt",
    at: before.at,
    link: `/mine/index?type=${market}`,
    params: { type: market, debt: formatMinor(minor(-shortfall), currency) },
  });
}

function ratioParams({ ratio, ratioRequired }: { ratio: bigint; ratioRequired: bigint }) {
  // Whole per cents, but for an account of longs and shorts that keep different ones.
  return { ratio: formatScaled(ratio, 2), required: String(Number(ratioRequired) / 100) };
}
