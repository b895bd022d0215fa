import {
  divide,
  minor,
  sumAtMid,
  type Currency,
  type Minor,
  type RatesPerDollar,
} from "@sanshi/money";

/** Net assets by currency at one moment, with the rates of that moment. */
export type Valuation = {
  amounts: readonly (readonly [Currency, Minor])[];
  rates: RatesPerDollar;
};

/** What came in (positive) or went out without anything being gained or lost by it. */
export type Flow = { currency: Currency; amount: Minor };

export type Day = {
  /** At its beginning; null for who was not here yet, and so began with nothing. */
  start: Valuation | null;
  /** In the order in which they were valued, each with what there was right after it. */
  flows: readonly (Flow & { after: Valuation })[];
  /** Of the last second: in `now`, and not valued by themselves yet. */
  newestFlows: readonly Flow[];
  now: Valuation;
};

export type DayResult = {
  /** Gained or lost since the day began, without what was paid in or out. */
  change: Minor;
  /** Time-weighted, in hundredths of a per cent; null where a part of the day began with less than nothing. */
  percentHundredths: bigint | null;
  /** Paid in less paid out. */
  paidIn: Minor;
};

/**
 * The day is cut at every flow. A part's return is what there was right before the flow that ends it over
 * what there was right after the one before; the day's is their product. So it is the same for who pays in
 * at noon and for who does not. Null where a rate is missing.
 */
export function dayResult(display: Currency, day: Day): DayResult | null {
  let before = day.start === null ? minor(0n) : valueIn(display, day.start, []);
  if (before === null) return null;
  let [change, paidIn] = [0n, 0n];
  // The product of the parts' returns, as one fraction: nothing is rounded on the way.
  let [grown, from] = [1n, 1n];
  let isMeasurable = true;
  const parts = [
    ...day.flows.map(({ after, ...flow }) => ({ at: after, flows: [flow] })),
    { at: day.now, flows: day.newestFlows },
  ];
  for (const { at, flows } of parts) {
    const end = valueIn(display, at, flows);
    const after = valueIn(display, at, []);
    if (end === null || after === null) return null;
    change += end - before;
    paidIn += after - end;
    if (before < 0n || end < 0n) isMeasurable = false;
    // What began with nothing has no return.
    if (before > 0n) [grown, from] = [grown * end, from * before];
    before = after;
  }
  return {
    change: minor(change),
    percentHundredths: isMeasurable ? divide((grown - from) * 10_000n, from, "half_up") : null,
    paidIn: minor(paidIn),
  };
}

/** Everything in one currency, without these flows; added up exactly and rounded once. */
function valueIn(display: Currency, valuation: Valuation, without: readonly Flow[]): Minor | null {
  const taken = without.map(({ currency, amount }) => [currency, minor(-amount)] as const);
  return sumAtMid([...valuation.amounts, ...taken], display, valuation.rates, "floor");
}

/** What there was right after each of some flows that are valued together, the newest being in `now` with all. */
export function afterEach(
  flows: readonly Flow[],
  now: ReadonlyMap<Currency, Minor>,
): ReadonlyMap<Currency, Minor>[] {
  const standing = new Map(now);
  return flows
    .toReversed()
    .map(({ currency, amount }) => {
      const after = new Map(standing);
      standing.set(currency, minor((standing.get(currency) ?? 0n) - amount));
      return after;
    })
    .toReversed();
}
