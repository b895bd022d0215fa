import { settlementCurrency, shares, type Shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type { FeeSchedules } from "../../fees/fees.ts";
import type { InterestBearing } from "../../margin/margin.ts";
import type { StoredState, StoredPosition, WorkingClosing } from "../storing/positions.store.ts";
import type { ClosingPart, HeldMoney } from "../costing/closing-money.rules.ts";
import {
  reservedAt,
  type FilledSoFar,
  type OpeningPart,
  type OrderTerms,
} from "../costing/opening-money.rules.ts";
import { feeItemsOnWire } from "../answering/order-answers.ts";

/** A stored position as the rules of its money read it. */

/** An opening order's terms, as its money is reckoned with. */
export function termsOf(
  stored: Pick<
    StoredPosition,
    | "market"
    | "side"
    | "kind"
    | "leverage"
    | "quantity"
    | "limit_price"
    | "stop_price"
    | "placed_at"
  >,
  schedules: FeeSchedules,
): OrderTerms {
  const { market, side, kind, leverage, quantity, limit_price: limit, stop_price: stop } = stored;
  return {
    market,
    side,
    leverage,
    quantity,
    limit,
    reservedAt: reservedAt(kind, side, limit, stop),
    fees: schedules.of(market, localDate(market, stored.placed_at)),
  };
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
  };
}
