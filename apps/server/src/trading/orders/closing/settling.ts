import { shares, type Minor, type Price, type Shares } from "@sanshi/money";
import { accruedUntil, localDate } from "@sanshi/rulebook";
import type { Transaction } from "../../../platform/sql/database.ts";
import { askedAt, type ClosingOrder } from "../changing/closing-orders.ts";
import { closed } from "../changing/position-changes.ts";
import { bearing, sharesLeft } from "../changing/stored-money.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { writeChange } from "../storing/changes.store.ts";
import { loadPosition } from "../storing/positions.store.ts";

export type SettledHolding = {
  number: number;
  side: "long" | "short";
  quantity: Shares;
  /** What was realised by it. */
  profit: Minor;
  /** What the customer owed before it, below zero. */
  shortfallBefore: Minor;
};

/**
 * Closes all that is left of a position of a stock that has ended, at its published price and without a fee, in the
 * caller's transaction. Interest is paid up to the moment of the end. Null, and nothing changed, where nothing is
 * left, an order still works on it or a split has not reached it: then the caller looks again.
 */
export async function settleHolding(
  { accounts: book, context }: OrderServices,
  transaction: Transaction,
  settlement: { customerId: bigint; positionId: bigint; price: Price; endedAt: number },
): Promise<SettledHolding | null> {
  const { customerId, price, endedAt } = settlement;
  await book.load([customerId]);
  const stored = await loadPosition(transaction, settlement);
  if (stored === undefined || stored.is_behind || stored.opening_works) return null;
  const quantity = shares(sharesLeft(stored));
  if (stored.closings.length > 0 || quantity === 0n) return null;
  const order: ClosingOrder = {
    id: stored.id,
    working: null,
    quantity,
    limit: price,
    asked: askedAt(price),
    triggers: false,
    reason: "stock_end",
  };
  const slices = [{ price, quantity }];
  const match = { quantity, price, value: price * quantity, slices, hasCounterparty: true };
  const shown = context.quotes.get(stored.market, stored.code);
  const { feed, sequence, at } = shown ?? { feed: context.feed.name, sequence: 0n, at: endedAt };
  const quote = { feed, sequence, at, bid: price, ask: price };
  const fees = { of: () => [] };
  const accounts = book.of(customerId, stored.market);
  // Days that have passed since the end bear nothing, whether they are reckoned already or not.
  const lastMoment = endedAt - 1;
  const accrued = accruedUntil(bearing(stored), localDate(stored.market, lastMoment));
  const atEnd = {
    ...stored,
    interest_units: accrued.interestUnits,
    interest_through: accrued.interestThrough,
  };
  const filling = { quote, match, now: lastMoment, fees };
  const { change, part } = closed(atEnd, order, filling, accounts);
  const row = { customerId, request: null, answer: null, change, notice: null };
  if (!(await writeChange(transaction, row))) return null;
  return {
    number: stored.revision + 1,
    side: stored.side,
    quantity,
    profit: part.profit,
    shortfallBefore: stored.shortfall,
  };
}
