import { positionStatuses, type CustomerState } from "@sanshi/contract";
import {
  divide,
  formatShares,
  minor,
  notional,
  price,
  settlementCurrency,
  shares,
  subtractMinor,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { fees, localDate, type FeeItem } from "@sanshi/rulebook";
import {
  checkLot,
  checkPriceAndMarket,
  checkQuantity,
  object,
  type Decision,
  type MarketFacts,
  type OpeningForm,
  type SoundOrder,
} from "./orders.rules.ts";

export type ClosingForm = Pick<OpeningForm, "kind" | "price"> & {
  /** Undefined: everything that is left. */
  quantity: string | undefined;
};

/** What a closing order meets; times are milliseconds on the database's side of the app's clock. */
export type ClosablePosition = {
  market: MarketKey;
  status: number;
  opened: Shares;
  closed: Shares;
  sellableAt: number | null;
  cost: Minor;
  openFee: Minor;
  basisClosed: Minor;
};

/** What speaks against closing, in the contract's order; otherwise the sale as numbers. */
export function checkClosing(
  form: ClosingForm,
  customerState: CustomerState,
  position: ClosablePosition | null,
  facts: MarketFacts,
): Decision<SoundOrder> {
  if (customerState === "frozen" || customerState === "banned") return object("account_frozen");
  if (position === null) return object("position_not_found");
  if (position.status !== positionStatuses.holding) return object("position_not_holding");
  const left = sharesLeft(position);
  const quantity =
    form.quantity === undefined
      ? ({ ok: true, value: left } as const)
      : checkQuantity(form.quantity);
  if (!quantity.ok) return quantity;
  if (quantity.value > left) {
    return object("quantity_exceeds_position", { max: formatShares(left) });
  }
  // What is left over after a split may be no whole lot; all of it can always be sold.
  if (quantity.value !== left && facts.instrument !== null) {
    const lot = checkLot(quantity.value, facts.instrument, facts.now);
    if (lot !== null) return lot;
  }
  if (position.sellableAt !== null && facts.now < position.sellableAt) {
    return object("sell_locked", undefined, { time: position.sellableAt });
  }
  return checkPriceAndMarket(form, quantity.value, facts);
}

export function sharesLeft(position: Pick<ClosablePosition, "opened" | "closed">): Shares {
  return shares(position.opened - position.closed);
}

/** What selling a part brings, and what it leaves. */
export type Closing = {
  price: Price;
  quantity: Shares;
  quantityLeft: Shares;
  /** Shares at the price, rounded down to the minor unit. */
  amount: Minor;
  fee: Minor;
  /** Of the fee; the rest is the selling fee. */
  stampDuty: Minor;
  feeItems: readonly FeeItem[];
  /** Proceeds less the part's cost and every fee, the opening's included. */
  profit: Minor;
  /** Cost and opening fee of everything closed so far, this part included. */
  basisClosed: Minor;
};

/**
 * The opening's cost and fee belong to the parts by their shares. The sum over all parts is exact:
 * each takes what the running total, rounded down, has grown by.
 */
export function decideClosing(
  position: ClosablePosition,
  quantity: Shares,
  at: Price,
  now: number,
): Closing {
  const { market } = position;
  const amount = notional(at, quantity, settlementCurrency(market), "floor");
  const { items, totalMinor } = fees({
    market,
    side: "sell",
    notionalMinor: amount,
    quantity,
    date: localDate(market, now),
  });
  const closedAfter = position.closed + quantity;
  const basis = position.cost + position.openFee;
  const basisClosed = minor(divide(basis * closedAfter, position.opened, "floor"));
  const basisOfPart = subtractMinor(basisClosed, position.basisClosed);
  const stampDuty = items.find(({ name }) => name === "stamp_duty")?.amountMinor ?? minor(0n);
  return {
    price: at,
    quantity,
    quantityLeft: shares(position.opened - closedAfter),
    amount,
    fee: totalMinor,
    stampDuty,
    feeItems: items,
    profit: minor(amount - totalMinor - basisOfPart),
    basisClosed,
  };
}

/** The average price of what was sold: `closeValue` is the sum of price × shares. */
export function averageSellPrice(closeValue: bigint, closed: Shares): Price | null {
  return closed > 0n ? price(divide(closeValue, closed, "floor")) : null;
}
