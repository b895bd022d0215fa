import { homeEntries, type HomeEntry } from "@sanshi/contract/constants";
import { knownEntries } from "../../../shared/home-choice.ts";

/** The customer's own order; what a release has added stands at its end, what it has removed is left out. */
export function orderOf(stored: unknown): HomeEntry[] {
  const own = knownEntries(Array.isArray(stored) ? stored : []);
  return [...own, ...homeEntries.filter((id) => !own.includes(id))];
}

/** One place to the front (−1) or to the back (1); at an end it stays. */
export function moved(order: readonly HomeEntry[], id: HomeEntry, step: -1 | 1): HomeEntry[] {
  const from = order.indexOf(id);
  const to = from + step;
  const next = [...order];
  const other = next[to];
  if (from < 0 || other === undefined) return next;
  next[to] = id;
  next[from] = other;
  return next;
}
