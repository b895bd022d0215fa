import { formatPrice, formatShares, settlementCurrency, shares } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { returnFromSale } from "../../trading/positions/positions.ts";
import { findConsent, type ConsentRow } from "./consents.store.ts";
import type { StoredBlock } from "./offers.store.ts";
import { stockParams } from "./stock-params.ts";

/**
 * A customer's side of an offer. The position is held back until nothing more is sold of it; every step of the
 * settlement sells what it fills, as parts of one order. So whatever comes between the steps, the customer has sold
 * what others got.
 */

/** By whose consent it is sold, where a customer sells. */
export async function sellerOf(
  transaction: Transaction,
  { consent_id: consentId }: Pick<StoredBlock, "consent_id">,
): Promise<ConsentRow | null> {
  return consentId === null ? null : ((await findConsent(transaction, consentId)) ?? null);
}

type Held = StoredBlock & { seller_position_id: bigint };

/** Whether a customer's position is still held back for it. */
export function isHeldBack(offer: StoredBlock): offer is Held {
  const { seller_position_id: positionId, unsold_because: unsold } = offer;
  return positionId !== null && unsold === null && !isSoldAsAWhole(offer);
}

/**
 * Whether an older release sold a customer's shares at once, before it filled the applications: they are the
 * applicants' then, whatever becomes of the consent and of the market's price.
 */
export function isSoldAsAWhole(offer: StoredBlock): offer is StoredBlock & { sold_lots: number } {
  const { seller, sold_lots: sold, sale_order_id: orderId, unsold_because: unsold } = offer;
  return seller === "customer" && sold !== null && orderId === null && unsold === null;
}

/** Sells what a step fills, with the fees of an ordinary sale; what it has sold before was a part of the same one. */
export async function sellPart(
  context: Context,
  transaction: Transaction,
  offer: Held & { sale_order_id: bigint },
  part: { seller: ConsentRow; lots: number; lotsBefore: number; quote: Quote; at: number },
): Promise<"sold" | "has_none" | "behind"> {
  const { seller, quote, at } = part;
  const inShares = (lots: number) => shares(BigInt(lots) * offer.lot_size);
  return ordersOf(context).offAuction.close(transaction, {
    customerId: seller.customer_id,
    positionId: offer.seller_position_id,
    orderId: offer.sale_order_id,
    price: offer.price,
    quantity: inShares(part.lots),
    soldBefore: inShares(part.lotsBefore),
    quote,
    at,
  });
}

/** Nothing more is sold: the rest of the position is the customer's to sell again, who reads what was sold. */
export async function endSale(
  context: Pick<Context, "quotes">,
  transaction: Transaction,
  offer: Held,
  { seller, lots, at }: { seller: ConsentRow | null; lots: number; at: number },
): Promise<void> {
  const { seller_position_id: positionId, market, price, lot_size: lot } = offer;
  await returnFromSale(transaction, positionId, at);
  if (seller === null) return;
  const { customer_id: customerId } = seller;
  const to = { customerId, link: `/position/info?id=${positionId}` as const, at };
  const stock = stockParams(context, offer);
  if (lots === 0) {
    await sendMessages(transaction, [{ ...to, kind: "block_sale_returned", params: stock }]);
    return;
  }
  const currency = settlementCurrency(market);
  const params = {
    ...stock,
    wanted: formatShares(seller.quantity),
    quantity: formatShares(shares(BigInt(lots) * lot)),
    price: formatPrice(price, currency),
    currency,
  };
  await sendMessages(transaction, [{ ...to, kind: "block_sale_sold", params }]);
}
