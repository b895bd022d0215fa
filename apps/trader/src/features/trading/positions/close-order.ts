import type { TimeInForce } from "@sanshi/contract";
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

/** Of four quarters. */
export type Quarters = 1 | 2 | 3 | 4;
export type CloseKind = "market" | "limit";

/** What the exchange allows for this stock today; null until it is known. */
export type CloseTerms = {
  lot: Shares;
  tick: Price;
  limitUp: Price | null;
  limitDown: Price | null;
};

export type CloseForm = {
  kind: CloseKind;
  quantity: string;
  price: string;
  timeInForce: TimeInForce;
};

export type FieldRefusal = { code: RefusalCode; params: Record<string, string> };
export type CloseRefusals = { quantity: FieldRefusal | null; price: FieldRefusal | null };

/** Says what the server would refuse, in its order, before it is asked. */
export function checkClose(
  form: Pick<CloseForm, "kind" | "quantity" | "price">,
  held: Shares,
  terms: CloseTerms | null,
  market: MarketKey,
): CloseRefusals {
  return {
    quantity: checkQuantity(form.quantity, held, terms),
    price: form.kind === "market" ? null : checkPrice(form.price, terms, market),
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
