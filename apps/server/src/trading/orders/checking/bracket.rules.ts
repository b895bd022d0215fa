import {
  formatPrice,
  formatShares,
  parsePrice,
  settlementCurrency,
  type Price,
  type Shares,
} from "@sanshi/money";
import { isOnTick, tickSize, type LocalDate, ruleParams } from "@sanshi/rulebook";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import { checkExchangeQuantity } from "./exchange.rules.ts";
import {
  checkLot,
  checkQuantity,
  object,
  priceMax,
  type Decision,
  type MarketFacts,
  type Refused,
} from "./order-checks.rules.ts";
import { checkTrail, type Trail, type TrailForm } from "./trailing.rules.ts";

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
  const beside = () => ({ price: formatPrice(reference, currency), currency });
  const isGain = (at: Price) => (side === "long" ? at > reference : at < reference);
  const isLoss = (at: Price) => (side === "long" ? at < reference : at > reference);
  if (takeProfit.value !== null && !isGain(takeProfit.value)) {
    return object("take_profit_on_wrong_side", beside());
  }
  if (stopLoss.value !== null && !isLoss(stopLoss.value)) {
    return object("stop_loss_on_wrong_side", beside());
  }
  return { ok: true, value: { takeProfit: takeProfit.value, stopLoss: stopLoss.value } };
}

/** Each may lie where it should and yet not by the other: the market has moved since that was set. */
export function checkExits(
  { takeProfit: gain, stopLoss: loss }: Bracket,
  side: "long" | "short",
): Decision<Bracket> {
  const contradicts =
    gain !== null && loss !== null && (side === "long" ? gain <= loss : gain >= loss);
  if (contradicts) return object("exits_contradict");
  return { ok: true, value: { takeProfit: gain, stopLoss: loss } };
}

/** An exit for a part of what an order opens, as typed: at a gain, at a loss, or whichever comes first. */
export type TypedExit = TypedBracket & Omit<TrailForm, "kind"> & { quantity: string };
/** With a trail it has no prices of its own: it follows from what the purchase has cost. */
export type ExitPart = Bracket & { quantity: Shares; trail: Trail | null };

/** What speaks against exits for parts; each is to be a closing order of its own. */
export function checkExitParts(
  typed: readonly TypedExit[],
  side: "long" | "short",
  { reference, quantity }: { reference: Price; quantity: Shares },
  instrument: Instrument,
  { date, facts }: { date: LocalDate; facts: MarketFacts },
): Decision<readonly ExitPart[]> {
  const parts: ExitPart[] = [];
  for (const [index, part] of typed.entries()) {
    const checked = checkPart(part, side, reference, instrument, { date, facts });
    if (!checked.ok) return ofPart(checked, index);
    parts.push(checked.value);
  }
  const all = parts.reduce((sum, part) => sum + part.quantity, 0n);
  if (all > quantity) return object("exits_exceed_order", { max: formatShares(quantity) });
  return { ok: true, value: parts };
}

function checkPart(
  typed: TypedExit,
  side: "long" | "short",
  reference: Price,
  instrument: Instrument,
  { date, facts }: { date: LocalDate; facts: MarketFacts },
): Decision<ExitPart> {
  const quantity = checkQuantity(typed.quantity);
  if (!quantity.ok) return quantity;
  const odd =
    checkLot(quantity.value, instrument, facts) ??
    checkExchangeQuantity(quantity.value, null, false, instrument, facts);
  if (odd !== null) return odd;
  const { trailAmount, trailPercent, ...prices } = typed;
  if (trailAmount !== undefined || trailPercent !== undefined) {
    if (prices.takeProfit !== undefined || prices.stopLoss !== undefined) {
      return object("exit_trails_alone");
    }
    const trails = checkTrail(
      { kind: "trailing_stop", trailAmount, trailPercent },
      side === "long" ? "sell" : "buy",
      reference,
      { ...instrument, date },
    );
    if (!trails.ok) return trails;
    const trail = trails.value?.trail ?? null;
    return {
      ok: true,
      value: { quantity: quantity.value, takeProfit: null, stopLoss: null, trail },
    };
  }
  const bracket = checkBracket(typed, side, reference, instrument, date);
  if (!bracket.ok) return bracket;
  const { takeProfit, stopLoss } = bracket.value;
  if (takeProfit === null && stopLoss === null) return object("exit_part_without_price");
  return { ok: true, value: { quantity: quantity.value, takeProfit, stopLoss, trail: null } };
}

/** Which of them it is about. */
function ofPart({ objection }: Refused, index: number): Refused {
  const { field, ...others } = objection.params ?? {};
  const named = field === undefined ? others : { ...others, exit_field: field };
  const params = { ...named, field: "exits", part: String(index + 1) };
  return { ok: false, objection: { ...objection, params } };
}

function checkExit(
  typed: string | undefined,
  field: "take_profit" | "stop_loss",
  { market, tickClass, exchange }: Instrument,
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
    ...ruleParams(reference, exchange),
  });
}
