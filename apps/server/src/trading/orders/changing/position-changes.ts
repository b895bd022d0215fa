import { hoursOfNew, hoursSaid, type ReplacedState } from "./changed-hours.ts";
import type { PositionEnding } from "@sanshi/contract";
import {
  divide,
  minor,
  negateMinor,
  price,
  settlementCurrency,
  shares,
  zeroMinor,
  type Minor,
} from "@sanshi/money";
import { localDate, type MarketHours } from "@sanshi/rulebook";
import { settleNet } from "../../../ledger/settle.ts";
import { accrueBeforeAdding, interestDue } from "../../margin/margin.ts";
import { lotsAfter } from "../../positions/positions.ts";
import type { Change, OpeningChange, OrderChange } from "../storing/changes.store.ts";
import type {
  ClosingReason,
  StoredState,
  StoredPosition,
  WorkingClosing,
} from "../storing/positions.store.ts";
import { closingPart, type ClosingPart } from "../costing/closing-money.rules.ts";
import {
  closingAfter,
  ended,
  filledBefore,
  groupAfter,
  isNoOrder,
  nothingMatched,
  ordersAfter,
  type ClosingOrder,
} from "./closing-orders.ts";
import {
  afterPart,
  openingPart,
  reservationOf,
  type OpeningPart,
} from "../costing/opening-money.rules.ts";
import { withExitsBorn } from "./exits-born.ts";
import type { Filling } from "./filling.ts";
import { levelsOnWire } from "../answering/order-answers.ts";
import { fillQuote, type TradingAccounts } from "../storing/openings.store.ts";
import {
  bearing,
  feeItems,
  filledOf,
  givenBack,
  heldMoney,
  ownMoneySeen,
  paidFor,
  stateOf,
  termsOf,
  withinCredit,
} from "./stored-money.ts";

/** What can become of a position, each as one change of its record with its money. */

/**
 * A working order is filled, as a whole or in part. What is left of a limit order waits on; what is
 * left of a stop, which has become a market order, is cancelled.
 */
export function opened(
  stored: StoredPosition,
  filling: Filling & { hours: MarketHours },
  accounts: TradingAccounts,
): { change: Change; part: OpeningPart } {
  const { match, now, fees } = filling;
  const { limit } = filling;
  const terms = { ...termsOf(stored, fees), ...(limit !== undefined && { limit }) };
  const before = filledOf(stored);
  const { lendable } = filling;
  const part = withinCredit(stored, openingPart(terms, before, match), lendable);
  const after = afterPart(before, part);
  const waitsOn = terms.limit !== null && after.opened < stored.quantity;
  const reserved = waitsOn ? reservationOf(terms, after) : zeroMinor;
  const isShort = stored.side === "short";
  // A position from before its value was kept goes on with its rounded price, as it was shown.
  const valued = stored.open_value ?? (stored.open_price ?? 0n) * stored.opened;
  const accrued = accrueBeforeAdding(bearing(stored), localDate(stored.market, now));
  const change: Change = {
    ...unchanged(stored),
    to: {
      ...stateOf(stored),
      status: "holding",
      opened: after.opened,
      open_price: price(divide(valued + match.value, after.opened, "half_up")),
      cost: after.cost,
      open_fee: after.fee,
      margin: after.margin,
      borrowed: minor(stored.borrowed + part.borrowed),
      reserved,
      margin_left: minor(stored.margin_left + part.margin),
      borrowed_left: minor(stored.borrowed_left + part.borrowed),
      collateral_left: isShort
        ? minor(stored.collateral_left + part.margin + part.amount)
        : stored.collateral_left,
      interest_units: accrued.interestUnits,
      interest_through: accrued.interestThrough,
      expires_at: waitsOn ? stored.expires_at : null,
      ...lotsAfter(stored, { quantity: part.quantity, at: now, hours: filling.hours }),
    },
    opening: {
      state: waitsOn ? "working" : after.opened === stored.quantity ? "filled" : "cancelled",
      reason: null,
      filledValue: match.value,
    },
    triggers:
      stored.stop_price !== null &&
      stored.triggered_at === null &&
      (stored.kind !== "oco" || filling.triggers === true),
    movement: {
      kind: "order_filled",
      accounts,
      ...paidFor(
        stored,
        minor(stored.reserved - reserved - part.margin - part.fee),
        lendable !== undefined,
      ),
      reserved: minor(reserved - stored.reserved),
      marginDebt: isShort ? zeroMinor : negateMinor(part.borrowed),
      shortCollateral: isShort ? minor(part.margin + part.amount) : zeroMinor,
      market: isShort ? negateMinor(part.amount) : part.amount,
      fees: part.fee,
    },
    fill: {
      orderId: stored.id,
      side: isShort ? "sell" : "buy",
      price: match.price ?? price(0n),
      quantity: part.quantity,
      amount: part.amount,
      fee: part.fee,
      feeItems: feeItems(stored, part),
      profit: null,
      quote: fillQuote(filling.quote),
    },
    levels: levelsOnWire(match.slices, settlementCurrency(stored.market)),
    lent: isShort ? part.quantity : 0n,
  };
  return { change: withExitsBorn(stored, change), part };
}

