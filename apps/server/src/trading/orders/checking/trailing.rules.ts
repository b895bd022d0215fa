import type { OrderKind } from "@sanshi/contract";
import { divide, formatPrice, parsePrice, settlementCurrency, type Price } from "@sanshi/money";
import {
  roundToTick,
  ruleParams,
  stopBehind,
  tickSize,
  type LocalDate,
  type Trail,
} from "@sanshi/rulebook";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import { object, type Decision } from "./order-checks.rules.ts";

export { stopBehind, trailOf, type Trail } from "@sanshi/rulebook";

/**
 * Trailing stops: the stop follows the best traded price since the order was placed, at a distance, and never comes
 * back. Pure: the watch over prices, the decisions and the splits reckon with the same figures.
 */

const wholeBasisPoints = 10_000n;

/** Whether a traded price is better for the order's customer, who waits for it to turn. */
export function isBetter(side: "buy" | "sell", one: Price, other: Price): boolean {
  return side === "sell" ? one > other : one < other;
}

export function bestOf(side: "buy" | "sell", one: Price, other: Price): Price {
  return isBetter(side, one, other) ? one : other;
}

/** At a price that can be traded: a sale's the tick below, a purchase's the one above. */
export function trailingStop(
  side: "buy" | "sell",
  best: Price,
  trail: Trail,
  { market, tickClass, date }: TrailGrid,
): Price {
  const rounding = side === "sell" ? "floor" : "ceiling";
  return roundToTick(stopBehind(side, best, trail), { market, tickClass, date }, rounding);
}

export type TrailGrid = Pick<Instrument, "market" | "tickClass"> & { date: LocalDate };
/** With whose own text names the tick. */
type TypedGrid = TrailGrid & Pick<Instrument, "exchange">;

/** The distance as typed: in the market's currency, or in per cent. */
export type TrailForm = {
  kind: OrderKind;
  trailAmount?: string | undefined;
  trailPercent?: string | undefined;
};

/** A stop that follows from a price on. */
export type SoundTrail = { trail: Trail; best: Price; stop: Price };

/** No stop stays further behind than so many hundredths of a per cent of the price. */
const widestBasisPoints = 5_000n;

/** What speaks against the distance at which a stop is to follow; null of an order that does not trail. */
export function checkTrail(
  { kind, trailAmount, trailPercent }: TrailForm,
  side: "buy" | "sell",
  best: Price,
  grid: TypedGrid,
): Decision<SoundTrail | null> {
  if (kind !== "trailing_stop") {
    const isTyped = trailAmount !== undefined || trailPercent !== undefined;
    return isTyped ? object("trail_not_allowed") : { ok: true, value: null };
  }
  if ((trailAmount === undefined) === (trailPercent === undefined)) return object("trail_required");
  const typed = typedTrail(trailAmount, trailPercent, best, grid);
  if (!typed.ok) return typed;
  const trail = typed.value;
  const away = trail.amount ?? divide(best * BigInt(trail.basisPoints), wholeBasisPoints, "floor");
  if (away * wholeBasisPoints > best * widestBasisPoints) {
    return object("trail_too_wide", { percent: (widestBasisPoints / 100n).toString() });
  }
  const stop = trailingStop(side, best, trail, grid);
  // At the lowest price there is nothing below.
  if (stop <= 0n)
    return object("trail_too_wide", { percent: (widestBasisPoints / 100n).toString() });
  return { ok: true, value: { trail, best, stop } };
}

function typedTrail(
  amountText: string | undefined,
  percentText: string | undefined,
  best: Price,
  { market, tickClass, exchange, date }: TypedGrid,
): Decision<Trail> {
  if (amountText === undefined) {
    const [whole = "0", part = ""] = (percentText ?? "").split(".");
    const basisPoints = Number(whole) * 100 + Number(part.padEnd(2, "0"));
    if (!(basisPoints > 0)) return object("trail_not_positive");
    return { ok: true, value: { amount: null, basisPoints } };
  }
  if (amountText.startsWith("-") || !/[1-9]/.test(amountText)) return object("trail_not_positive");
  const amount = parsePrice(amountText);
  const { tick, reference } = tickSize({ market, tickClass, date, price: best });
  if (amount === null || amount % tick !== 0n) {
    const currency = settlementCurrency(market);
    return object("trail_not_on_tick", {
      tick: formatPrice(tick, currency),
      currency,
      ...ruleParams(reference, exchange),
    });
  }
  return { ok: true, value: { amount, basisPoints: null } };
}
