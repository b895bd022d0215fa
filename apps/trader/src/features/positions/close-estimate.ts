import type { HeldStock } from "@sanshi/contract";
import {
  divide,
  formatMinor,
  minor,
  multiplyDivide,
  notional,
  parseMinor,
  parsePrice,
  parseShares,
  settlementCurrency,
  zeroMinor,
  type Shares,
} from "@sanshi/money";
import { fees, localDate } from "@sanshi/rulebook";
import { percentOf } from "./valuation.ts";

export type CloseEstimate = {
  /** What the shares fetch, before fees. */
  value: string;
  fee: string;
  /** Value less fees; less what leverage borrowed. */
  received: string;
  /** Less every fee, the purchase's included. */
  profit: string;
  percent: string;
  /** The part of the purchase fee that belongs to these shares. */
  buyFee: string;
};

type Closed = Pick<
  HeldStock,
  "type" | "side" | "leverage" | "buy_price" | "buy_fee" | "quantity_opened" | "quantity_closed"
>;

/**
 * What closing `quantity` shares at `at` would bring, with the market's fees of the day of `nowMs`;
 * rounded as the server rounds a fill. An estimate all the same: the fill's price decides. Null where
 * the price or the quantity is missing.
 */
export function estimateClose(
  position: Closed,
  quantity: Shares,
  at: string,
  nowMs: number,
): CloseEstimate | null {
  const currency = settlementCurrency(position.type);
  const fillPrice = parsePrice(at);
  const basis = basisOfPart(position, quantity);
  if (fillPrice === null || fillPrice <= 0n || basis === null) return null;
  const long = position.side === "long";
  const value = notional(fillPrice, quantity, currency, long ? "floor" : "ceiling");
  const { totalMinor: fee } = fees({
    market: position.type,
    side: long ? "sell" : "buy",
    notionalMinor: value,
    quantity,
    date: localDate(position.type, nowMs),
  });
  const gain = long ? value - basis.cost : basis.cost - value;
  const profit = minor(gain - fee - basis.buyFee);
  const leverage = BigInt(position.leverage);
  const margin = multiplyDivide(basis.cost, 1n, leverage, "ceiling");
  return {
    value: formatMinor(value, currency),
    fee: formatMinor(fee, currency),
    received: formatMinor(minor(margin + gain - fee), currency),
    profit: formatMinor(profit, currency),
    percent: percentOf(profit, basis.cost),
    buyFee: formatMinor(minor(basis.buyFee), currency),
  };
}

/** Cost and purchase fee of a part: what the running total, rounded down, grows by. */
function basisOfPart(position: Closed, quantity: Shares): { cost: bigint; buyFee: bigint } | null {
  const currency = settlementCurrency(position.type);
  const buyPrice = parsePrice(position.buy_price);
  const opened = parseShares(position.quantity_opened);
  const closed = parseShares(position.quantity_closed);
  if (buyPrice === null || opened === null || closed === null) return null;
  if (quantity <= 0n || closed + quantity > opened) return null;
  const cost = notional(buyPrice, opened, currency, "ceiling");
  const fee = parseMinor(position.buy_fee, currency) ?? zeroMinor;
  const upTo = (total: bigint, count: bigint) => divide(total * count, opened, "floor");
  const part = upTo(cost + fee, closed + quantity) - upTo(cost + fee, closed);
  const buyFee = upTo(fee, closed + quantity) - upTo(fee, closed);
  return { cost: part - buyFee, buyFee };
}