/**
 * A part of a position is closed, or all of it. What is left of the order waits where it has a limit,
 * or where an exit has placed it; all that is left of the position ends it. The rest of an opening
 * order is cancelled first: what is being closed does not grow. What closes everything cancels every other
 * closing order.
 */
export function closed(
  stored: StoredPosition,
  order: ClosingOrder,
  filling: Filling,
  accounts: TradingAccounts,
): { change: Change; part: ClosingPart; shortfall: Minor } {
  const { match, quote, now, fees } = filling;
  const date = localDate(stored.market, now);
  const due = interestDue(bearing(stored), date, {
    quantity: match.quantity,
    left: shares(stored.opened - stored.closed),
  });
  const part = closingPart(heldMoney(stored), match, {
    interest: due.interest,
    fees: fees.of(stored, date),
    before: filledBefore(stored, order),
  });
  const ends = part.quantityLeft === 0n;
  const orders = ordersAfter(stored, order, match, ends);
  const settled = settleNet(minor(part.net + stored.reserved), stored);
  const isShort = stored.side === "short";
  const change: Change = {
    ...unchanged(stored),
    orders,
    to: {
      ...stateOf(stored),
      ...closingAfter(stored, orders, ends),
      expires_at: null,
      closed: shares(stored.closed + part.quantity),
      close_value: stored.close_value + match.value,
      reserved: zeroMinor,
      margin_left: minor(stored.margin_left - part.margin),
      borrowed_left: minor(stored.borrowed_left - part.repaid),
      collateral_left: minor(stored.collateral_left - part.freed),
      interest_units: due.interestUnits,
      interest_through: due.interestThrough,
      interest_paid: minor(stored.interest_paid + part.interest),
      basis_closed: part.basisClosed,
      proceeds: minor(stored.proceeds + part.amount),
      close_fee: minor(stored.close_fee + part.fee - part.stampDuty),
      stamp_duty: minor(stored.stamp_duty + part.stampDuty),
      realised: minor(stored.realised + part.profit),
      ending: ends ? order.reason : stored.ending,
    },
    opening: restCancelled(stored),
    ends,
    movement: {
      kind: order.reason === "stock_end" ? "stock_end_settled" : "position_closed",
      accounts,
      available: settled.available,
      reserved: negateMinor(stored.reserved),
      marginDebt: isShort ? zeroMinor : part.repaid,
      shortCollateral: negateMinor(part.freed),
      shortfall: settled.shortfall,
      market: isShort ? part.amount : negateMinor(part.amount),
      fees: part.fee,
      interest: part.interest,
      seen:
        part.net < 0n || stored.shortfall < 0n
          ? { available: stored.available, shortfall: stored.shortfall }
          : null,
    },
    fill: {
      orderId: isNoOrder(order) ? null : order.id,
      side: isShort ? "buy" : "sell",
      price: match.price ?? price(0n),
      quantity: part.quantity,
      amount: part.amount,
      fee: part.fee,
      feeItems: feeItems(stored, part),
      profit: part.profit,
      quote: fillQuote(quote),
    },
    levels: levelsOnWire(match.slices, settlementCurrency(stored.market)),
    lent: isShort ? -part.quantity : 0n,
    group: groupAfter(order, match.value),
    ...hoursOfNew(order),
    doNotReduce: order.doNotReduce ?? false,
  };
  const shortfall = settled.shortfall < 0n ? negateMinor(settled.shortfall) : zeroMinor;
  return { change: withExitsBorn(stored, change), part, shortfall };
}

