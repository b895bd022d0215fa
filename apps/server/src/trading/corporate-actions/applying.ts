import {
  accrueBeforeAdding,
  localDate,
  boardOf,
  marketDate,
  orderMaximum,
  trailOf,
} from "@sanshi/rulebook";
import {
  amountOfShares,
  minor,
  perShare,
  settlementCurrency,
  shares,
  zeroMinor,
  type Minor,
  type PerShare,
  type Shares,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { scaleAlerts } from "../../market/alerts/alerts.ts";
import { adjustPosition } from "../positions/positions.ts";
import { isAtVenue, notifyOfActions, type Step } from "./action-notices.ts";
import { postActions, type ActionPosting } from "./action-postings.ts";
import {
  applySplit,
  noMoney,
  sharesCancelled,
  sharesConcerned,
  type AdjustablePosition,
  type Adjusted,
} from "./corporate-actions.rules.ts";
import { lowerOrders, lowersOf, type LoweredOrder } from "./dividend-orders.rules.ts";
import { dividendOf, lentThen } from "./dividends.rules.ts";
import {
  dueActions,
  lentSince,
  lockPositions,
  markApplied,
  markLowered,
  momentAfterFills,
  type DueAction,
  type LockedPosition,
} from "./corporate-actions.store.ts";

/** The orders are their own feature's to write: it hands its parts in. */
export type OrdersAdjuster = {
  adjust(
    transaction: Transaction,
    before: LockedPosition,
    to: AdjustablePosition,
    now: number,
  ): Promise<void>;
  /** What is to be held for the rest of an order to open, at the prices that an action leaves it. */
  reservation(before: LockedPosition, to: AdjustablePosition): Minor;
  /** Asks the venue for the lower limit of an order, or for its cancel. */
  lowerAtVenue(transaction: Transaction, order: LoweredOrder, dividend: PerShare): Promise<void>;
};

type ApplyingContext = Pick<Context, "database" | "clock" | "hours" | "quotes" | "settings"> & {
  orders: OrdersAdjuster;
};

/**
 * Applies, in the order of the dates, everything that is due on a customer's positions and price
 * alerts: one transaction with its money, its marks and what the customer is told. What another
 * process has applied meanwhile is not due any more once the positions are locked.
 */
export async function applyToCustomer(
  context: ApplyingContext,
  customerId: bigint,
  positionIds: readonly bigint[],
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const locked = await lockPositions(transaction, customerId, positionIds);
    await scaleAlerts(transaction, customerId);
    const ids = locked.map(({ id }) => id);
    const due = await dueActions(transaction, ids);
    if (due.length === 0) return;
    const now = await momentAfterFills(transaction, ids);
    const { steps, positions } = await decide({ ...context, now }, transaction, locked, due);
    for (const { before, position } of positions.values()) {
      await context.orders.adjust(transaction, before, position, now);
      if (before.opened > 0n) await adjustPosition(transaction, before, position, now);
    }
    for (const step of steps) {
      for (const order of step.lowered.filter(({ orderId }) => isAtVenue(step.locked, orderId))) {
        await context.orders.lowerAtVenue(transaction, order, step.dividend);
      }
      const { id: positionId } = step.locked;
      const actionId = step.action.action_id;
      if (!step.wasHeld && step.action.kind === "dividend") {
        await markLowered(transaction, { orderId: positionId, actionId, at: now });
        continue;
      }
      await markApplied(transaction, {
        positionId,
        actionId,
        before: step.before,
        after: step.after,
        amount: step.money.cash,
        equivalent: step.equivalent,
        at: now,
      });
    }
    await postActions(transaction, customerId, steps.map(postingOf), now);
    await notifyOfActions(context, transaction, customerId, steps, now);
  });
}

