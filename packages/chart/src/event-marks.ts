import { barTimeOf } from "./fill-marks.ts";

/** Something that happened to the stock: a letter at the foot of its bar. */
export type EventMark = { at: number; letter: string };

/** The letters of each bar, in the order in which they were handed over; each letter once. */
export function lettersByBar(
  times: readonly number[],
  events: readonly EventMark[],
): Map<number, readonly string[]> {
  const letters = new Map<number, readonly string[]>();
  for (const { at, letter } of events) {
    const time = barTimeOf(times, at);
    if (time === null) continue;
    const known = letters.get(time) ?? [];
    if (!known.includes(letter)) letters.set(time, [...known, letter]);
  }
  return letters;
}
