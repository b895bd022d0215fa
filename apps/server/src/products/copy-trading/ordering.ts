import {
  divide,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { wholePool, type Target } from "./strategies/index.ts";

/** What a pool holds in one opening. */
export type HeldPart = {
  position: bigint;
  code: string;
  side: "long" | "short";
  quantity: Shares;
  /** What closing all of it brings in money: less than it is worth where it was bought with borrowed money. */
  frees: Minor;
};

export type Tradable = { bid: Price; ask: Price; lot: Shares };

export type PlannedOrder =
  | { kind: "close"; position: string; quantity: string }
  | { kind: "open"; code: string; side: "long" | "short"; quantity: string; leverage: string };

export type Plan = {
  market: MarketKey;
  /** Null keeps what is held. */
  targets: readonly Target[] | null;
  /** What can be put into stocks: the pool's worth less what is to be paid out. */
  investable: Minor;
  /** Money that has to be there at the valuation and is not yet. */
  toRaise: Minor;
  held: readonly HeldPart[];
  tradable(code: string): Tradable | null;
  leverage: 1 | 2;
};

/** What is left of a difference where trading it would cost more than it is worth. */
const smallestChangePercent = 5n;

/**
 * The orders that bring a pool to its targets: what is to be closed first, the oldest opening at the front, then
 * what is to be opened. A stock without a price is left as it is.
 */
export function planOrders(plan: Plan): PlannedOrder[] {
  const { targets } = plan;
  if (targets === null) return plan.toRaise > 0n ? raiseMoney(plan) : [];
  const wanted = new Map(targets.map(({ code, basisPoints }) => [code, basisPoints]));
  const codes = [...new Set([...plan.held.map(({ code }) => code), ...wanted.keys()])].toSorted();
  const closing: PlannedOrder[] = [];
  const opening: PlannedOrder[] = [];
  for (const code of codes) {
    const at = plan.tradable(code);
    if (at === null) continue;
    const own = plan.held.filter((part) => part.code === code);
    const goal = sharesFor(plan, wanted.get(code) ?? 0, at);
    const has = own.reduce(
      (sum, { side, quantity }) => sum + (side === "long" ? quantity : -quantity),
      0n,
    );
    const isOtherSide = has !== 0n && goal !== 0n && has > 0n !== goal > 0n;
    const excess = isOtherSide ? magnitude(has) : magnitude(has) - magnitude(goal);
    if (excess > 0n && (goal === 0n || isOtherSide || isWorthIt(excess, magnitude(has)))) {
      closing.push(...closeParts(own, excess));
    }
    const lacking = isOtherSide ? magnitude(goal) : magnitude(goal) - magnitude(has);
    if (lacking > 0n && (has === 0n || isOtherSide || isWorthIt(lacking, magnitude(goal)))) {
      const quantity = lacking - (lacking % at.lot);
      if (quantity === 0n) continue;
      const side = goal > 0n ? "long" : "short";
      const leverage = side === "short" ? "1" : String(plan.leverage);
      opening.push({ kind: "open", code, side, quantity: quantity.toString(), leverage });
    }
  }
  return [...closing, ...opening];
}

/** So many shares, whole lots of them, are a part of the pool; below zero of a short. */
function sharesFor({ market, investable }: Plan, basisPoints: number, at: Tradable): bigint {
  if (basisPoints === 0 || investable <= 0n) return 0n;
  const price = basisPoints > 0 ? at.ask : at.bid;
  if (price <= 0n) return 0n;
  const value = (investable * BigInt(Math.abs(Math.trunc(basisPoints)))) / BigInt(wholePool);
  const perMinor = priceUnitsPerMinor(settlementCurrency(market));
  const count = divide(value * perMinor, price, "floor");
  const whole = count - (count % at.lot);
  return basisPoints > 0 ? whole : -whole;
}

/**
 * The same part of everything whose closing brings money, a little more than is lacking. What counts is what closing
 * frees once what was borrowed for it is repaid: a position of twice its margin frees half of what it is worth, and
 * one that has lost its margin frees nothing, and is left alone.
 */
function raiseMoney({ held, toRaise, tradable }: Plan): PlannedOrder[] {
  const freeing = held.flatMap((part) => {
    const at = tradable(part.code);
    return at === null || part.frees <= 0n ? [] : [{ part, at }];
  });
  const total = freeing.reduce((sum, { part }) => sum + part.frees, 0n);
  if (total <= 0n) return [];
  const wanted = (toRaise * 103n) / 100n;
  return freeing.flatMap(({ part, at }) => {
    const share =
      wanted >= total ? part.quantity : divide(part.quantity * wanted, total, "ceiling");
    const lots = divide(share, at.lot, "ceiling") * at.lot;
    return closeParts([part], lots > part.quantity ? part.quantity : lots);
  });
}

function closeParts(parts: readonly HeldPart[], quantity: bigint): PlannedOrder[] {
  const orders: PlannedOrder[] = [];
  let left = quantity;
  for (const part of parts) {
    if (left <= 0n) break;
    const closed = shares(left < part.quantity ? left : part.quantity);
    left -= closed;
    orders.push({
      kind: "close",
      position: part.position.toString(),
      quantity: closed.toString(),
    });
  }
  return orders;
}

function isWorthIt(change: bigint, of: bigint): boolean {
  return change * 100n >= of * smallestChangePercent;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Why targets cannot be taken; null where they can. They are a fault of the strategy's, never put right. */
export function faultOfTargets(
  targets: readonly Target[],
  known: ReadonlySet<string>,
  leverage: number,
): string | null {
  const seen = new Set<string>();
  let sum = 0;
  for (const { code, basisPoints } of targets) {
    if (!known.has(code)) return `it asks for ${code}, which it was not handed`;
    if (seen.has(code)) return `it asks for ${code} twice`;
    if (!Number.isFinite(basisPoints)) return `its share of ${code} is no number`;
    seen.add(code);
    sum += Math.abs(basisPoints);
  }
  return sum > wholePool * leverage
    ? `it asks for ${sum} basis points, and the pool has ${wholePool * leverage}`
    : null;
}