/** A working closing order; the shares stay the customer's until it is filled. */
export function startsClosing(
  stored: StoredPosition,
  order: ClosingOrder,
  accounts: TradingAccounts,
): Change {
  const orders = ordersAfter(stored, order, nothingMatched, false);
  return withExitsBorn(stored, {
    ...unchanged(stored),
    orders,
    to: {
      ...stateOf(stored),
      ...closingAfter(stored, orders, false),
      reserved: zeroMinor,
      expires_at: null,
    },
    opening: restCancelled(stored),
    movement: released(stored, accounts),
    group: groupAfter(order, 0n),
    ...hoursOfNew(order),
    doNotReduce: order.doNotReduce ?? false,
  });
}

/** Closing orders are cancelled. An exit that has placed one is gone with it. */
export function stopsClosing(
  stored: StoredPosition,
  cancelled: readonly WorkingClosing[],
  state: "cancelled" | "expired",
): Change {
  const orders = cancelled.map((order) => ended(stored, order, state));
  const isGone = (exit: ClosingReason) => cancelled.some(({ origin }) => origin === exit);
  const change = closingsChanged(stored, orders);
  const take_profit = isGone("take_profit") ? null : stored.take_profit;
  const stop_loss = isGone("stop_loss") ? null : stored.stop_loss;
  return { ...change, to: { ...change.to, take_profit, stop_loss } };
}

/** Some closing orders stand otherwise, and nothing else of the position changes. */
export function closingsChanged(stored: StoredPosition, orders: readonly OrderChange[]): Change {
  const to = { ...stateOf(stored), ...closingAfter(stored, orders, false) };
  return { ...unchanged(stored), orders, to };
}

/**
 * What waits of an opening order is cancelled, and all that was held for it is released. Without a
 * fill the order ends, cancelled or rejected; with one, what was filled stays held.
 */
export function cancelledChange(
  stored: StoredPosition,
  ending: PositionEnding,
  accounts: TradingAccounts,
): Change {
  const ends = stored.opened === 0n;
  const rejected = ending !== "cancelled" && ending !== "expired";
  const state = rejected ? "rejected" : ending;
  return withExitsBorn(stored, {
    ...unchanged(stored),
    to: {
      ...stateOf(stored),
      status: ends ? (rejected ? "rejected" : "cancelled") : stored.status,
      reserved: zeroMinor,
      expires_at: null,
    },
    opening: { state, reason: rejected ? ending : null, filledValue: 0n },
    triggers: rejected && stored.stop_price !== null && stored.triggered_at === null,
    movement: released(stored, accounts),
  });
}

/** The market has reached the stop of a stop-limit order, which waits for its limit now. */
export function triggered(stored: StoredPosition): Change {
  return { ...unchanged(stored), to: stateOf(stored), opening: worksOn, triggers: true };
}

/** A working order with other prices or another quantity, and what is to be held for it then. */
export function replaced(
  stored: StoredPosition,
  { isExtended = stored.extended_hours, ...to }: ReplacedState,
  accounts: TradingAccounts,
): Change {
  const more = minor(to.reserved - stored.reserved);
  return {
    ...unchanged(stored),
    to: { ...stateOf(stored), ...to },
    opening: worksOn,
    ...hoursSaid(stored.id, stored.extended_hours, isExtended),
    movement:
      more === 0n
        ? null
        : {
            kind: more > 0n ? "order_reserved" : "order_released",
            accounts,
            available: negateMinor(more),
            reserved: more,
            seen: more > 0n ? ownMoneySeen(stored) : null,
          },
  };
}

/** A position with another bracket, or the order that will open it. */
export function bracketSet(
  stored: StoredPosition,
  to: Pick<StoredState, "take_profit" | "stop_loss">,
): Change {
  return {
    ...unchanged(stored),
    to: { ...stateOf(stored), ...to },
    opening: stored.opened === 0n ? worksOn : null,
  };
}

const worksOn: OpeningChange = { state: "working", reason: null, filledValue: 0n };

/** What is being closed does not grow: an opening order that still works is cancelled. */
function restCancelled({ opening_works: works }: StoredPosition): OpeningChange | null {
  return works ? { state: "cancelled", reason: null, filledValue: 0n } : null;
}

function released(stored: StoredPosition, accounts: TradingAccounts): Change["movement"] {
  if (stored.reserved === 0n) return null;
  return {
    kind: "order_released",
    accounts,
    ...givenBack(stored, stored.reserved),
    reserved: negateMinor(stored.reserved),
  };
}

function unchanged(stored: StoredPosition): Omit<Change, "to"> {
  return {
    positionId: stored.id,
    revision: stored.revision,
    isHeld: stored.opened > 0n,
    opening: null,
    orders: [],
    triggers: false,
    ends: false,
    movement: null,
    fill: null,
    levels: null,
    lent: 0n,
    group: null,
  };
}
