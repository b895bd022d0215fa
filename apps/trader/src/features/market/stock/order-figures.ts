import {
  addMinor,
  divide,
  formatMinor,
  minor,
  parseMinor,
  parsePrice,
  priceScale,
  settlementCurrency,
} from "@sanshi/money";
import type { OrderPreview, Side, Ticket } from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";

/** What a day costs: interest on the loan, or for borrowing the shares that were sold. Null where nothing. */
export function dailyInterest(
  stock: Pick<StockDetail, "type">,
  side: Side,
  preview: Pick<OrderPreview, "amount" | "borrowed" | "interest_rate">,
  dayCount: number,
): string | null {
  const currency = settlementCurrency(stock.type);
  const principal = parseMinor(side === "long" ? preview.borrowed : preview.amount, currency);
  const rate = parsePrice(preview.interest_rate);
  if (principal === null || rate === null || principal <= 0n || rate <= 0n) return null;
  const perYear = 100n * BigInt(priceScale) * BigInt(dayCount);
  return formatMinor(minor(divide(principal * rate, perYear, "half_up")), currency);
}

/**
 * The most that an order can lose: of a purchase everything that its shares cost, borrowed money and fees
 * included, as a price falls no lower than zero. Null of a short: a price can rise without end.
 */
export function mostLost(
  stock: Pick<StockDetail, "type">,
  side: Side,
  preview: Pick<OrderPreview, "amount" | "fee">,
): string | null {
  const currency = settlementCurrency(stock.type);
  const amount = parseMinor(preview.amount, currency);
  const fee = parseMinor(preview.fee, currency);
  if (side === "short" || amount === null || fee === null) return null;
  return formatMinor(addMinor(amount, fee), currency);
}

/** How far a price is from another, in per cent with one decimal; null without either. */
export function distanceOf(price: string | null, from: string): string | null {
  const to = Number(price);
  const base = Number(from);
  if (price === null || !Number.isFinite(to) || !(base > 0)) return null;
  return (((to - base) / base) * 100).toFixed(1);
}

/**
 * Whether more is held than the stop price times the quantity: a stop order to buy fills at the market,
 * which may be dearer by then.
 */
export function holdsRoom(
  { kind, side }: Pick<Ticket, "kind" | "side">,
  preview: Pick<OrderPreview, "quantity_filled">,
): boolean {
  return (
    (kind === "stop" || kind === "oco") && side === "long" && Number(preview.quantity_filled) === 0
  );
}

/**
 * Whether a preview goes by an older quote than the one above it. What waits for its stop does not depend on
 * today's quote.
 */
export function isBehind(
  { kind }: Pick<Ticket, "kind">,
  preview: Pick<OrderPreview, "quote_at"> | undefined,
  live: { at: number },
): boolean {
  const follows = kind === "market" || kind === "limit";
  return follows && preview !== undefined && Date.parse(preview.quote_at) < live.at;
}

/** How much of an order the quote's levels would fill at once. */
export function isFilledInPart(preview: Pick<OrderPreview, "quantity_filled">, quantity: string) {
  const filled = Number(preview.quantity_filled);
  return filled > 0 && filled < Number(quantity);
}
