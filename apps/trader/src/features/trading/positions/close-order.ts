import type { OrderKind, TimeInForce } from "@sanshi/contract";
import type { RefusalCode } from "@sanshi/contract/refusals";
import {
  divide,
  formatPrice,
  formatShares,
  parsePrice,
  parseShares,
  price,
  settlementCurrency,
  shares,
  type MarketKey,
  type Price,
  type Shares,
} from "@sanshi/money";
import { lastsOverDays } from "../../../shared/validity-field.tsx";

/** Of four quarters. */
export type Quarters = 1 | 2 | 3 | 4;
/** What the exchange allows for this stock today; null until it is known. */
export type CloseTerms = {
  lot: Shares;
  tick: Price;
  limitUp: Price | null;
  limitDown: Price | null;
};

export type CloseForm = {
  kind: OrderKind;
  quantity: string;
  price: string;
  stop: string;
  /** How far a trailing stop stays behind, as a price or in per cent. */
  trail: string;
  trailBy: TrailBy;
  timeInForce: TimeInForce;
  /** Of an order until a date alone. */
  goodUntil: string;
  /** No dividend is to lower its prices. */
  doNotReduce: boolean;
  /** Of a limit order on a US stock: in extended hours too. */
  isExtended: boolean;
};

export type TrailBy = "amount" | "percent";
/** What of a form says how far its stop stays behind. */
export type TrailFields = Pick<CloseForm, "trail" | "trailBy">;
export const noTrail: TrailFields = { trail: "", trailBy: "percent" };

export type FieldRefusal = { code: RefusalCode; params: Record<string, string> };
export type CloseRefusals = Record<"quantity" | "price" | "stop" | "trail", FieldRefusal | null>;

export function hasLimit(kind: OrderKind): boolean {
  return kind === "limit" || kind === "stop_limit" || kind === "oco";
}

export function hasStop(kind: OrderKind): boolean {
  return kind === "stop" || kind === "stop_limit" || kind === "oco";
}

/** Says what the server would refuse, in its order, before it is asked. */
export function checkClose(
  form: Pick<CloseForm, "kind" | "quantity" | "price" | "stop" | "trail">,
  held: Shares,
  terms: CloseTerms | null,
  market: MarketKey,
): CloseRefusals {
  return {
    quantity: checkQuantity(form.quantity, held, terms),
    price: hasLimit(form.kind) ? checkPrice(form.price, terms, market) : null,
    stop: hasStop(form.kind) ? checkStop(form.stop) : null,
    trail: form.kind === "trailing_stop" ? checkTrail(form.trail) : null,
  };
}

function checkQuantity(text: string, held: Shares, terms: CloseTerms | null): FieldRefusal | null {
  const quantity = parseShares(text);
  if (quantity === null)
    return refuse(text === "" ? "quantity_not_positive" : "quantity_not_whole");
  if (quantity <= 0n) return refuse("quantity_not_positive");
  if (quantity > held) return refuse("quantity_exceeds_position", { max: formatShares(held) });
  // The last shares may always go, also where they are less than a lot.
  if (terms !== null && quantity !== held && quantity % terms.lot !== 0n) {
    return refuse("quantity_not_in_lots", { lot: formatShares(terms.lot) });
  }
  return null;
}

function checkPrice(
  text: string,
  terms: CloseTerms | null,
  market: MarketKey,
): FieldRefusal | null {
  if (text === "") return refuse("price_required");
  const wanted = parsePrice(text);
  if (wanted === null || wanted <= 0n) return refuse("price_not_positive");
  if (terms === null) return null;
  const { limitUp, limitDown } = terms;
  if ((limitUp !== null && wanted > limitUp) || (limitDown !== null && wanted < limitDown)) {
    const show = (limit: Price | null) =>
      limit === null ? "–" : formatPrice(limit, settlementCurrency(market));
    return refuse("price_beyond_limit", { low: show(limitDown), high: show(limitUp) });
  }
  return null;
}

/** Another day may reach what lies beyond today's limits. */
function checkStop(text: string): FieldRefusal | null {
  if (text === "") return refuse("stop_price_required");
  const wanted = parsePrice(text);
  return wanted === null || wanted <= 0n ? refuse("stop_price_not_positive") : null;
}

