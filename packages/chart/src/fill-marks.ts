/** One of the customer's own fills. */
export type FillMark = { at: number; side: "buy" | "sell"; price: number; quantity: number };

/** Fills of one side that share a place: their shares together, at their average price. */
export type FillGroup = FillMark & { count: number };

/** How a chart letters its marks: `B` and `S`, `買` and `売`. */
export type FillLetters = { buy: string; sell: string };

/** Fills of one side and one place together, buys before sales; a fill without a place is left out. */
export function groupFills<Place extends string | number>(
  fills: readonly FillMark[],
  placeOf: (fill: FillMark) => Place | null,
): ReadonlyMap<Place, readonly FillGroup[]> {
  const places = new Map<Place, FillGroup[]>();
  for (const fill of fills) {
    const place = placeOf(fill);
    if (place === null || fill.quantity <= 0) continue;
    const groups = places.get(place) ?? [];
    const before = groups.find(({ side }) => side === fill.side);
    if (before === undefined) groups.push({ ...fill, count: 1 });
    else add(before, fill);
    places.set(
      place,
      groups.toSorted((one, other) => one.side.localeCompare(other.side)),
    );
  }
  return places;
}

function add(group: FillGroup, fill: FillMark): void {
  const quantity = group.quantity + fill.quantity;
  group.price = (group.price * group.quantity + fill.price * fill.quantity) / quantity;
  group.quantity = quantity;
  group.count += 1;
  group.at = Math.max(group.at, fill.at);
}

/** The bar that a moment belongs to: the last one that has begun. */
export function barTimeOf(times: readonly number[], at: number): number | null {
  let low = 0;
  let high = times.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle - 1;
  }
  return times[high] ?? null;
}
