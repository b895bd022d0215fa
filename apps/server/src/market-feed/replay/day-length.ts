import { hourMs } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { tradingHours } from "@sanshi/rulebook";

/** The length of a day's bar: from its opening to its close, by the rulebook or the usual hours. */
export function dayLengthMs(market: MarketKey, date: string): number {
  const hours = tradingHours(market, date, "exchange");
  return hours === null ? usualLengthMs[market] : hours.closesAt - hours.opensAt;
}

const usualLengthMs = { jpy: 6 * hourMs, usd: 6.5 * hourMs, cny: 5.5 * hourMs };
