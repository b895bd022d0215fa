import { barTimeOf } from "./fill-marks.ts";

/**
 * Where a moment stands among bars: the index of the bar that it belongs to. Before the first and after the last
 * bar it goes on in the bars' own usual distance, so that what was drawn there keeps its slope.
 */
export function placeOf(times: readonly number[], at: number): number {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (at < first) return -Math.round((first - at) / spacing(times));
  // What was rounded to a millisecond still reaches its bar.
  const beyond = Math.floor((at - last) / newestSpacing(times) + 0.001);
  if (beyond >= 1) return times.length - 1 + beyond;
  return times.indexOf(barTimeOf(times, at) ?? first);
}

/** The moment of a place: the inverse for whole places. */
export function momentOf(times: readonly number[], place: number): number {
  const index = Math.round(place);
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  if (index < 0) return Math.round(first + index * spacing(times));
  const beyond = index - times.length + 1;
  if (beyond > 0) return Math.round(last + beyond * newestSpacing(times));
  return times[index] ?? first;
}

/** Enough bars that nights and weekends are in their distance. */
const newestBars = 30;
const aloneMs = 86_400_000;

function newestSpacing(times: readonly number[]): number {
  return spacing(times.slice(-newestBars));
}

function spacing(times: readonly number[]): number {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  return times.length < 2 ? aloneMs : (last - first) / (times.length - 1);
}
