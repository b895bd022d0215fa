import {
  divide,
  price,
  priceScale,
  priceUnitsPerMinor,
  shares,
  type Currency,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";

/** What has happened to the shares of one stock that were bought and paid in full, in order of time. */
export type CostEvent =
  | { kind: "bought"; positionId: bigint; quantity: Shares; /** Fees included. */ cost: Minor }
  | { kind: "sold"; positionId: bigint; quantity: Shares }
  | {
      kind: "split";
      positionId: bigint;
      actionId: bigint;
      numerator: bigint;
      denominator: bigint;
    };

/**
 * Of one day all purchases count before the sales, as Japan's tax rules have it (National Tax Agency, 1464); what lies
 * on either side of a split stays there. `events` are in order of time.
 *
 * @param dayOf the market's own date of a moment.
 */
export function purchasesFirst<Event extends { kind: CostEvent["kind"]; at: number }>(
  events: readonly Event[],
  dayOf: (at: number) => string,
): Event[] {
  const ordered: Event[] = [];
  let sales: Event[] = [];
  let day = "";
  for (const event of events) {
    const on = dayOf(event.at);
    if (event.kind === "split" || on !== day) {
      ordered.push(...sales);
      sales = [];
      day = on;
    }
    if (event.kind === "sold") sales.push(event);
    else ordered.push(event);
  }
  return [...ordered, ...sales];
}

export type AveragedHolding = {
  /** Null of nothing held. */
  average: Price | null;
  /** The shares that are left, by position. */
  left: ReadonlyMap<bigint, Shares>;
};

/** Statements in yen have whole yen a share; those in dollars and yuan as many decimals as a price has. */
export function averageStep(currency: Currency): bigint {
  return currency === "JPY" ? priceScale : 1n;
}

/**
 * The moving average as Japanese statements have it: what was paid, fees included, over the shares. A sale
 * takes its shares at the average, rounded up, and what is left costs that average a share; so a purchase
 * averages anew, and a sale leaves the average as it is. A split changes the shares and not what was paid; the
 * fraction of a share that it pays out is a sale.
 */
export function movingAverage(events: readonly CostEvent[], currency: Currency): AveragedHolding {
  const left = new Map<bigint, Shares>();
  const unit = priceUnitsPerMinor(currency);
  // In units of a price, as the average is.
  let cost = 0n;
  let quantity = 0n;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined) break;
    if (event.kind === "split") {
      const group = splitGroup(events, index, event);
      ({ cost, quantity } = split(left, { cost, quantity }, group, currency));
      index += group.length - 1;
      continue;
    }
    const held = left.get(event.positionId) ?? 0n;
    if (event.kind === "bought") {
      cost += event.cost * unit;
      quantity += event.quantity;
      left.set(event.positionId, shares(held + event.quantity));
      continue;
    }
    // Shares that came without a purchase: what they cost is not known from here.
    if (event.quantity > held) return { average: null, left: new Map() };
    cost = perShare(cost, quantity, 1n, currency) * (quantity - event.quantity);
    quantity -= event.quantity;
    left.set(event.positionId, shares(held - event.quantity));
  }
  const average = quantity === 0n ? null : price(perShare(cost, quantity, 1n, currency));
  return { average, left };
}

type SplitEvent = Extract<CostEvent, { kind: "split" }>;
type Sum = { cost: bigint; quantity: bigint };

/** A split reaches each position by itself, all of them at once. */
function splitGroup(events: readonly CostEvent[], from: number, first: SplitEvent): SplitEvent[] {
  const group = [first];
  for (let index = from + 1; ; index += 1) {
    const next = events[index];
    if (next?.kind !== "split" || next.actionId !== first.actionId) return group;
    group.push(next);
  }
}

/** Answers what the shares that are kept have cost, and how many they are. */
function split(
  left: Map<bigint, Shares>,
  before: Sum,
  group: readonly SplitEvent[],
  currency: Currency,
): Sum {
  const [{ denominator } = { denominator: 1n }] = group;
  let quantity = before.quantity;
  // In parts of a new share, of which `denominator` make a whole one.
  let whole = quantity * denominator;
  for (const { positionId, numerator } of group) {
    const held = left.get(positionId) ?? 0n;
    const kept = divide(held * numerator, denominator, "floor");
    whole += held * (numerator - denominator);
    quantity += kept - held;
    left.set(positionId, shares(kept));
  }
  if (whole === quantity * denominator) return { cost: before.cost, quantity };
  return { cost: perShare(before.cost, whole, denominator, currency) * quantity, quantity };
}

/** Rounded up to the step: nobody's cost is shown lower than it was. */
function perShare(cost: bigint, quantity: bigint, parts: bigint, currency: Currency): bigint {
  const step = averageStep(currency);
  return quantity === 0n ? 0n : divide(cost * parts, quantity * step, "ceiling") * step;
}

/** An opening whose shares are all sold. */
export type EndedOpening = { id: bigint; openedAt: number; endedAt: number };

/** Times are told to the millisecond here: what lies no further apart may have overlapped. */
export const momentMs = 1;

/**
 * Of a stock's ended openings those that were held since there was last nothing on a day: what came before has no part
 * in the average. The newest end comes first; `since` is when the oldest that is still held was opened.
 * `isWhole` where the last of them is known to be the first: what follows it ended before the day of that opening.
 *
 * @param dayBegins when the market's day of a moment began: its purchases count before its sales.
 */
export function heldSinceNothing(
  ended: readonly EndedOpening[],
  since: number,
  dayBegins: (at: number) => number,
): { ids: bigint[]; isWhole: boolean } {
  let from = dayBegins(since);
  const ids: bigint[] = [];
  for (const { id, openedAt, endedAt } of ended) {
    if (endedAt < from - momentMs) return { ids, isWhole: true };
    ids.push(id);
    from = Math.min(from, dayBegins(openedAt));
  }
  return { ids, isWhole: false };
}
