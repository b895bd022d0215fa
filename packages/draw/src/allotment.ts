import type { Allotment, Entry, Terms } from "./bundle.ts";
import { firstPlaces } from "./order.ts";

export type Outcome = {
  /** Those who got something, in the order drawn. */
  allotments: Allotment[];
  /** The numbers of those who got nothing, in the order drawn. */
  waiting: string[];
};

type Shares = Pick<Terms, "rule" | "quota_lots" | "min_lots">;

/** Who gets how much; `order` as `shuffle` leaves it, indices of entries. */
export function allot(terms: Shares, entries: readonly Entry[], order: Uint32Array): Outcome {
  const drawn = firstPlaces(order);
  const lots =
    terms.rule === "equal" ? equalLots(terms, entries, drawn) : lotsByLot(terms, entries, order);
  const outcome: Outcome = { allotments: [], waiting: [] };
  for (const index of drawn) {
    const number = entries[index]?.number ?? "";
    const got = lots[index] ?? 0;
    if (got > 0) outcome.allotments.push({ number, lots: got });
    else outcome.waiting.push(number);
  }
  return outcome;
}

function lotsByLot(
  { quota_lots: quota }: Shares,
  entries: readonly Entry[],
  order: Uint32Array,
): Float64Array {
  const lots = new Float64Array(entries.length);
  for (const index of order.subarray(0, quota)) lots[index] = (lots[index] ?? 0) + 1;
  return lots;
}

/** The minimum to as many as it suffices for, then one lot each, round and round, up to what they asked for. */
function equalLots(
  { quota_lots: quota, min_lots: minimum }: Shares,
  entries: readonly Entry[],
  drawn: readonly number[],
): Float64Array {
  const some = drawn.slice(0, Math.floor(quota / minimum));
  const wanted = some.map((index) => (entries[index]?.lots ?? minimum) - minimum);
  const left = quota - some.length * minimum;
  const rounds = fullRounds(wanted, left);
  const given = wanted.map((want) => Math.min(want, rounds));
  // The round that comes after begins with the first and ends where the lots do.
  let last = left - given.reduce((sum, got) => sum + got, 0);
  const lots = new Float64Array(entries.length);
  for (const [place, index] of some.entries()) {
    const takes = last > 0 && (wanted[place] ?? 0) > rounds ? 1 : 0;
    last -= takes;
    lots[index] = minimum + (given[place] ?? 0) + takes;
  }
  return lots;
}

/** How many rounds reach the last of those who still want something, found by halving. */
function fullRounds(wanted: readonly number[], left: number): number {
  const cost = (rounds: number) => wanted.reduce((sum, want) => sum + Math.min(want, rounds), 0);
  let enough = 0;
  let most = wanted.reduce((greatest, want) => Math.max(greatest, want), 0);
  while (enough < most) {
    const middle = Math.ceil((enough + most) / 2);
    if (cost(middle) <= left) enough = middle;
    else most = middle - 1;
  }
  return enough;
}
