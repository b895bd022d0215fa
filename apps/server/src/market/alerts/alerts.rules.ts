import { alertsMax, type AlertKind, type RefusalCode } from "@sanshi/contract";
import {
  divide,
  formatPrice,
  formatScaled,
  parsePrice,
  price,
  priceScale,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";

/** The prices that an alert is held against. */
export type AlertPrices = { last: Price; previousClose: Price };
/** In ten-thousandths: of the currency's unit for a price, of a percent otherwise. */
export type AlertLevel = { kind: AlertKind; value: bigint };

type AlertKey = AlertLevel & { market: MarketKey; code: string };

type Objection = { code: RefusalCode; params?: Record<string, string> };
type CheckedAlert = { ok: true; level: AlertLevel } | { ok: false; objection: Objection };

/** A percentage has two decimals. */
const percentStep = priceScale / 100n;
const priceRange = { min: 1n, max: 100_000_000n * priceScale };
const ranges: Record<AlertKind, { min: bigint; max: bigint }> = {
  price_at_or_above: priceRange,
  price_at_or_below: priceRange,
  percent_up: { min: percentStep, max: 1_000n * priceScale },
  // Nothing loses all of its price.
  percent_down: { min: percentStep, max: 100n * priceScale - percentStep },
};

/** Refuses in this order: an unknown stock, a value out of range, no price, one that is there already. */
export function checkAlert(
  form: { kind: AlertKind; value: string },
  market: MarketKey,
  facts: { isKnown: boolean; prices: AlertPrices | null },
): CheckedAlert {
  if (!facts.isKnown) return object("instrument_not_found");
  const { kind } = form;
  const { min, max } = ranges[kind];
  const value = parsePrice(form.value);
  const isFine = isPercent(kind) ? percentStep : 1n;
  if (value === null || value < min || value > max || value % isFine !== 0n) {
    return object("alert_value_out_of_range", {
      min: showLevel({ kind, value: min }, market),
      max: showLevel({ kind, value: max }, market),
    });
  }
  if (facts.prices === null) return object("price_unavailable");
  const level = { kind, value };
  if (isReached(level, facts.prices)) {
    return object("alert_already_reached", { now: showNow(kind, market, facts.prices) });
  }
  return { ok: true, level };
}

export function objectToAnother(waiting: readonly AlertKey[], another: AlertKey): Objection | null {
  const isSame = (one: AlertKey) =>
    one.market === another.market &&
    one.code === another.code &&
    one.kind === another.kind &&
    one.value === another.value;
  if (waiting.some(isSame)) return { code: "alert_exists" };
  if (waiting.length < alertsMax) return null;
  return { code: "alerts_too_many", params: { max: String(alertsMax) } };
}

/** Exact: a change of 4.9999 % has not reached 5 %. */
export function isReached({ kind, value }: AlertLevel, prices: AlertPrices): boolean {
  const { last, previousClose } = prices;
  if (kind === "price_at_or_above") return last >= value;
  if (kind === "price_at_or_below") return last <= value;
  if (previousClose <= 0n) return false;
  // The change in ten-thousandths of a percent against the value, both times the previous close.
  const moved = (last - previousClose) * 100n * priceScale;
  return kind === "percent_up" ? moved >= value * previousClose : -moved >= value * previousClose;
}

/**
 * A level in prices after a split: away from the market by what the smallest unit takes, so that
 * rounding reaches none.
 */
export function scaledLevel(
  { kind, value }: AlertLevel,
  { numerator, denominator }: { numerator: bigint; denominator: bigint },
): bigint {
  const rounding = kind === "price_at_or_above" ? "ceiling" : "floor";
  const scaled = divide(value * denominator, numerator, rounding);
  return scaled > 0n ? scaled : 1n;
}

/** The value as the wire carries it: `"2900"`, `"189.50"`, `"5.00"` percent. */
export function showLevel({ kind, value }: AlertLevel, market: MarketKey): string {
  if (isPercent(kind)) return formatScaled(divide(value, percentStep, "half_up"), 2);
  return formatPrice(price(value), settlementCurrency(market));
}

function showNow(kind: AlertKind, market: MarketKey, prices: AlertPrices): string {
  if (!isPercent(kind)) return formatPrice(prices.last, settlementCurrency(market));
  return `${changeInPercent(prices)}%`;
}

/** The day's change, rounded to two decimals. */
export function changeInPercent({ last, previousClose }: AlertPrices): string {
  if (previousClose <= 0n) return formatScaled(0n, 2);
  return formatScaled(divide((last - previousClose) * 10_000n, previousClose, "half_up"), 2);
}

function isPercent(kind: AlertKind): boolean {
  return kind === "percent_up" || kind === "percent_down";
}

function object(code: RefusalCode, params?: Record<string, string>): CheckedAlert {
  return { ok: false, objection: params === undefined ? { code } : { code, params } };
}
