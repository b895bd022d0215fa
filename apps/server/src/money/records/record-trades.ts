import type { FundRecord } from "@sanshi/contract";
import { formatMinor, formatPrice, formatShares, settlementCurrency } from "@sanshi/money";
import { isOfExtendedHours } from "../../market-feed/market-feed.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { joinedFills, type Entry } from "./records.rules.ts";
import * as store from "./records.store.ts";

export type RecordEntry = Omit<Entry, "leads" | "version">;

/** A fill and its transfer are of one moment. */
export async function fillsOf(
  reader: Reader,
  trades: readonly RecordEntry[],
): Promise<Map<string, store.RecordedFill[]>> {
  const filled = trades.filter(({ kind }) => fillsWith(kind) !== null);
  if (filled.length === 0) return new Map();
  const moments = filled.map(({ happened_at: at }) => at);
  const found = await store.fillsBetween(
    reader,
    filled.map(({ cause_id: id }) => id),
    { from: Math.min(...moments), to: Math.max(...moments) },
  );
  return Map.groupBy(found, ({ position_id: id, at, opens }) => `${id} ${at} ${opens}`);
}

/** Whether a kind of transfer opens with its fills, or closes; null of one without fills. */
function fillsWith(kind: string): "opens" | "closes" | null {
  if (kind === "order_filled") return "opens";
  return kind === "position_closed" || kind === "stock_end_settled" ? "closes" : null;
}

export function tradeOf(
  { kind, cause_id: id, happened_at: at }: RecordEntry,
  { market }: store.TradedPosition,
  fills: ReadonlyMap<string, readonly store.RecordedFill[]>,
): FundRecord["trade"] {
  const own = fills.get(`${id} ${at} ${fillsWith(kind) === "opens"}`) ?? [];
  const joined = joinedFills(own);
  if (fillsWith(kind) === null || joined === null) return null;
  const currency = settlementCurrency(market);
  return {
    quantity: formatShares(joined.quantity),
    price: formatPrice(joined.price, currency),
    fee: formatMinor(joined.fee, currency),
    ...(own.every(isOfExtendedHours) && { hours: "extended" as const }),
  };
}

/** By the name under which they were offered; they have no position before they are listed. */
export function offeredStock(
  offering: store.PaidOffering | undefined,
): Pick<FundRecord, "order_number" | "stock"> {
  if (offering === undefined) return { order_number: null, stock: null };
  const { number, market: type, code, names } = offering;
  return { order_number: number, stock: { type, code, names, side: "long" } };
}
