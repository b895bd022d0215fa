import { minor, settlementCurrency, shares, type Minor, type Shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type {
  AdjustablePosition,
  LockedPosition,
} from "../../corporate-actions/corporate-actions.ts";
import type { FeeSchedules } from "../../fees/fees.ts";
import type { InterestBearing } from "../../margin/margin.ts";
import type { StoredState, StoredPosition, WorkingClosing } from "../storing/positions.store.ts";
import type { ClosingPart, HeldMoney } from "../costing/closing-money.rules.ts";
import {
  nothingFilled,
  reservationOf,
  reservedAt,
  type FilledSoFar,
  type OpeningPart,
  type OrderTerms,
} from "../costing/opening-money.rules.ts";
import { limitNow } from "../working/watches.ts";
import { settleNet } from "../../../ledger/settle.ts";
import { feeItemsOnWire } from "../answering/order-answers.ts";

/** A stored position as the rules of its money read it. */

/** An opening order's terms, as its money is reckoned with. */
export function termsOf(
  stored: Pick<
    StoredPosition,
    | "code"
    | "market"
    | "side"
    | "kind"
    | "leverage"
    | "quantity"
    | "limit_price"
    | "stop_price"
    | "hold_price"
    | "triggered_at"
    | "placed_at"
  >,
  schedules: Pick<FeeSchedules, "of">,
): OrderTerms {
  const { market, side, kind, leverage, quantity, stop_price: stop } = stored;
  const limit = limitNow(stored);
  return {
    market,
    side,
    leverage,
    quantity,
    limit,
    reservedAt: stored.hold_price ?? reservedAt(kind, side, limit, stop),
    fees: schedules.of(stored, localDate(market, stored.placed_at)),
  };
}

/** What is to be held for the rest of an order to open, once a dividend has changed its prices. */
export function reservationAfter(
  before: LockedPosition,
  { quantity, limitPrice, stopPrice, opened, cost }: AdjustablePosition,
  schedules: Pick<FeeSchedules, "of">,
): Minor {
  const prices = { limit_price: limitPrice, stop_price: stopPrice };
  const terms = termsOf({ ...before, quantity, ...prices }, schedules);
  return reservationOf(terms, { ...nothingFilled, opened, cost });
}

export function filledOf({ opened: filled, cost, margin, open_fee }: StoredPosition): FilledSoFar {
  return { opened: filled, cost, margin, fee: open_fee };
}

export function sharesLeft(position: Pick<StoredPosition, "opened" | "closed">): Shares {
  return shares(position.opened - position.closed);
}

/** What no closing order waits for. */
export function freeShares(
  position: Pick<StoredPosition, "opened" | "closed" | "closing_shares">,
): Shares {
  return shares(position.opened - position.closed - position.closing_shares);
}

/** What a closing order still waits for. */
export function sharesWaiting({
  quantity,
  filled,
}: Pick<WorkingClosing, "quantity" | "filled">): Shares {
  return shares(quantity - filled);
}

export function heldMoney(stored: StoredPosition): HeldMoney {
  return {
    market: stored.market,
    side: stored.side,
    opened: stored.opened,
    closed: stored.closed,
    cost: stored.cost,
    openFee: stored.open_fee,
    basisClosed: stored.basis_closed,
    marginLeft: stored.margin_left,
    borrowedLeft: stored.borrowed_left,
    collateralLeft: stored.collateral_left,
  };
}

export function bearing(stored: StoredPosition): InterestBearing {
  return {
    market: stored.market,
    side: stored.side,
    openedAt: stored.opened_at,
    marginLeft: stored.margin_left,
    borrowedLeft: stored.borrowed_left,
    collateralLeft: stored.collateral_left,
    interestUnits: stored.interest_units,
    interestThrough: stored.interest_through,
  };
}

/**
 * A borrower's order on margin is paid from own money alone, of which no balance's floor knows: where the money is
 * another by now, exchanged for instance, it is decided again. Null of everybody else's, which the floor guards.
 */
export function ownMoneySeen(
  stored: StoredPosition,
): { available: Minor; shortfall: Minor } | null {
  const isOnMargin = stored.side === "short" || stored.leverage > 1;
  if (!isOnMargin || stored.loan >= 0n) return null;
  return { available: stored.available, shortfall: stored.shortfall };
}

/** Of a trade that is done: what the credit does not lend any more the customer puts in. */
export function withinCredit(
  { side }: Pick<StoredPosition, "side">,
  part: OpeningPart,
  lendable: Minor | undefined,
): OpeningPart {
  if (lendable === undefined || side === "short" || part.borrowed <= lendable) return part;
  const borrowed = lendable > 0n ? lendable : minor(0n);
  return { ...part, borrowed, margin: minor(part.amount - borrowed) };
}

/**
 * What was held is given back: a debt is repaid with it first, as with whatever comes in. Who owes nothing is not
 * looked at again.
 */
export function givenBack(
  { available, shortfall }: Pick<StoredPosition, "available" | "shortfall">,
  amount: Minor,
): {
  available: Minor;
  shortfall?: Minor;
  seen: { available: Minor; shortfall: Minor } | null;
} {
  if (shortfall >= 0n) return { available: amount, seen: null };
  return { ...settleNet(amount, { available, shortfall }), seen: { available, shortfall } };
}

/**
 * What a fill leaves of the money that was held for it, or takes beyond it: of a trade that is done out of what is
 * available, and the rest is owed; of any other the balance's floor has the word.
 */
export function paidFor(
  stored: StoredPosition,
  left: Minor,
  isDone: boolean,
): ReturnType<typeof givenBack> {
  if (left >= 0n) return givenBack(stored, left);
  const { available, shortfall } = stored;
  if (isDone)
    return { ...settleNet(left, { available, shortfall }), seen: { available, shortfall } };
  return { available: left, seen: ownMoneySeen(stored) };
}

export function feeItems({ market }: StoredPosition, part: OpeningPart | ClosingPart): string {
  return JSON.stringify(feeItemsOnWire(part.feeItems, settlementCurrency(market)));
}

export function stateOf(stored: StoredPosition): StoredState {
  return {
    status: stored.status,
    quantity: stored.quantity,
    limit_price: stored.limit_price,
    stop_price: stored.stop_price,
    opened: stored.opened,
    closed: stored.closed,
    open_price: stored.open_price,
    close_value: stored.close_value,
    cost: stored.cost,
    open_fee: stored.open_fee,
    margin: stored.margin,
    borrowed: stored.borrowed,
    reserved: stored.reserved,
    margin_left: stored.margin_left,
    borrowed_left: stored.borrowed_left,
    collateral_left: stored.collateral_left,
    interest_units: stored.interest_units,
    interest_through: stored.interest_through,
    interest_paid: stored.interest_paid,
    basis_closed: stored.basis_closed,
    proceeds: stored.proceeds,
    close_fee: stored.close_fee,
    stamp_duty: stored.stamp_duty,
    realised: stored.realised,
    closing_shares: stored.closing_shares,
    expires_at: stored.expires_at,
    take_profit: stored.take_profit,
    stop_loss: stored.stop_loss,
    ending: stored.ending,
    newest_lot: stored.newest_lot,
    newest_lot_on: stored.newest_lot_on,
  };
}