async function decide(
  context: ApplyingContext & { now: number },
  transaction: Transaction,
  locked: readonly LockedPosition[],
  due: readonly DueAction[],
) {
  const byId = new Map(locked.map((row) => [row.id, row]));
  const positions = new Map<bigint, { before: LockedPosition; position: AdjustablePosition }>();
  const steps: Step[] = [];
  const paidBefore = new Map<string, Shares>();
  for (const [index, action] of due.entries()) {
    const row = byId.get(action.position_id);
    if (row === undefined) continue;
    const position = positions.get(row.id)?.position ?? adjustable(row);
    // A split before it has ended the position, or cancelled the order.
    if (position.status === "closed") continue;
    if (position.status === "cancelled") continue;
    const holding = `${action.action_id}:${row.side}`;
    const before = paidBefore.get(holding) ?? shares(0n);
    const dividend = dividendsFrom(due.slice(0, index), due.slice(index));
    const adjusted = applyOne(context, row, position, { action, before, dividend });
    const wasHeld = position.status !== "pending";
    if (wasHeld) paidBefore.set(holding, shares(before + sharesConcerned(position)));
    positions.set(row.id, { before: row, position: adjusted.position });
    const cancelled = adjusted.position.status === "cancelled";
    steps.push({
      locked: row,
      action,
      wasHeld,
      lowered: adjusted.lowered,
      dividend,
      cancelled: sharesCancelled(position, adjusted.position),
      before: sharesConcerned(position),
      after: cancelled ? shares(0n) : sharesConcerned(adjusted.position),
      money: adjusted.money,
      equivalent: least(
        await equivalentOf(transaction, row, position, action),
        adjusted.money.cash,
      ),
    });
  }
  return { steps, positions };
}

function applyOne(
  context: ApplyingContext & { now: number },
  locked: LockedPosition,
  position: AdjustablePosition,
  { action, before, dividend }: { action: DueAction; before: Shares; dividend: PerShare },
): Adjusted & { lowered: readonly LoweredOrder[] } {
  const { id, market, code, atVenue, closings } = locked;
  const { ex_date, numerator, denominator, per_share, close_before } = action;
  const instrument = context.quotes.instrument(market, code);
  const grid = { tickClass: instrument?.tickClass ?? "standard", date: ex_date };
  if (numerator !== null && denominator !== null) {
    // Days before it bear interest for what was lent on them, whether the interest's own job has come by or not.
    const accrued = accrueBeforeAdding(position, localDate(market, context.now));
    const split = { numerator, denominator, closeBefore: close_before };
    const terms = {
      split,
      grid,
      lotSize: instrument?.lotSize ?? shares(1n),
      orderMax: instrument === null ? null : orderMaxOf(context, instrument),
    };
    return { ...applySplit({ ...position, ...accrued }, terms), lowered: [] };
  }
  if (per_share === null) throw new Error(`action ${action.action_id} has no terms`);
  const cash = position.status === "pending" ? zeroMinor : dividendOf(position, per_share, before);
  // Orders wait in New York over an ex-date as FINRA Rule 5330 has it; neither Japan nor China knows such a rule.
  const lowered =
    market === "usd"
      ? lowerOrders(position, {
          id,
          dividend,
          grid,
          atVenue,
          placedOver: new Set(
            closings
              .filter(({ placed_at: at }) => at !== null && at >= action.effective_at)
              .map((order) => order.id),
          ),
        })
      : { position, money: noMoney, lowered: [] };
  const adjusted = withoutSurplus(context.orders, locked, lowered);
  return { ...adjusted, money: { ...adjusted.money, cash } };
}

/** A lower limit needs less: the rest is the customer's from then on. At a venue it is once the venue agrees. */
function withoutSurplus<Lowered extends Adjusted & { lowered: readonly LoweredOrder[] }>(
  orders: OrdersAdjuster,
  locked: LockedPosition,
  { position, money, ...rest }: Lowered,
) {
  const isLowered = rest.lowered.some(({ orderId }) => orderId === locked.id);
  const needed =
    isLowered && position.reserved > 0n && !isAtVenue(locked, locked.id)
      ? orders.reservation(locked, position)
      : position.reserved;
  // A split before it may have left more than is needed, never less.
  const reserved = needed > 0n && needed < position.reserved ? needed : position.reserved;
  const released = minor(money.released + position.reserved - reserved);
  return { ...rest, position: { ...position, reserved }, money: { ...money, released } };
}

/**
 * The dividends of a day in one sum with the first of them, so that a price is rounded once; zero with the others. A
 * split between them parts them: they are per share of another scale.
 */
