import type { HeldStock } from "@sanshi/contract";
import {
  divide,
  formatMinor,
  minor,
  notional,
  parseMinor,
  parsePrice,
  parseShares,
  settlementCurrency,
  zeroMinor,
  type Minor,
  type Shares,
} from "@sanshi/money";
import { feesUnder, type FeeSchedule } from "@sanshi/rulebook";
import { percentOf } from "./valuation.ts";

export type CloseEstimate = {
  /** What the shares fetch, or cost to buy back, before fees. */
  value: string;
  fee: string;
  /** The part's margin and what it was sold for, which a short gets back first; "0" of a long. */
  freed: string;
  /** The part's loan, which is paid back first, and its interest; "0" without. */
  repaid: string;
  interest: string;
  /** What comes back to the customer; below zero, what the position could not bear. */
  received: string;
  /** Less every fee, the opening's included, and the interest. */
  profit: string;
  percent: string;
  /** The part of the opening's fee that belongs to these shares. */
  buyFee: string;
};

type Closed = Pick<
  HeldStock,
  | "type"
  | "side"
  | "buy_price"
  | "buy_fee"
  | "quantity_opened"
  | "quantity_closed"
  | "margin"
  | "borrowed"
  | "interest"
>;

/**
 * What closing `quantity` shares at `at` would bring, by the day's fees; rounded as the server rounds a
 * fill. An estimate all the same: the fill's price decides. Null where the price or the quantity is
 * missing, and until the fees are known.
 */
export function estimateClose(
  position: Closed,
  quantity: Shares,
  at: string,
  schedule: FeeSchedule | null,
): CloseEstimate | null {
  const { type: market, side } = position;
  const currency = settlementCurrency(market);
  const fillPrice = parsePrice(at);
  const part = partOf(position, quantity);
  if (fillPrice === null || fillPrice <= 0n || part === null || schedule === null) return null;
  const isLong = side === "long";
  const value = notional(fillPrice, quantity, currency, isLong ? "floor" : "ceiling");
  const { totalMinor: fee } = feesUnder(schedule, {
    side: isLong ? "sell" : "buy",
    notionalMinor: value,
    quantity,
  });
  const gross = isLong ? value - part.repaid : part.freed - value;
  const gain = isLong ? value - part.basis : part.basis - value;
  const profit = minor(gain - part.interest - fee);
  const shown = (amount: bigint) => formatMinor(minor(amount), currency);
  return {
    value: shown(value),
    fee: shown(fee),
    freed: shown(part.freed),
    repaid: shown(part.repaid),
    interest: shown(part.interest),
    received: shown(gross - part.interest - fee),
    profit: shown(profit),
    percent: percentOf(profit, part.cost),
    buyFee: shown(part.buyFee),
  };
}

/** Whether there is a price and a quantity to close at, the fees known or not. */
export function isPriced(position: Closed, quantity: Shares, at: string): boolean {
  return (parsePrice(at) ?? 0n) > 0n && partOf(position, quantity) !== null;
}

type Part = Record<"basis" | "cost" | "buyFee" | "repaid" | "freed" | "interest", bigint>;

/**
 * The part's share of what opening took, by the whole, and of loan, collateral and interest, by what
 * is left of them; rounded down as running totals are.
 */
function partOf(position: Closed, quantity: Shares): Part | null {
  const currency = settlementCurrency(position.type);
  const openPrice = parsePrice(position.buy_price);
  const opened = parseShares(position.quantity_opened);
  const closed = parseShares(position.quantity_closed);
  if (openPrice === null || opened === null || closed === null) return null;
  const left = opened - closed;
  if (quantity <= 0n || quantity > left) return null;
  const money = (text: string): Minor => parseMinor(text, currency) ?? zeroMinor;
  const isLong = position.side === "long";
  const fee = money(position.buy_fee);
  // A sale's proceeds are rounded down, a purchase's cost up.
  const cost = notional(openPrice, opened, currency, isLong ? "ceiling" : "floor");
  const ofWhole = (total: bigint) =>
    divide(total * (closed + quantity), opened, "floor") - divide(total * closed, opened, "floor");
  const ofLeft = (total: bigint) => divide(total * quantity, left, "floor");
  const [margin, borrowed] = [money(position.margin), money(position.borrowed)];
  return {
    basis: ofWhole(isLong ? cost + fee : cost - fee),
    cost: ofWhole(cost),
    buyFee: ofWhole(fee),
    repaid: isLong ? ofLeft(borrowed) : 0n,
    // A short's collateral is its margin and what it was sold for: margin and the rest of that.
    freed: isLong ? 0n : ofLeft(margin + margin + borrowed),
    interest: ofLeft(money(position.interest)),
  };
}
