import { iso, type CallOutput, type Calls } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShareRatio,
  formatShares,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import * as store from "./stock-ends.store.ts";

/** The receipts of a position's settlement, as the contract has them. */
export async function endReceiptsOf(
  reader: Reader,
  positionId: bigint,
  market: MarketKey,
): Promise<CallOutput<Calls["/trade/position"]>["settlements"]> {
  const currency = settlementCurrency(market);
  return (await store.receiptsOf(reader, positionId)).map((row) => ({
    at: iso(row.settled_at),
    kind: row.kind,
    last_trading_day: row.last_trading_day,
    price_of: row.price_of ?? row.last_trading_day,
    document_address: row.document_address,
    quantity: formatShares(row.quantity),
    price: formatPrice(row.price, currency),
  }));
}

/** What a position was exchanged for at a merger, or out of which one it goes on. */
export async function exchangeReceiptsOf(
  { quotes }: Pick<Context, "quotes">,
  reader: Reader,
  positionId: bigint,
): Promise<CallOutput<Calls["/trade/position"]>["exchanges"]> {
  return (await store.exchangesOf(reader, positionId)).map((row) => {
    const currency = settlementCurrency(row.market);
    const priced = (at: Price | null) => (at === null ? null : formatPrice(at, currency));
    return {
      at: iso(row.exchanged_at),
      position_id: row.position_id.toString(),
      new_position_id: row.new_position_id?.toString() ?? null,
      code: row.code,
      quantity: formatShares(row.quantity),
      received: formatShares(row.received),
      cash: formatMinor(row.cash, currency),
      target: shownTarget({ quotes }, row),
      cash_per_share: priced(row.cash_price),
      fraction_price: priced(row.target_price),
      price_of: row.price_of,
      document_address: row.document_address,
    };
  });
}

/** The shares that a merger pays in; null of any other end. */
export function shownTarget({ quotes }: Pick<Context, "quotes">, row: TargetTerms) {
  const {
    market,
    target_code: code,
    ratio_numerator: numerator,
    ratio_denominator: denominator,
  } = row;
  if (code === null || numerator === null || denominator === null) return null;
  const names = quotes.names(market, code);
  return { code, names, ratio: formatShareRatio({ numerator, denominator }) };
}

type TargetTerms = Pick<
  store.StoredEnd,
  "market" | "target_code" | "ratio_numerator" | "ratio_denominator"
>;