function dividendsFrom(earlier: readonly DueAction[], [first, ...later]: readonly DueAction[]) {
  if (first === undefined) return perShare(0n);
  const isBeside = (other: DueAction) => other.position_id === first.position_id;
  const isOfDay = ({ ex_date, kind }: DueAction) =>
    kind === "dividend" && ex_date === first.ex_date;
  const last = earlier.findLast(isBeside);
  if (first.kind === "split" || (last !== undefined && isOfDay(last))) return perShare(0n);
  const beside = later.filter(isBeside);
  const end = beside.findIndex((other) => !isOfDay(other));
  const together = [first, ...(end < 0 ? beside : beside.slice(0, end))];
  return perShare(together.reduce((sum, { per_share: each }) => sum + (each ?? 0n), 0n));
}

/** Rounded apart from the whole, it may not be more than that. */
function least(equivalent: Minor, cash: Minor): Minor {
  return equivalent > cash && cash >= 0n ? cash : equivalent;
}

/** Of a limit order: what is at the market does not wait over a day. */
function orderMaxOf({ clock, hours, settings }: ApplyingContext, instrument: Instrument) {
  if (settings.marketRules === "practice") return null;
  const { market } = instrument;
  const date = marketDate(market, clock.now(), hours);
  return orderMaximum(market, date, boardOf(instrument), false)?.shares ?? null;
}

/** Decided by what was lent at the moment, whatever was recalled or lent until it is applied. */
async function equivalentOf(
  transaction: Transaction,
  row: LockedPosition,
  position: AdjustablePosition,
  { per_share: perShare, effective_at: effectiveAt }: DueAction,
): Promise<Minor> {
  if (perShare === null || position.side === "short" || position.status === "pending") {
    return zeroMinor;
  }
  const lent = lentThen(row.lent, await lentSince(transaction, row.id, effectiveAt), {
    held: sharesConcerned(adjustable(row)),
    concerned: sharesConcerned(position),
  });
  return amountOfShares(perShare, lent, settlementCurrency(row.market));
}

function adjustable(row: LockedPosition): AdjustablePosition {
  return {
    market: row.market,
    side: row.side,
    status: row.status,
    lowers: lowersOf({
      buys: row.side === "long",
      kind: row.kind,
      isTriggered: row.triggered_at !== null,
      doNotReduce: row.do_not_reduce,
    }),
    lowersExits: !row.do_not_reduce,
    quantity: row.quantity,
    limitPrice: row.limit_price,
    stopPrice: row.stop_price,
    takeProfit: row.take_profit,
    stopLoss: row.stop_loss,
    expiresAt: row.expires_at,
    openedAt: row.opened_at,
    opened: row.opened,
    closed: row.closed,
    openPrice: row.open_price,
    openValue: row.open_value,
    closeValue: row.close_value,
    cost: row.cost,
    openFee: row.open_fee,
    reserved: row.reserved,
    marginLeft: row.margin_left,
    borrowedLeft: row.borrowed_left,
    collateralLeft: row.collateral_left,
    interestUnits: row.interest_units,
    interestThrough: row.interest_through,
    interestPaid: row.interest_paid,
    basisClosed: row.basis_closed,
    proceeds: row.proceeds,
    realised: row.realised,
    closingShares: row.closing_shares,
    closings: row.closings.map((order) => {
      const { id, quantity, filled, limit_price: limit, stop_price: stop } = order;
      const { trail_amount: amount, trail_basis_points: basisPoints, trail_best: best } = order;
      const trail = best === null ? null : { amount, basisPoints, best };
      const lowers = lowersOf({
        buys: row.side === "short",
        kind: order.kind,
        isTriggered: order.triggered_at !== null,
        doNotReduce: order.do_not_reduce,
      });
      return { id, quantity, filled, limit, stop, trail, lowers };
    }),
    exits: row.exits.map((exit) => ({
      id: exit.id,
      quantity: exit.quantity,
      takeProfit: exit.take_profit,
      stopLoss: exit.stop_loss,
      trail: trailOf(exit.trail_amount, exit.trail_basis_points),
    })),
    ending: row.ending,
  };
}

function postingOf({ locked, action, money, equivalent }: Step): ActionPosting {
  return {
    positionId: locked.id,
    currency: settlementCurrency(locked.market),
    kind: action.kind,
    money,
    equivalent,
  };
}
