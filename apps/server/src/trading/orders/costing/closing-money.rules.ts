import {
  divide,
  minor,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Shares,
} from "@sanshi/money";
import { feesUnder, type FeeItem, type FeeSchedule } from "@sanshi/rulebook";

/** What of a held position decides on the money of closing it; the meanings are those of the table. */
export type HeldMoney = {
  market: MarketKey;
  side: "long" | "short";
  opened: Shares;
  closed: Shares;
  cost: Minor;
  openFee: Minor;
  basisClosed: Minor;
  marginLeft: Minor;
  borrowedLeft: Minor;
  collateralLeft: Minor;
};

/** What a closing order has filled before: shares, and price × shares as the venue gave it. */
export type OrderFilled = { quantity: Shares; value: bigint };

export const nothingClosed: OrderFilled = { quantity: shares(0n), value: 0n };

/** A part of a position that is closed, in money. */
export type ClosingPart = {
  quantity: Shares;
  quantityLeft: Shares;
  /** What a sale brings, rounded down; what buying back costs, rounded up. */
  amount: Minor;
  fee: Minor;
  /** Of the fee; the rest is the selling fee. */
  stampDuty: Minor;
  feeItems: readonly FeeItem[];
  interest: Minor;
  /** The part's share of the loan, which is paid back, of a short's margin and proceeds, which are freed. */
  repaid: Minor;
  freed: Minor;
  margin: Minor;
  /** What the customer gets of it all; below zero, what the position could not bear. */
  net: Minor;
  /** What closing brought more than opening took, every fee and the interest paid. */
  profit: Minor;
  /** Of what opening took, or brought a short, the running total up to this part. */
  basisClosed: Minor;
};

/**
 * What closing a part does. Loan, margin and collateral follow by its share of what is left, rounded
 * down, and the last part takes all that is left. The opening's cost and fee belong to the parts by
 * their shares of the whole; the sum over all parts is exact: each takes what the running total,
 * rounded down, has grown by.
 *
 * Fees are those of everything that the closing order has filled so far, less what it would have paid
 * before: an order in parts pays a minimum once, and meets a maximum as a whole.
 *
 * @param fill.value price × shares, as the venue gives it.
 * @param terms.interest what the part pays of what has accrued.
 * @param terms.fees those of the day of the fill.
 * @param terms.before what the same order has filled before, as the venue gave it.
 */
export function closingPart(
  held: HeldMoney,
  fill: { quantity: Shares; value: bigint },
  terms: { interest: Minor; fees: FeeSchedule; before: OrderFilled },
): ClosingPart {
  const { market, side } = held;
  const { quantity } = fill;
  const { interest, before } = terms;
  const unit = priceUnitsPerMinor(settlementCurrency(market));
  const amountOf = (value: bigint) =>
    minor(divide(value, unit, side === "long" ? "floor" : "ceiling"));
  const amount = amountOf(fill.value);
  const { items, fee } = feesOf(terms.fees, side, {
    before: { quantity: before.quantity, amount: amountOf(before.value) },
    after: {
      quantity: shares(before.quantity + quantity),
      amount: amountOf(before.value + fill.value),
    },
  });
  const shared = shareOf(held, quantity);
  const gross = side === "long" ? amount - shared.repaid : shared.freed - amount;
  const basisClosed = basisAfter(held, quantity);
  const basis = basisClosed - held.basisClosed;
  const gain = side === "long" ? amount - basis : basis - amount;
  return {
    quantity,
    quantityLeft: shares(leftOf(held) - quantity),
    amount,
    fee,
    stampDuty: items.find(({ name }) => name === "stamp_duty")?.amountMinor ?? minor(0n),
    feeItems: items,
    interest,
    ...shared,
    net: minor(gross - interest - fee),
    profit: minor(gain - interest - fee),
    basisClosed,
  };
}

type Filled = { quantity: Shares; amount: Minor };

/** The fees of what an order has filled, less those of what it had filled before. */
function feesOf(
  schedule: FeeSchedule,
  side: HeldMoney["side"],
  { before, after }: { before: Filled; after: Filled },
): { items: readonly FeeItem[]; fee: Minor } {
  const of = ({ quantity, amount }: Filled) =>
    feesUnder(schedule, {
      side: side === "long" ? "sell" : "buy",
      notionalMinor: amount,
      quantity,
    });
  const { items, totalMinor } = of(after);
  if (before.quantity === 0n) return { items, fee: totalMinor };
  const paid = of(before);
  return {
    items: items.map((item, index) => ({
      ...item,
      amountMinor: minor(item.amountMinor - (paid.items[index]?.amountMinor ?? 0n)),
    })),
    fee: minor(totalMinor - paid.totalMinor),
  };
}

/** Loan, margin and collateral of so many of the shares that are left. */
export function shareOf(
  held: Pick<HeldMoney, "opened" | "closed" | "borrowedLeft" | "collateralLeft" | "marginLeft">,
  quantity: Shares,
): Pick<ClosingPart, "repaid" | "freed" | "margin"> {
  const left = leftOf(held);
  const share = (whole: Minor): Minor => minor(divide(whole * quantity, left, "floor"));
  return {
    repaid: share(held.borrowedLeft),
    freed: share(held.collateralLeft),
    margin: share(held.marginLeft),
  };
}

/** A long's cost with its fee, a short's proceeds less its fee. */
function basisAfter(held: HeldMoney, quantity: Shares): Minor {
  const { side, cost, openFee, closed, opened } = held;
  const basis = side === "long" ? cost + openFee : cost - openFee;
  return minor(divide(basis * (closed + quantity), opened, "floor"));
}

function leftOf({ opened, closed }: Pick<HeldMoney, "opened" | "closed">): bigint {
  return opened - closed;
}
