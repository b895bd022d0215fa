import type { HaltScope, Reason } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

/** What a halt stops: everything where both are null, a market where the code is. */
export type HaltedPart = { market: MarketKey | null; code: string | null };

export type TradingHalt = HaltedPart & { closingAllowed: boolean; reason: Reason };

export function scopeOf({ market, code }: HaltedPart): HaltScope {
  if (market === null) return "all";
  return code === null ? "market" : "instrument";
}

/** Null where the fields do not say one scope. */
export function haltedPart(
  scope: HaltScope,
  market: MarketKey | undefined,
  code: string | undefined,
): HaltedPart | null {
  if (scope === "all") {
    return market === undefined && code === undefined ? { market: null, code: null } : null;
  }
  if (market === undefined) return null;
  if (scope === "market") return code === undefined ? { market, code: null } : null;
  return code === undefined ? null : { market, code };
}

/**
 * The halt that a stock is under: of several, one that stops closing too goes before one that does
 * not, and the wider before the narrower.
 */
export function haltOf(
  halts: readonly TradingHalt[],
  market: MarketKey,
  code: string,
): TradingHalt | null {
  const met = halts.filter(
    (halt) =>
      (halt.market === null || halt.market === market) &&
      (halt.code === null || halt.code === code),
  );
  const [first = null] = met.toSorted((one, other) => weight(one) - weight(other));
  return first;
}

const weights: Record<HaltScope, number> = { all: 0, market: 1, instrument: 2 };

function weight(halt: TradingHalt): number {
  return weights[scopeOf(halt)] + (halt.closingAllowed ? 3 : 0);
}
