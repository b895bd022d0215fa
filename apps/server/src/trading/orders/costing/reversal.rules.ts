import {
  divide,
  minor,
  notional,
  price,
  settlementCurrency,
  shares,
  zeroMinor,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { feesUnder, type FeeSchedule } from "@sanshi/rulebook";

/**
 * What becomes of a position that was paid in full when a venue busts a trade of it, or corrects it: the trade
 * with the other sign, and what counts in its place. What was sold already, or works to be sold, is not claimed
 * from a customer: the house makes those shares good (decision 0059).
 */

/** The figures of a long position without a loan; the meanings are those of the table. */
export type ReversibleFigures = {
  opened: Shares;
  closed: Shares;
  openPrice: Price;
  /** Price times shares of everything that opened it. */
  openValue: bigint;
  closeValue: bigint;
  cost: Minor;
  openFee: Minor;
  proceeds: Minor;
  closeFee: Minor;
  stampDuty: Minor;
  basisClosed: Minor;
  interestPaid: Minor;
  realised: Minor;
  closingShares: Shares;
};

export type BookedFee = { readonly name: string; readonly amountMinor: Minor };

export type BookedFill = {
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  feeItems: readonly BookedFee[];
  profit: Minor | null;
};

export type Reversal = {
  /** With the other sign. */
  taken: BookedFill;
  /** What counts in its place; null where nothing does. */
  placed: BookedFill | null;
  madeGood: Shares;
  to: Omit<ReversibleFigures, "interestPaid" | "closingShares"> & {
    margin: Minor;
    marginLeft: Minor;
  };
  /** What the customer gets of it; below zero, what is busted. */
  net: Minor;
  /** What the house's accounts get. */
  market: Minor;
  fees: Minor;
};

/** What the same order has filled beside the trade; closings of several openings are one. */
export type OrderBeside = { quantity: Shares; amount: Minor };

export function reversalOf(
  market: MarketKey,
  held: ReversibleFigures,
  fill: BookedFill,
  correction: { quantity: Shares; price: Price } | null,
  terms: {
    fees: FeeSchedule;
    beside: OrderBeside;
    /** Of all trades of the order, this one among them. */
    paid: readonly BookedFee[];
  },
): Reversal {
  const opens = fill.side === "buy";
  const free = held.opened - held.closed - held.closingShares;
  const wanted = correction?.quantity ?? 0n;
  const fewer = fill.quantity - wanted;
  const madeGood = shares(opens && fewer > free ? fewer - free : 0n);
  const at = correction?.price ?? fill.price;
  const placed = placedOf(market, fill.side, { quantity: shares(wanted + madeGood), at }, terms);
  const back = feesBack(fill, terms);
  const stampOf = ({ feeItems }: BookedFill) =>
    feeItems.find(({ name }) => name === "stamp_duty")?.amountMinor ?? 0n;
  const more = (figure: (one: BookedFill) => bigint) =>
    (placed === null ? 0n : figure(placed)) - figure({ ...fill, ...back });
  const quantity = more((one) => one.quantity);
  const value = more((one) => one.price * one.quantity);
  const amount = more((one) => one.amount);
  const fee = more((one) => one.fee);
  const stamp = more(stampOf);
  const opened = shares(held.opened + (opens ? quantity : 0n));
  const closed = shares(held.closed + (opens ? 0n : quantity));
  const openValue = opened === 0n ? 0n : held.openValue + (opens ? value : 0n);
  const cost = minor(held.cost + (opens ? amount : 0n));
  const openFee = minor(held.openFee + (opens ? fee : 0n));
  const proceeds = minor(held.proceeds + (opens ? 0n : amount));
  const stampDuty = minor(held.stampDuty + (opens ? 0n : stamp));
  const closeFee = minor(held.closeFee + (opens ? 0n : fee - stamp));
  const share = (whole: bigint) => (opened === 0n ? 0n : divide(whole * closed, opened, "floor"));
  const basisClosed = minor(share(cost + openFee));
  const realised = minor(proceeds - basisClosed - closeFee - stampDuty - held.interestPaid);
  const gained = minor(realised - held.realised);
  return {
    taken: negated({ ...fill, ...back }, profitTaken(fill, placed, gained)),
    placed:
      placed === null
        ? null
        : { ...placed, profit: opens ? null : minor((fill.profit ?? 0n) + gained) },
    madeGood,
    to: {
      opened,
      closed,
      openPrice: opened === 0n ? held.openPrice : price(divide(openValue, opened, "half_up")),
      openValue,
      closeValue: held.closeValue + (opens ? 0n : value),
      cost,
      openFee,
      proceeds,
      closeFee,
      stampDuty,
      basisClosed,
      realised,
      margin: cost,
      marginLeft: minor(cost - share(cost)),
    },
    net: minor(opens ? -(amount + fee) : amount - fee),
    market: minor(opens ? amount : -amount),
    fees: minor(fee),
  };
}

/** At the venue's price, with the fees that the order would have paid for all of it, less those for the rest. */
function placedOf(
  market: MarketKey,
  side: BookedFill["side"],
  { quantity, at }: { quantity: Shares; at: Price },
  { fees, beside }: { fees: FeeSchedule; beside: OrderBeside },
): BookedFill | null {
  if (quantity === 0n) return null;
  const currency = settlementCurrency(market);
  const amount = notional(at, quantity, currency, side === "buy" ? "ceiling" : "floor");
  const feesOf = (one: OrderBeside) =>
    feesUnder(fees, { side, notionalMinor: one.amount, quantity: one.quantity });
  const whole = feesOf({
    quantity: shares(beside.quantity + quantity),
    amount: minor(beside.amount + amount),
  });
  const before = beside.quantity === 0n ? null : feesOf(beside);
  const feeItems = whole.items.map((item, index) => {
    const paid = before?.items[index]?.amountMinor ?? 0n;
    return { ...item, amountMinor: minor(item.amountMinor > paid ? item.amountMinor - paid : 0n) };
  });
  const fee = minor(feeItems.reduce((sum, { amountMinor }) => sum + amountMinor, 0n));
  return { side, price: at, quantity, amount, fee, feeItems, profit: null };
}

/**
 * One order pays one commission: what comes back with a trade is what the order has paid beyond what the rest of it
 * costs. A minimum that the trade had paid stays for the rest, and beyond a maximum nothing comes back.
 */
function feesBack(
  { side }: BookedFill,
  { fees, beside, paid }: { fees: FeeSchedule; beside: OrderBeside; paid: readonly BookedFee[] },
): Pick<BookedFill, "fee" | "feeItems"> {
  const { quantity, amount: notionalMinor } = beside;
  const due = quantity === 0n ? [] : feesUnder(fees, { side, notionalMinor, quantity }).items;
  const feeItems = paid.map(({ name, amountMinor }) => {
    const kept = due.find((item) => item.name === name)?.amountMinor ?? 0n;
    return { name, amountMinor: minor(amountMinor > kept ? amountMinor - kept : 0n) };
  });
  return { feeItems, fee: minor(feeItems.reduce((sum, item) => sum + item.amountMinor, 0n)) };
}

/** All profits of a position add up to what it has realised; a purchase has none, unless earlier sales change. */
function profitTaken(fill: BookedFill, placed: BookedFill | null, gained: Minor): Minor | null {
  if (fill.side === "sell") return placed === null ? gained : minor(-(fill.profit ?? zeroMinor));
  return gained === 0n ? null : gained;
}

function negated(fill: BookedFill, profit: Minor | null): BookedFill {
  return {
    ...fill,
    quantity: shares(-fill.quantity),
    amount: minor(-fill.amount),
    fee: minor(-fill.fee),
    feeItems: fill.feeItems.map((item) => ({ ...item, amountMinor: minor(-item.amountMinor) })),
    profit,
  };
}
