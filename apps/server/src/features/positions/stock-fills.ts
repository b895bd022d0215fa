import { stockFillsShownMax, type CallOutput, type Calls } from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency, type MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { fillsInStock } from "./positions.store.ts";

/** What a chart marks: the customer's own fills in a stock, unadjusted, the newest first. */
export async function stockFills(
  { database }: Pick<Context, "database">,
  { customerId }: Customer,
  { type, code }: { type: MarketKey; code: string },
): Promise<CallOutput<Calls["/trade/fills"]>> {
  const wanted = { market: type, code, limit: stockFillsShownMax };
  const fills = await fillsInStock(database.reader, customerId, wanted);
  return fills.map(({ position_id: positionId, number, side, price, quantity, filled_at: at }) => ({
    id: `${positionId}-${number}`,
    position_id: positionId.toString(),
    side,
    price: formatPrice(price, settlementCurrency(type)),
    quantity: formatShares(quantity),
    at: new Date(at).toISOString(),
  }));
}
