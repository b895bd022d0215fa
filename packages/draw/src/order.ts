import type { AllotmentRule, Entry } from "./bundle.ts";
import { placesMax } from "./limits.ts";
import type { Numbers } from "./numbers.ts";

/** The places in a list before they are shuffled, each the index of its entry. */
export function placesOf(rule: AllotmentRule, entries: readonly Entry[]): Uint32Array {
  if (rule === "equal") return Uint32Array.from(entries, (_, index) => index);
  const count = entries.reduce((sum, { lots }) => sum + lots, 0);
  if (count > placesMax) throw new RangeError(`${count} lots are too many to be drawn one by one`);
  const places = new Uint32Array(count);
  let from = 0;
  for (const [index, { lots }] of entries.entries()) {
    places.fill(index, from, from + lots);
    from += lots;
  }
  return places;
}

/** Fisher–Yates from the front, in place. */
export function shuffle(places: Uint32Array, numbers: Numbers): Uint32Array {
  for (let index = 0; index < places.length - 1; index += 1) {
    const other = index + numbers.below(places.length - index);
    const [here, there] = [places[index] ?? 0, places[other] ?? 0];
    places[index] = there;
    places[other] = here;
  }
  return places;
}

/** The entries in the order of their first place. */
export function firstPlaces(order: Uint32Array): number[] {
  return [...new Set(order)];
}
