import {
  closingBarredHoursMax,
  hourMs,
  minuteMs,
  wideHaltTotal,
  type HaltRole,
  type HaltScope,
  type Reason,
} from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

/** What a halt stops: everything where both are null, a market where the code is. */
export type HaltedPart = { market: MarketKey | null; code: string | null };

/** Times in milliseconds on the app's clock; without `until` it holds until an operator ends it. */
export type TradingHalt = HaltedPart & {
  id: bigint;
  closingAllowed: boolean;
  /** The exchange goes on taking orders, which wait for the halt's end. */
  takesOrders: boolean;
  reason: Reason;
  role: HaltRole;
  since: number;
  until: number | null;
};

/** What is halted at this moment, as every process knows it. */
export type TradingHalts = {
  /** What keeps a stock from trading at a moment, now where none is said. */
  of(market: MarketKey, code: string, at?: number): TradingHalt | null;
  stop(): Promise<void>;
};

export function scopeOf({ market, code }: HaltedPart): HaltScope {
  if (market === null) return "all";
  return code === null ? "market" : "instrument";
}

/** In the mainland's pauses of a share without limits the exchange takes orders, and cancels of them. */
export function takesOrdersIn(reason: Reason["code"]): boolean {
  return reason === "free_day_move_1" || reason === "free_day_move_2";
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

/** Closing is never stopped without an end, nor for long. */
export function objectToEnd(
  closingAllowed: boolean,
  endsInMinutes: number | undefined,
): "halt_closing_needs_end" | null {
  if (closingAllowed) return null;
  const isShort = endsInMinutes !== undefined && endsInMinutes <= closingBarredHoursMax * 60;
  return isShort ? null : "halt_closing_needs_end";
}

export type HaltLength =
  | { kind: "alone" | "two"; minutes: number }
  | { kind: "too_long"; hoursLeft: number };

/**
 * Whether one operator may halt a part so, or two have to. `usedMs` is for how long it was widely halted within
 * `wideHaltTotal.withinDays`; a wide halt without an end holds for what is left of a day.
 */
export function haltLength({
  minutes,
  usedMs,
  renews,
}: {
  minutes: number | undefined;
  usedMs: number;
  renews: boolean;
}): HaltLength {
  const left = (hours: number) => Math.max(0, Math.floor((hours * hourMs - usedMs) / minuteMs));
  const [all, alone] = [left(wideHaltTotal.hoursMax), left(wideHaltTotal.aloneHoursMax)];
  const asked = minutes ?? (alone > 0 ? alone : Math.min(all, wideHaltTotal.aloneHoursMax * 60));
  if (asked > all || asked === 0) return { kind: "too_long", hoursLeft: Math.floor(all / 60) };
  return { kind: renews || asked > alone ? "two" : "alone", minutes: asked };
}

/**
 * The halt that a stock is under: of several, one that stops closing too goes before one that does
 * not, and the wider before the narrower. It takes orders only where all of them do. One whose time is over is none.
 */
export function haltOf(
  halts: readonly TradingHalt[],
  { market, code, now }: { market: MarketKey; code: string; now: number },
): TradingHalt | null {
  const met = halts.filter(
    (halt) =>
      (halt.market === null || halt.market === market) &&
      (halt.code === null || halt.code === code) &&
      (halt.until === null || now < halt.until),
  );
  const [first] = met.toSorted((one, other) => weight(one) - weight(other));
  if (first === undefined) return null;
  return { ...first, takesOrders: met.every(({ takesOrders }) => takesOrders) };
}

const weights: Record<HaltScope, number> = { all: 0, market: 1, instrument: 2 };

function weight(halt: TradingHalt): number {
  return 2 * (weights[scopeOf(halt)] + (halt.closingAllowed ? 3 : 0)) + (halt.takesOrders ? 1 : 0);
}
