import { positionStatuses } from "@sanshi/contract";
import { minor, negateMinor, settlementCurrency, shares, zeroMinor } from "@sanshi/money";
import type { Quote } from "../../market-feed/market-feed.ts";
import { fillQuote } from "./order-desk.ts";
import { feeItemsOnWire } from "./orders.answers.ts";
import type { AmendmentRow, PositionChange } from "./amending.batch.store.ts";
import type { OrderAccounts } from "./orders.batch.store.ts";
import type { ClosablePosition, Closing } from "./orders.closing.rules.ts";
import type { openingCost } from "./orders.rules.ts";
import type { StoredPosition } from "./orders.store.ts";

/** What can become of a position, each as one change of its record with its money. */
export type Change = NonNullable<AmendmentRow["change"]>;

export function closable(stored: StoredPosition): ClosablePosition {
  return {
    market: stored.market,
    status: stored.status,
    opened: stored.opened,
    closed: stored.closed,
    sellableAt: stored.sellable_at,
    cost: stored.cost,
    openFee: stored.open_fee,
    basisClosed: stored.basis_closed,
  };
}

/** Sold: all that is left ends the position, a part leaves it held. */
export function sold(
  stored: StoredPosition,
  closing: Closing,
  quote: Quote,
  accounts: OrderAccounts,
): Change {
  const ends = closing.quantityLeft === 0n;
  return {
    ...unchanged(stored),
    to: {
      ...current(stored),
      status: ends ? positionStatuses.closed : positionStatuses.holding,
      closed: shares(stored.closed + closing.quantity),
      closeValue: stored.close_value + closing.price * closing.quantity,
      basisClosed: closing.basisClosed,
      proceeds: minor(stored.proceeds + closing.amount),
      closeFee: minor(stored.close_fee + closing.fee - closing.stampDuty),
      stampDuty: minor(stored.stamp_duty + closing.stampDuty),
      realised: minor(stored.realised + closing.profit),
      closingQuantity: null,
      closingPrice: null,
    },
    ends,
    movement: {
      kind: "position_closed",
      available: minor(closing.amount - closing.fee),
      reserved: zeroMinor,
      market: negateMinor(closing.amount),
      fees: closing.fee,
      accounts,
    },
    fill: {
      side: "sell",
      price: closing.price,
      quantity: closing.quantity,
      amount: closing.amount,
      fee: closing.fee,
      feeItems: JSON.stringify(feeItemsOnWire(closing.feeItems, settlementCurrency(stored.market))),
      profit: closing.profit,
      quote: fillQuote(quote),
    },
  };
}

/** A sale that waits at its limit; the shares stay the customer's until it is filled. */
export function startsClosing(stored: StoredPosition, closing: Closing): Change {
  return {
    ...unchanged(stored),
    to: {
      ...current(stored),
      status: positionStatuses.closing,
      closingQuantity: closing.quantity,
      closingPrice: closing.price,
    },
  };
}

export function stopsClosing(stored: StoredPosition): Change {
  return {
    ...unchanged(stored),
    to: {
      ...current(stored),
      status: positionStatuses.holding,
      closingQuantity: null,
      closingPrice: null,
    },
  };
}

/** A waiting purchase that was taken back: all that was held for it is released. */
export function cancelled(stored: StoredPosition, accounts: OrderAccounts): Change {
  return {
    ...unchanged(stored),
    to: { ...current(stored), status: positionStatuses.cancelled, reserved: zeroMinor },
    ends: true,
    movement: {
      kind: "order_released",
      available: stored.reserved,
      reserved: negateMinor(stored.reserved),
      market: zeroMinor,
      fees: zeroMinor,
      accounts,
    },
  };
}

/** A waiting purchase that the market reached: paid out of its reservation, and the rest released. */
export function bought(
  stored: StoredPosition,
  cost: ReturnType<typeof openingCost>,
  quote: Quote,
  accounts: OrderAccounts,
): Change {
  return {
    ...unchanged(stored),
    to: {
      ...current(stored),
      status: positionStatuses.holding,
      opened: stored.quantity,
      openPrice: quote.ask,
      cost: cost.amount,
      openFee: cost.fee,
      margin: cost.amount,
      reserved: zeroMinor,
    },
    opens: true,
    movement: {
      kind: "order_filled",
      available: minor(stored.reserved - cost.total),
      reserved: negateMinor(stored.reserved),
      market: cost.amount,
      fees: cost.fee,
      accounts,
    },
    fill: {
      side: "buy",
      price: quote.ask,
      quantity: stored.quantity,
      amount: cost.amount,
      fee: cost.fee,
      feeItems: JSON.stringify(feeItemsOnWire(cost.feeItems, settlementCurrency(stored.market))),
      profit: null,
      quote: fillQuote(quote),
    },
  };
}

function unchanged(stored: StoredPosition): Omit<Change, "to"> {
  return {
    positionId: stored.id,
    revision: stored.revision,
    opens: false,
    ends: false,
    movement: null,
    fill: null,
  };
}

function current(stored: StoredPosition): PositionChange {
  return {
    status: stored.status,
    opened: stored.opened,
    closed: stored.closed,
    openPrice: stored.open_price,
    closeValue: stored.close_value,
    cost: stored.cost,
    openFee: stored.open_fee,
    margin: stored.margin,
    reserved: stored.reserved,
    basisClosed: stored.basis_closed,
    proceeds: stored.proceeds,
    closeFee: stored.close_fee,
    stampDuty: stored.stamp_duty,
    realised: stored.realised,
    closingQuantity: stored.closing_quantity,
    closingPrice: stored.closing_price,
  };
}
