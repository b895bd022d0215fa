import { needsWide, compactNumbers, type CompactNumbers } from "../compact-numbers.ts";
import { lotsPerMinuteMin, type DayMinutes, type SimulatedDay } from "./stock-day.ts";
import { seedFor, streams, type KeyedRandom, type SeedWords } from "./random.ts";
import { snap, tickAt, type TickGrid } from "./tick-grid.ts";

type MinutesQuestion = {
  readonly day: SimulatedDay;
  readonly minutes: number;
  readonly lotSize: number;
  readonly grid: TickGrid;
  readonly words: SeedWords;
  readonly entity: number;
  /** Days since 1970-01-01. */
  readonly dayNumber: number;
};

/**
 * The minutes whose sum is the given day: the first opens at its open, the last closes at its close,
 * some minute touches its high and some its low and none goes beyond, the lots add up to its volume.
 * Nothing but the day and the key decides them.
 */
export function minutesOf(question: MinutesQuestion, random: KeyedRandom): DayMinutes {
  const { day, minutes, grid, words, entity, dayNumber } = question;
  seedFor(random, words, streams.minute, entity, dayNumber);
  const weights = sessionWeights(minutes, random);
  const path = bridge(day, weights, random);
  const prices = () => compactNumbers(needsWide(day.high), minutes);
  const [open, high, low, close] = [prices(), prices(), prices(), prices()];
  const wick = ((day.high - day.low) / Math.sqrt(minutes)) * 0.6;
  let previous = day.open;
  for (let index = 0; index < minutes; index += 1) {
    const isLast = index === minutes - 1;
    const end = isLast ? day.close : inside(day, snap(grid, path[index + 1]!));
    const start = previous;
    open[index] = start;
    close[index] = end;
    high[index] = reachUp(day, grid, Math.max(start, end), wick * random.uniform());
    low[index] = reachDown(day, grid, Math.min(start, end), wick * random.uniform());
    previous = end;
  }
  touchExtremes(day, { open, high, low, close }, random);
  return { open, high, low, close, lots: shareLots(question, weights) };
}

/** How busy each minute is: most at the open and the close, least in the middle, with bursts. */
function sessionWeights(minutes: number, random: KeyedRandom): Float64Array {
  const weights = new Float64Array(minutes);
  for (let index = 0; index < minutes; index += 1) {
    const away = (2 * (index + 0.5)) / minutes - 1;
    const square = away * away;
    const uShape = 0.55 + 0.7 * square + 1.4 * square * square * square;
    const noise = random.uniform();
    weights[index] = uShape * (0.5 + 0.6 * noise + 1.2 * noise * noise * noise * noise);
  }
  return weights;
}

/**
 * A random walk through four points: the open, the high and the low at times of their own, the
 * close. Between them it wanders as far as the day's range suggests and turns back at high and low.
 */
function bridge(day: SimulatedDay, weights: Float64Array, random: KeyedRandom): Float64Array {
  const steps = weights.length;
  const path = new Float64Array(steps + 1);
  const stepSize = ((day.high - day.low) * 0.8) / Math.sqrt(steps);
  const ways = waypoints(day, steps, random);
  path[0] = day.open;
  for (let leg = 1; leg < ways.length; leg += 1) {
    const from = ways[leg - 1]!;
    const to = ways[leg]!;
    let walked = 0;
    for (let step = from.at + 1; step <= to.at; step += 1) {
      walked += stepSize * Math.sqrt(weights[step - 1]!) * random.normal();
      path[step] = walked;
    }
    const length = to.at - from.at;
    for (let step = from.at + 1; step <= to.at; step += 1) {
      const part = (step - from.at) / length;
      const onLine = from.value + (to.value - from.value) * part;
      path[step] = turnBack(day, onLine + path[step]! - walked * part);
    }
  }
  return path;
}

type Waypoint = { at: number; value: number };

/** An extreme that is the open or the close needs no time of its own. */
function waypoints(day: SimulatedDay, steps: number, random: KeyedRandom): Waypoint[] {
  const { open, high, low, close } = day;
  const [early, late] = extremeTimes(steps, random);
  // A rising day more often makes its low first.
  const isLowFirst = random.uniform() < (close >= open ? 0.75 : 0.25);
  const ways = [
    { at: 0, value: open },
    ...(isLowFirst
      ? [
          { at: early, value: low },
          { at: late, value: high },
        ]
      : [
          { at: early, value: high },
          { at: late, value: low },
        ]
    ).filter(({ value }) => value !== open && value !== close),
    { at: steps, value: close },
  ];
  return ways;
}

/**
 * When the day's two extremes happen: half of the days near its two ends, else anywhere, but never so
 * close together that the price would leap from one to the other.
 */
function extremeTimes(steps: number, random: KeyedRandom): [early: number, late: number] {
  const [one, other] = [random.uniform(), random.uniform()];
  const isAtEnds = random.uniform() < 0.5;
  const first = isAtEnds ? 0.5 * one * one : Math.min(one, other);
  const second = isAtEnds ? 1 - 0.5 * other * other : Math.max(one, other);
  const apart = Math.max(0, 0.15 - (second - first)) / 2;
  const early = Math.max(0.02, Math.min(0.8, first - apart));
  const late = Math.min(0.98, Math.max(early + 0.15, second + apart));
  return [Math.floor(early * steps), Math.floor(late * steps)];
}

/** Mirrors what would leave the day's range back into it. */
function turnBack(day: SimulatedDay, value: number): number {
  if (value > day.high) return Math.max(day.low, 2 * day.high - value);
  if (value < day.low) return Math.min(day.high, 2 * day.low - value);
  return value;
}

function inside(day: SimulatedDay, value: number): number {
  return Math.max(day.low, Math.min(day.high, value));
}

function reachUp(day: SimulatedDay, grid: TickGrid, from: number, distance: number): number {
  const tick = tickAt(grid, from);
  return Math.min(day.high, Math.max(from, snap(grid, from + Math.floor(distance / tick) * tick)));
}

function reachDown(day: SimulatedDay, grid: TickGrid, from: number, distance: number): number {
  const tick = tickAt(grid, from);
  return Math.max(day.low, Math.min(from, snap(grid, from - Math.floor(distance / tick) * tick)));
}

/** Where rounding left the path a tick short of the day's high or low, the closest minute reaches it. */
function touchExtremes(
  day: SimulatedDay,
  { high, low }: Pick<DayMinutes, "open" | "high" | "low" | "close">,
  random: KeyedRandom,
): void {
  // A path without a peak of its own (it ends at its highest point) gets one anywhere near it.
  const start = random.below(high.length);
  let highest = start;
  let lowest = start;
  for (let index = 0; index < high.length; index += 1) {
    if (high[index]! > high[highest]!) highest = index;
    if (low[index]! < low[lowest]!) lowest = index;
  }
  high[highest] = day.high;
  low[lowest] = day.low;
}

/** The least for every minute, the rest by weight; rounding the running sum keeps the total exact. */
function shareLots(
  { day, minutes, lotSize }: MinutesQuestion,
  weights: Float64Array,
): CompactNumbers {
  const lots = compactNumbers(needsWide(day.volume / lotSize), minutes);
  const free = day.volume / lotSize - minutes * lotsPerMinuteMin;
  let total = 0;
  for (const weight of weights) total += weight;
  let sum = 0;
  let given = 0;
  for (let index = 0; index < minutes; index += 1) {
    sum += weights[index]!;
    const until = index === minutes - 1 ? free : Math.min(free, Math.floor((free * sum) / total));
    lots[index] = lotsPerMinuteMin + until - given;
    given = until;
  }
  return lots;
}
