import {
  divide,
  minor,
  parseShares,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { carryOverCharge, dayPremiumRate, intradayFees, premiumCharge } from "@sanshi/rulebook";
import { type Context } from "../../context.ts";
import { type Transaction } from "../../platform/sql/database.ts";
import { chargeWithInterest } from "../../trading/positions/positions.ts";
import { sharePoolsOf } from "../../trading/share-pool/share-pool.ts";
import * as store from "./intraday.store.ts";
import { type StoredTrade } from "./intraday.store.ts";

type Stock = { market: MarketKey; code: string };

/** What it costs beside fees, by the day's terms and the pool as it is now: fixed as it is applied for. */
export async function ratesOf(
  context: Context,
  { market, code, side }: Stock & { side: "long" | "short" },
  quantity: string,
  date: string,
): Promise<{ premiumRate: number; carryOverRate: number }> {
  const carryOverRate = intradayFees(date).carryOverBasisPoints;
  if (side === "long") return { premiumRate: 0, carryOverRate };
  const own = parseShares(quantity) ?? shares(0n);
  const pool = await sharePoolsOf(context).of(market, code);
  return { premiumRate: dayPremiumRate(market, date, pool, own), carryOverRate };
}

type Charged = { positionId: bigint; kind: store.ChargeKind; date: string; at: number };

/** Adds a day's premium, or the fee for carrying over, to what the position pays as it is closed. */
export async function charge(
  transaction: Transaction,
  trade: Pick<StoredTrade, "id" | "market" | "premium_rate" | "carry_over_rate">,
  { positionId, kind, date, at }: Charged,
): Promise<void> {
  const { id: tradeId, market } = trade;
  const rate = kind === "premium" ? trade.premium_rate : trade.carry_over_rate;
  const opened = rate === 0 ? undefined : await store.lockOpened(transaction, positionId);
  if (opened === undefined) return;
  const perMinor = priceUnitsPerMinor(settlementCurrency(market));
  const value = minor(divide(opened.cost, perMinor, "floor"));
  const reckoned =
    kind === "premium"
      ? premiumCharge(market, date, value, rate)
      : carryOverCharge(market, date, value, rate);
  if (await chargeWithInterest(transaction, { positionId, units: reckoned.units }))
    await store.insertCharge(transaction, { tradeId, kind, ...reckoned, at });
}
