import {
  stockFillsShownMax,
  type CallOutput,
  type Calls,
  type CheckedInput,
} from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency, type MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { fillsInStock, type StockFillRecord } from "./portfolio.store.ts";

type StockFills = CallOutput<Calls["/trade/fills"]>;
type FillPage = CallOutput<Calls["/trade/fill-records"]>;

/** What a chart marks: the customer's own fills in a stock, unadjusted, the newest first. */
export async function stockFills(
  { database, quotes }: Pick<Context, "database" | "quotes">,
  { customerId }: Customer,
  { type, code }: { type: MarketKey; code: string },
): Promise<StockFills> {
  const codes = quotes.codes(type, code);
  const wanted = { market: type, codes, limit: stockFillsShownMax };
  const fills = await fillsInStock(database.reader, customerId, wanted);
  return fills.map((fill) => onWire(fill, type));
}

/** All of them, page by page. */
export async function fillPage(
  { database, quotes }: Pick<Context, "database" | "quotes">,
  { customerId }: Customer,
  { type: market, code, cursor, limit }: CheckedInput<Calls["/trade/fill-records"]>,
): Promise<Outcome<FillPage>> {
  const behind = placeOf(cursor, "moment", "number", "count");
  if (behind === null) return refuse("invalid_request");
  const count = Number(limit);
  const wanted = { market, codes: quotes.codes(market, code), behind, limit: count + 1 };
  const found = await fillsInStock(database.reader, customerId, wanted);
  const shown = found.slice(0, count);
  const last = shown.at(-1);
  const more = found.length > count && last !== undefined;
  return accept({
    items: shown.map((fill) => onWire(fill, market)),
    next_cursor: more ? cursorOf(last.filled_microseconds, last.position_id, last.number) : null,
  });
}

function onWire(fill: StockFillRecord, market: MarketKey): StockFills[number] {
  const { position_id: positionId, number, side, price, quantity, traded_at: at } = fill;
  return {
    id: `${positionId}-${number}`,
    position_id: positionId.toString(),
    side,
    price: formatPrice(price, settlementCurrency(market)),
    quantity: formatShares(quantity),
    at: new Date(at).toISOString(),
  };
}
