import { minuteMs, sellLockMinutes } from "@sanshi/contract";
import {
  minor,
  negateMinor,
  settlementCurrency,
  type MarketKey,
  type Price,
  type Shares,
} from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { postTransfer } from "../../../ledger/ledger.ts";
import type { Quote } from "../../../market-feed/market-feed.ts";
import { publishWith } from "../../../platform/customer-events.ts";
import type { Transaction } from "../../../platform/sql/database.ts";
import { beginAllotted } from "../../positions/positions.ts";
import { feeItemsOnWire } from "../answering/order-answers.ts";
import { askedAt, type ClosingOrder } from "../changing/closing-orders.ts";
import { closed } from "../changing/position-changes.ts";
import { sharesLeft } from "../changing/stored-money.ts";
import { nothingFilled, openingPart, type OpeningPart } from "../costing/opening-money.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { insertFirstFill } from "../storing/off-auction.store.ts";
import { writeChange } from "../storing/changes.store.ts";
import { fillQuote } from "../storing/openings.store.ts";
import { loadPosition } from "../storing/positions.store.ts";

/**
 * Shares that change hands outside the auction, at a price that was published before: the same positions, fills
 * and postings as an order's, and the quote of the moment is kept beside the price.
 */

/** A purchase at one price; the fees are those of the day `feesAt` falls on. */
export type OffAuctionCost = {
  market: MarketKey;
  code: string;
  price: Price;
  quantity: Shares;
  feesAt: number;
};

export function costOffAuction(
  { fees }: Pick<OrderServices, "fees">,
  { market, code, price, quantity, feesAt }: OffAuctionCost,
): OpeningPart {
  const terms = {
    market,
    side: "long" as const,
    leverage: 1,
    quantity,
    limit: price,
    reservedAt: price,
    fees: fees.of({ market, code }, localDate(market, feesAt)),
  };
  return openingPart(terms, nothingFilled, { quantity, value: price * quantity });
}

/** Of a position, or of a sale. */
export async function offAuctionId({ ids }: Pick<OrderServices, "ids">): Promise<bigint> {
  const [id] = await ids.take(1);
  if (id === undefined) throw new Error("there are no ids left");
  return id;
}

export type OffAuctionPurchase = OffAuctionCost & {
  customerId: bigint;
  code: string;
  quote: Quote;
  at: number;
  /** Until then it is locked; a moment that is over locks nothing. */
  lockedUntil: number;
};

/** Pays from the available money and answers the id of the position that is there now. */
export async function openOffAuction(
  services: OrderServices,
  transaction: Transaction,
  purchase: OffAuctionPurchase,
): Promise<bigint> {
  const { customerId, market, code, price, quantity, at, lockedUntil } = purchase;
  const currency = settlementCurrency(market);
  await services.accounts.load([customerId]);
  const accounts = services.accounts.of(customerId, market);
  const id = await offAuctionId(services);
  const { amount, fee, feeItems } = costOffAuction(services, purchase);
  const sellableAt = Math.max(lockedUntil, at + sellLockMinutes * minuteMs);
  const bought = { id, customerId, market, code, quantity, price, cost: amount, fee, sellableAt };
  await beginAllotted(transaction, [{ ...bought, isLocked: lockedUntil > at }], at);
  const items = JSON.stringify(feeItemsOnWire(feeItems, currency));
  const fill = { side: "buy" as const, price, quantity, amount, fee, feeItems: items };
  await insertFirstFill(transaction, id, { ...fill, quote: fillQuote(purchase.quote) }, at);
  const paid = minor(amount + fee);
  await postTransfer(transaction, {
    kind: "order_filled",
    causeId: id,
    happenedAt: at,
    currency,
    entries: [
      { accountId: accounts.available, amount: negateMinor(paid) },
      { accountId: accounts.market, amount },
      ...(fee > 0n ? [{ accountId: accounts.fees, amount: fee }] : []),
    ],
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
  return id;
}

export type OffAuctionSale = {
  customerId: bigint;
  positionId: bigint;
  /** Of the whole sale, of which this may be a part. */
  orderId: bigint;
  price: Price;
  quantity: Shares;
  /** What was sold of it before, at the same price: a sale in parts pays what it would pay at once. */
  soldBefore: Shares;
  quote: Quote;
  at: number;
};

/**
 * Sells of a position that is held back for it, which it stays. Nothing is sold where it has not so many shares any
 * more, or while a split or dividend has not reached it.
 */
export async function closeOffAuction(
  services: OrderServices,
  transaction: Transaction,
  sale: OffAuctionSale,
): Promise<"sold" | "has_none" | "behind"> {
  const { customerId, positionId, orderId, price, quantity, soldBefore, quote } = sale;
  await services.accounts.load([customerId]);
  const stored = await loadPosition(transaction, { customerId, positionId });
  if (stored?.status !== "locked" || sharesLeft(stored) < quantity) return "has_none";
  if (stored.is_behind) return "behind";
  const order: ClosingOrder = {
    id: orderId,
    working: null,
    before: { quantity: soldBefore, value: price * soldBefore },
    asked: askedAt(price),
    quantity,
    limit: price,
    reason: null,
    triggers: false,
  };
  const slices = [{ price, quantity }];
  const match = { quantity, price, value: price * quantity, slices, hasCounterparty: true };
  const filling = { quote, match, now: stored.now, fees: services.fees };
  const accounts = services.accounts.of(customerId, stored.market);
  const { change } = closed(stored, order, filling, accounts);
  const status = change.ends ? change.to.status : ("locked" as const);
  const kept = { ...change, to: { ...change.to, status } };
  const row = { customerId, request: null, answer: null, change: kept, notice: null };
  if (!(await writeChange(transaction, row))) {
    throw new Error(`the position ${positionId} changed while it was held back`);
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
  return "sold";
}
