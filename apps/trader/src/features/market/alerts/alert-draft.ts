import type { AlertKind } from "@sanshi/contract";
import {
  displayDecimal,
  divide,
  formatPrice,
  parsePrice,
  price,
  settlementCurrency,
} from "@sanshi/money";
import type { MarketKey } from "@sanshi/money";

/** What the form holds. */
export type AlertDraft = {
  unit: "price" | "percent";
  /** Of a percentage; a price says it by standing above or below the one now. */
  direction: "up" | "down";
  text: string;
};

type ReadDraft =
  | { state: "empty" }
  | { state: "wrong"; problem: "not_a_number" | "same_as_now" }
  | { state: "ready"; kind: AlertKind; value: string };

/** An alert that waits, as the form would hold it. */
export function draftOf({ kind, value }: { kind: AlertKind; value: string }): AlertDraft {
  return {
    unit: kind === "percent_up" || kind === "percent_down" ? "percent" : "price",
    direction: kind === "percent_down" ? "down" : "up",
    text: value,
  };
}

/** What a draft asks for, with the stock's price at this moment. */
export function readDraft({ unit, direction, text }: AlertDraft, priceNow: string): ReadDraft {
  const typed = plainNumber(text);
  if (typed === "") return { state: "empty" };
  const value = parsePrice(typed);
  if (value === null) return { state: "wrong", problem: "not_a_number" };
  if (unit === "percent") {
    return {
      state: "ready",
      kind: direction === "up" ? "percent_up" : "percent_down",
      value: typed,
    };
  }
  const now = parsePrice(priceNow);
  if (now !== null && value === now) return { state: "wrong", problem: "same_as_now" };
  const isBelow = now !== null && value < now;
  return {
    state: "ready",
    kind: isBelow ? "price_at_or_below" : "price_at_or_above",
    value: typed,
  };
}

/** A refusal with its figures as people read them: `100000000.00` is 100,000,000. A stock's code is no figure. */
export function withGroups<Refused extends { params?: Readonly<Record<string, string>> }>(
  refusal: Refused,
): Refused {
  const shown = Object.entries(refusal.params ?? {}).map(([name, value]) => [
    name,
    name !== "code" && /^-?\d+(\.\d+)?$/.test(value) ? displayDecimal(value, 0, 4) : value,
  ]);
  return { ...refusal, params: Object.fromEntries(shown) as Record<string, string> };
}

/** Full-width digits and separators, as Japanese and Chinese keyboards write them, are fine. */
function plainNumber(text: string): string {
  return text.normalize("NFKC").replaceAll(/[\s,]/g, "").replace(/^\+/, "").replace(/\.$/, "");
}

export const suggestedPercents = ["3", "5", "10"] as const;
const suggestedMoves = [-5n, -3n, 3n, 5n] as const;

/** Prices some percent below and above the one now, on the stock's tick. */
export function suggestedPrices(stock: {
  type: MarketKey;
  price: string;
  tick: string;
}): { move: string; value: string }[] {
  const now = parsePrice(stock.price);
  const tick = parsePrice(stock.tick);
  if (now === null || tick === null || now <= 0n || tick <= 0n) return [];
  return suggestedMoves.map((percent) => {
    const steps = divide(now * (100n + percent), 100n * tick, "half_up");
    const value = formatPrice(price(steps * tick), settlementCurrency(stock.type));
    return { move: `${percent > 0n ? "+" : "−"}${percent < 0n ? -percent : percent}%`, value };
  });
}
