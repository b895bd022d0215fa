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

export type MinuteBar = { open: number; high: number; low: number; close: number; lots: number };

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
  fillPrices(question, room, room.count, random);
  fillLots(bar.lots, room, room.count, random);
}

function fillPrices(
  { bar, grid }: TicksQuestion,
  room: MinuteTicks,
  count: number,
  random: KeyedRandom,
): void {
  const { open, high, low, close } = bar;
  const inner = count - 2;
  const one = 1 + random.below(inner);
  const other = 1 + ((one - 1 + 1 + random.below(inner - 1)) % inner);
  const [early, late] = one < other ? [one, other] : [other, one];
  // A rising minute more often makes its low first.
  const lowFirst = random.uniform() < (close >= open ? 0.7 : 0.3);
  const [earlyPrice, latePrice] = lowFirst ? [low, high] : [high, low];
  const noise = (high - low) * 0.6;
  const lowTick = tickAt(grid, low);
  const isOneTick = lowTick === tickAt(grid, high);
  for (let index = 0; index < count; index += 1) {
    let value: number;
    if (index === 0) value = open;
    else if (index === count - 1) value = close;
    else if (index === early) value = earlyPrice;
    else if (index === late) value = latePrice;
    else {
      const onLine =
        index < early
          ? between(0, open, early, earlyPrice, index)
          : index < late
            ? between(early, earlyPrice, late, latePrice, index)
            : between(late, latePrice, count - 1, close, index);
      const target = onLine + noise * (random.uniform() - 0.5);
      const moved = isOneTick ? Math.floor(target / lowTick + 0.5) * lowTick : snap(grid, target);
      value = Math.max(low, Math.min(high, moved));
    }
    room.price[index] = value;
  }
}

function between(from: number, fromPrice: number, to: number, toPrice: number, at: number): number {
  return fromPrice + ((toPrice - fromPrice) * (at - from)) / (to - from);
}

/** One lot for every trade, the rest by chance: mostly small, now and then a large one. */
function fillLots(lots: number, room: MinuteTicks, count: number, random: KeyedRandom): void {
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const chance = random.uniform();
    const weight = 0.1 + chance * chance * chance * chance;
    room.lots[index] = weight;
    total += weight;
  }
  const free = lots - count;
  let sum = 0;
  let given = 0;
  for (let index = 0; index < count; index += 1) {
    sum += room.lots[index]!;
    const until = index === count - 1 ? free : Math.min(free, Math.floor((free * sum) / total));
    room.lots[index] = 1 + until - given;
    given = until;
  }
}