function checkTrail(text: string): FieldRefusal | null {
  if (text === "") return refuse("trail_required");
  const wanted = parsePrice(text);
  return wanted === null || wanted <= 0n ? refuse("trail_not_positive") : null;
}

const wholePercent = 100n * 10_000n;

/** Where a stop that stays so far behind would be now; null while there is nothing to say. */
export function stopNow(
  { trail, trailBy }: TrailFields,
  side: "long" | "short",
  last: string,
  terms: CloseTerms | null,
): Price | null {
  const [away, best] = [parsePrice(trail), parsePrice(last)];
  if (away === null || best === null || away <= 0n || terms === null) return null;
  const distance = trailBy === "amount" ? away : divide(best * away, wholePercent, "half_up");
  const at = side === "long" ? best - distance : best + distance;
  const rest = at % terms.tick;
  const onTick = side === "long" || rest === 0n ? at - rest : at - rest + terms.tick;
  return onTick > 0n ? price(onTick) : null;
}

/** One tick, or a tenth of a per cent, further away or nearer. */
export function stepTrail({ trail, trailBy }: TrailFields, direction: 1 | -1, tick: Price): Price {
  const step = trailBy === "amount" ? tick : 1_000n;
  const from = parsePrice(trail) ?? 0n;
  const stepped = from - (from % step) + BigInt(direction) * step;
  return price(stepped < step ? step : stepped);
}

function trailInput({ trail, trailBy }: TrailFields) {
  return trailBy === "amount" ? { trail_amount: trail } : { trail_percent: trail };
}

/** What the kind asks for, on the wire; a sale at the market waits for nothing. */
export function kindInput({
  kind,
  price: limit,
  stop,
  timeInForce,
  goodUntil,
  doNotReduce,
  isExtended,
  ...trail
}: Omit<CloseForm, "quantity">) {
  const isUsual = kind === "market" && timeInForce === "until_cancelled";
  return {
    kind,
    ...(hasLimit(kind) && { price: limit }),
    ...(hasStop(kind) && { stop_price: stop }),
    ...(kind === "trailing_stop" && trailInput(trail)),
    ...(!isUsual && { time_in_force: timeInForce }),
    ...(timeInForce === "until_date" && { good_until: goodUntil }),
    ...(doNotReduce &&
      lastsOverDays(timeInForce) &&
      kind !== "market" && { do_not_reduce: "true" as const }),
    ...(isExtended && kind === "limit" && { hours: "extended" as const }),
  };
}

function refuse(code: RefusalCode, params: Record<string, string> = {}): FieldRefusal {
  return { code, params };
}

/** A quarter, a half or three quarters of what is held, down to whole lots but at least one. */
export function fractionOf(held: Shares, quarters: Quarters, lot: Shares): Shares {
  if (quarters === 4 || held <= lot) return held;
  const wanted = divide(held * BigInt(quarters), 4n, "floor");
  const whole = wanted - (wanted % lot);
  return shares(whole < lot ? lot : whole);
}

/** One lot more or less, on whole lots, between one lot and all that is held. */
export function stepQuantity(text: string, direction: 1 | -1, held: Shares, lot: Shares): Shares {
  const from = parseShares(text) ?? shares(0n);
  const least = held < lot ? held : lot;
  const rest = from % lot;
  const onLot = direction > 0 ? from - rest + lot : from - (rest === 0n ? lot : rest);
  if (onLot < least) return least;
  return onLot > held ? held : shares(onLot);
}

/** One tick more or less, on the grid, inside the day's limits and above zero. */
export function stepPrice(text: string, direction: 1 | -1, terms: CloseTerms): Price {
  const { tick, limitUp, limitDown } = terms;
  const from = parsePrice(text) ?? limitDown ?? tick;
  const rest = from % tick;
  const stepped = direction > 0 ? from - rest + tick : from - (rest === 0n ? tick : rest);
  if (limitUp !== null && stepped > limitUp) return limitUp;
  const lowest = limitDown ?? tick;
  return stepped < lowest ? lowest : price(stepped);
}
