import { seedFor, streams, type KeyedRandom, type SeedWords } from "./random.ts";
import { snap, tickAt, type TickGrid } from "./tick-grid.ts";

/** Room for one minute's trades, filled anew by each call. */
export type MinuteTicks = {
  count: number;
  /** Milliseconds after the minute's start, strictly increasing. */
  readonly offsetMs: Float64Array;
  /** In units of Price. */
  readonly price: Float64Array;
  readonly lots: Float64Array;
  /** 1 when a buyer took the best ask, −1 when a seller hit the best bid. */
  readonly side: Int8Array;
};

/** Each trade has its own slot of the minute, so two of a stock are never more than 8 seconds apart. */
export const ticksMin = 15;
const ticksMax = 96;

export function roomForTicks(): MinuteTicks {
  return {
    count: 0,
    offsetMs: new Float64Array(ticksMax),
    price: new Float64Array(ticksMax),
    lots: new Float64Array(ticksMax),
    side: new Int8Array(ticksMax),
  };
}

type MinuteBar = { open: number; high: number; low: number; close: number; lots: number };

export type TicksQuestion = {
  readonly bar: MinuteBar;
  /** Lots in an average minute of the day, at least 15. */
  readonly averageLots: number;
  readonly ticksPerMinute: number;
  readonly grid: TickGrid;
  readonly words: SeedWords;
  readonly entity: number;
  /** Days since 1970-01-01 × 2048 + the minute's number in its day. */
  readonly key: number;
};

/**
 * The trades whose sum is the given minute: the first is at its open, the last at its close, one at
 * its high and one at its low, the lots add up. A busy minute has more of them.
 */
export function fillTicks(question: TicksQuestion, room: MinuteTicks, random: KeyedRandom): void {
  fillTrades(question, room, random);
  const { count } = room;
  let before = question.bar.open;
  for (let index = 0; index < count; index += 1) {
    room.offsetMs[index] = Math.floor(((index + 0.1 + 0.8 * random.uniform()) * 60_000) / count);
    const value = room.price[index]!;
    const coin = random.next() & 1 ? 1 : -1;
    room.side[index] = value > before ? 1 : value < before ? -1 : coin;
    before = value;
  }
}

/** The same trades without their times and sides: all that a sum over them needs. */
export function fillTrades(question: TicksQuestion, room: MinuteTicks, random: KeyedRandom): void {
  const { bar, averageLots, ticksPerMinute, words, entity, key } = question;
  seedFor(random, words, streams.tick, entity, key);
  const busy = Math.max(0.6, Math.min(1.6, bar.lots / averageLots));
  const wanted = Math.floor(ticksPerMinute * busy * (0.7 + 0.6 * random.uniform()));
  room.count = Math.max(ticksMin, Math.min(wanted, bar.lots, ticksMax));
  // One draw decides a trade's price and its size.
  for (let index = 0; index < room.count; index += 1) {
    const bits = random.next();
    room.price[index] = (bits & 0xffff) / 65_536 - 0.5;
    room.lots[index] = (bits >>> 16) / 65_536;
  }
  fillPrices(question, room, random);
  fillLots(bar.lots, room);
}

/** Open, both extremes at trades of their own, close; in between a line that the drawn noise shakes. */
function fillPrices({ bar, grid }: TicksQuestion, room: MinuteTicks, random: KeyedRandom): void {
  const { open, high, low, close } = bar;
  const end = room.count - 1;
  const inner = end - 1;
  const one = 1 + random.below(inner);
  const other = 1 + ((one + random.below(inner - 1)) % inner);
  const early = Math.min(one, other);
  const late = Math.max(one, other);
  // A rising minute more often makes its low first.
  const isLowFirst = random.uniform() < (close >= open ? 0.7 : 0.3);
  const earlyPrice = isLowFirst ? low : high;
  const latePrice = isLowFirst ? high : low;
  room.price[0] = open;
  fillLeg(room, bar, grid, 0, early, earlyPrice);
  fillLeg(room, bar, grid, early, late, latePrice);
  fillLeg(room, bar, grid, late, end, close);
}

function fillLeg(
  room: MinuteTicks,
  { high, low }: MinuteBar,
  grid: TickGrid,
  from: number,
  to: number,
  toPrice: number,
): void {
  const fromPrice = room.price[from]!;
  const slope = (toPrice - fromPrice) / (to - from);
  const noise = (high - low) * 0.6;
  const tick = tickAt(grid, low);
  const isOneTick = tick === tickAt(grid, high);
  for (let index = from + 1; index < to; index += 1) {
    const target = fromPrice + slope * (index - from) + noise * room.price[index]!;
    const moved = isOneTick ? Math.floor(target / tick + 0.5) * tick : snap(grid, target);
    room.price[index] = moved > high ? high : moved < low ? low : moved;
  }
  room.price[to] = toPrice;
}

/** One lot for every trade, the rest by chance: mostly small, now and then a large one. */
function fillLots(lots: number, room: MinuteTicks): void {
  const { count } = room;
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const chance = room.lots[index]!;
    const weight = 0.1 + chance * chance * chance * chance;
    room.lots[index] = weight;
    total += weight;
  }
  const free = lots - count;
  const scale = free / total;
  let sum = 0;
  let given = 0;
  for (let index = 0; index < count; index += 1) {
    sum += room.lots[index]!;
    const until = index === count - 1 ? free : Math.min(free, Math.floor(sum * scale));
    room.lots[index] = 1 + until - given;
    given = until;
  }
}
