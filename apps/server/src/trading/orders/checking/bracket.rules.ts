import { formatPrice, parsePrice, settlementCurrency, type Price } from "@sanshi/money";
import { isOnTick, tickSize, type LocalDate, ruleParams } from "@sanshi/rulebook";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import { object, priceMax, type Decision } from "./order-checks.rules.ts";

/** The prices at which a position is closed by itself, as typed; undefined is none. */
export type TypedBracket = { takeProfit?: string | undefined; stopLoss?: string | undefined };
export type Bracket = { takeProfit: Price | null; stopLoss: Price | null };

/**
 * What speaks against the bracket of a position. Both lie on the grid, one on each side of
 * `reference`: the price that the order opens at, or the market's of a position that is held.
 */
export function checkBracket(
  typed: TypedBracket,
  side: "long" | "short",
  reference: Price,
  instrument: Instrument,
  date: LocalDate,
): Decision<Bracket> {
  const takeProfit = checkExit(typed.takeProfit, "take_profit", instrument, date);
  if (!takeProfit.ok) return takeProfit;
  const stopLoss = checkExit(typed.stopLoss, "stop_loss", instrument, date);
  if (!stopLoss.ok) return stopLoss;
  const currency = settlementCurrency(instrument.market);
  const beside = { price: formatPrice(reference, currency), currency };
  const isGain = (at: Price) => (side === "long" ? at > reference : at < reference);
  const isLoss = (at: Price) => (side === "long" ? at < reference : at > reference);
  if (takeProfit.value !== null && !isGain(takeProfit.value)) {
    return object("take_profit_on_wrong_side", beside);
  }
  if (stopLoss.value !== null && !isLoss(stopLoss.value)) {
    return object("stop_loss_on_wrong_side", beside);
  }
  return { ok: true, value: { takeProfit: takeProfit.value, stopLoss: stopLoss.value } };
}

function checkExit(
  typed: string | undefined,
  field: "take_profit" | "stop_loss",
  { market, tickClass }: Instrument,
  date: LocalDate,
): Decision<Price | null> {
  if (typed === undefined) return { ok: true, value: null };
  const at = parsePrice(typed);
  if (typed.startsWith("-") || !/[1-9]/.test(typed)) {
    return object("exit_price_not_positive", { field });
  }
  if (at !== null && at <= priceMax && isOnTick(at, { market, tickClass, date })) {
    return { ok: true, value: at };
  }
  const near = at ?? parsePrice(typed.slice(0, typed.indexOf(".") + 1) + "0") ?? priceMax;
  const { tick, reference } = tickSize({ market, tickClass, date, price: near });
  const currency = settlementCurrency(market);
  return object("exit_price_not_on_tick", {
    field,
    tick: formatPrice(tick, currency),
    currency,
    ...ruleParams(reference),
  });
}
