import { alertKinds, type AlertKind } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { isReached, type AlertLevel, type AlertPrices } from "./alerts.rules.ts";

/** An alert that waits. It is only a copy of the database, which decides. */
export type WaitingAlert = AlertLevel & {
  id: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  /** The moment whose prices the level is in. */
  scaleOf: number;
};

/**
 * The waiting alerts of every instrument, by kind and level. A quote looks at the next one of each
 * kind and takes out those that it reaches, so it costs the same whether ten wait or a million.
 */
type WaitingAlerts = {
  /** One that waits already changes nothing; with another level or code it takes its own place. */
  add(alert: WaitingAlert): void;
  remove(id: bigint): void;
  takeReached(market: MarketKey, code: string, prices: AlertPrices): WaitingAlert[];
  size(): number;
};

type Levels = Record<AlertKind, WaitingAlert[]>;

export function createWaitingAlerts(): WaitingAlerts {
  const instruments = new Map<string, Levels>();
  const known = new Map<bigint, WaitingAlert>();

  function remove(id: bigint): void {
    const alert = known.get(id);
    if (alert === undefined) return;
    known.delete(id);
    const key = keyOf(alert.market, alert.code);
    const levels = instruments.get(key);
    if (levels === undefined) return;
    levels[alert.kind].splice(placeOf(levels[alert.kind], alert), 1);
    if (alertKinds.every((kind) => levels[kind].length === 0)) instruments.delete(key);
  }

  return {
    add(alert) {
      const before = known.get(alert.id);
      if (before !== undefined && isSame(before, alert)) return;
      if (before !== undefined) remove(before.id);
      known.set(alert.id, alert);
      const key = keyOf(alert.market, alert.code);
      let levels = instruments.get(key);
      if (levels === undefined) instruments.set(key, (levels = noLevels()));
      const sorted = levels[alert.kind];
      sorted.splice(placeOf(sorted, alert), 0, alert);
    },
    remove,
    takeReached(market, code, prices) {
      const levels = instruments.get(keyOf(market, code));
      if (levels === undefined) return [];
      const reached: WaitingAlert[] = [];
      for (const kind of alertKinds) takeNext(levels[kind], prices, reached);
      for (const { id } of reached) known.delete(id);
      return reached;
    },
    size: () => known.size,
  };
}

function isSame(one: WaitingAlert, other: WaitingAlert): boolean {
  return one.value === other.value && one.scaleOf === other.scaleOf && one.code === other.code;
}

/** The next one to be reached stands last, where taking it out moves nothing. */
function takeNext(sorted: WaitingAlert[], prices: AlertPrices, into: WaitingAlert[]): void {
  for (;;) {
    const next = sorted.at(-1);
    if (next === undefined || !isReached(next, prices)) return;
    into.push(next);
    sorted.pop();
  }
}

/** Where an alert stands, or would stand: the hardest to reach first, of equal ones the newest. */
function placeOf(sorted: readonly WaitingAlert[], alert: WaitingAlert): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other !== undefined && isHarder(other, alert)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isHarder(one: WaitingAlert, other: WaitingAlert): boolean {
  if (one.value === other.value) return one.id > other.id;
  return one.kind === "price_at_or_below" ? one.value < other.value : one.value > other.value;
}

function keyOf(market: MarketKey, code: string): string {
  return `${market}:${code}`;
}

function noLevels(): Levels {
  return { price_at_or_above: [], price_at_or_below: [], percent_up: [], percent_down: [] };
}
