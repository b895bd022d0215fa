import { price, shares, type MarketKey } from "@sanshi/money";
import { compactNumbers, needsWide, type CompactNumbers } from "../compact-numbers.ts";
import { dayLengthMs } from "./day-length.ts";
import { dateOf } from "./day-numbers.ts";
import { estimatedTurnover, openingOf, type RecordedBar } from "./recorded-rows.ts";

/** One day of a file: prices in ten-thousandths, money in the minor unit, NaN where it is not told. */
export type DayRow = {
  day: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnoverMinor: number;
  previousClose: number;
  /** The vendor's own closes or factors, from which splits and dividends may be told; NaN without. */
  adjustment: number;
};

/**
 * A stock's days, oldest first once `settle` was called. Fifteen million of them must fit into memory: they are kept
 * in a few bytes each and made a bar when one is asked for.
 */
export type DaySeries = {
  readonly length: number;
  /** False for a day that is there already: the first row stays. */
  add(row: DayRow): boolean;
  settle(): void;
  row(index: number): DayRow;
  bar(index: number): RecordedBar;
  dayAt(index: number): number;
  /** What a row has of these, without the others. */
  closeAt(index: number): number;
  toldAt(name: "previousClose" | "adjustment", index: number): number;
  /** The last index whose day is at or before `day`; −1 without one. */
  indexAt(day: number): number;
  /** Keeps a factor beside the day that it is of; false where that day is not there. */
  adjust(day: number, value: number): boolean;
  /** Forgets the adjustments, of which the events have been made. */
  forgetAdjustments(): void;
};

const rowsPerChunk = 512;
/** A folder of many files may have a few days of each stock. */
const rowsOfFirst = 16;
const columns = 6;
/** Days before 1970 are kept as numbers above zero too. */
const dayShift = 1_000_000;

const optionalNames = ["turnoverMinor", "previousClose", "adjustment"] as const;
type Optional = Record<(typeof optionalNames)[number], CompactNumbers[]>;

/** The greatest narrow number stands for a value that a file does not have. */
const untold = 2 ** 32 - 1;
/** A narrow number is a value times this, and whole: many vendors write adjusted closes with at most four decimals. */
const scales: Record<keyof Optional, number> = {
  turnoverMinor: 1,
  previousClose: 1,
  adjustment: 10_000,
};

export function createDaySeries(market: MarketKey): DaySeries {
  let chunks: CompactNumbers[] = [];
  let optional: Optional = { turnoverMinor: [], previousClose: [], adjustment: [] };
  let length = 0;
  let isWide = false;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isSorted = true;
  /** Made only where files overlap. */
  let kept: Set<number> | null = null;

  function widen(): void {
    isWide = true;
    chunks = chunks.map((chunk) => Float64Array.from(chunk));
  }

  function write(row: DayRow): void {
    const { day, open, high, low, close, volume } = row;
    if (!isWide && (needsWide(high) || needsWide(volume))) widen();
    const at = (length % rowsPerChunk) * columns;
    const chunk = chunkFor(chunks, at, isWide);
    chunk[at] = day + dayShift;
    chunk[at + 1] = open;
    chunk[at + 2] = high;
    chunk[at + 3] = low;
    chunk[at + 4] = close;
    chunk[at + 5] = volume;
    for (const name of optionalNames) {
      if (!Number.isNaN(row[name])) keepAt(optional[name], length, row[name], scales[name]);
    }
    length += 1;
  }

  function cell(index: number, column: number): number {
    const at = Math.floor(index / rowsPerChunk);
    return chunks[at]![(index % rowsPerChunk) * columns + column]!;
  }
  const optionalAt = (name: keyof Optional, index: number) =>
    toldAt(optional[name], index, scales[name]);
  const dayAt = (index: number) => cell(index, 0) - dayShift;

  function row(index: number): DayRow {
    return {
      day: dayAt(index),
      open: cell(index, 1),
      high: cell(index, 2),
      low: cell(index, 3),
      close: cell(index, 4),
      volume: cell(index, 5),
      turnoverMinor: optionalAt("turnoverMinor", index),
      previousClose: optionalAt("previousClose", index),
      adjustment: optionalAt("adjustment", index),
    };
  }

  function indexAt(day: number): number {
    let [low, high] = [-1, length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (dayAt(middle) <= day) low = middle;
      else high = middle;
    }
    return low;
  }

  function isThere(day: number): boolean {
    if (day > most || day < least) return false;
    if (day === most || day === least) return true;
    kept ??= new Set(Array.from({ length }, (_, index) => dayAt(index)));
    return kept.has(day);
  }

  return {
    get length() {
      return length;
    },
    add(added) {
      if (isThere(added.day)) return false;
      if (added.day < most) isSorted = false;
      least = Math.min(least, added.day);
      most = Math.max(most, added.day);
      kept?.add(added.day);
      write(added);
      return true;
    },
    settle() {
      kept = null;
      if (isSorted) return;
      const order = Int32Array.from({ length }, (_, index) => index);
      order.sort((left, right) => dayAt(left) - dayAt(right));
      const rows = createDaySeries(market);
      for (const index of order) rows.add(row(index));
      [chunks, optional] = [[], { turnoverMinor: [], previousClose: [], adjustment: [] }];
      length = 0;
      for (let index = 0; index < rows.length; index += 1) write(rows.row(index));
      isSorted = true;
    },
    row,
    bar: (index) => barOfRow(market, row(index)),
    dayAt,
    closeAt: (index) => cell(index, 4),
    toldAt: optionalAt,
    indexAt,
    adjust(day, value) {
      const index = indexAt(day);
      if (index < 0 || dayAt(index) !== day) return false;
      keepAt(optional.adjustment, index, value, scales.adjustment);
      return true;
    },
    forgetAdjustments() {
      optional.adjustment = [];
    },
  };
}

/** Keeps what not every row has. A chunk begins as narrow as its first value is, and becomes wide where one does not fit. */
function keepAt(chunks: CompactNumbers[], index: number, value: number, scale: number): void {
  const at = Math.floor(index / rowsPerChunk);
  const scaled = Math.round(value * scale);
  const fits = scaled >= 0 && scaled < untold && scaled / scale === value;
  let chunk = (chunks[at] ??= fits
    ? new Uint32Array(rowsPerChunk).fill(untold)
    : new Float64Array(rowsPerChunk).fill(Number.NaN));
  if (!fits && chunk instanceof Uint32Array) {
    chunks[at] = chunk = Float64Array.from(chunk, (narrow) => toldBy(narrow, scale));
  }
  chunk[index % rowsPerChunk] = chunk instanceof Uint32Array ? scaled : value;
}

function toldAt(chunks: readonly CompactNumbers[], index: number, scale: number): number {
  const chunk = chunks[Math.floor(index / rowsPerChunk)];
  if (chunk === undefined) return Number.NaN;
  const kept = chunk[index % rowsPerChunk]!;
  return chunk instanceof Uint32Array ? toldBy(kept, scale) : kept;
}

function toldBy(narrow: number, scale: number): number {
  return narrow === untold ? Number.NaN : narrow / scale;
}

/** Where the next row is written, which stands at `at` in the last chunk: a first one grows. */
function chunkFor(chunks: CompactNumbers[], at: number, isWide: boolean): CompactNumbers {
  const last = chunks.at(-1);
  if (last !== undefined && at > 0 && at < last.length) return last;
  const rows = at > 0 ? (2 * at) / columns : last === undefined ? rowsOfFirst : rowsPerChunk;
  const made = compactNumbers(isWide, rows * columns);
  if (at > 0) made.set(chunks.pop()!);
  chunks.push(made);
  return made;
}

function barOfRow(market: MarketKey, row: DayRow): RecordedBar {
  const tradingDate = dateOf(row.day);
  const [open, high, low, close] = [row.open, row.high, row.low, row.close].map(priceOf) as [
    RecordedBar["open"],
    RecordedBar["high"],
    RecordedBar["low"],
    RecordedBar["close"],
  ];
  const volume = shares(BigInt(row.volume));
  const isTold = !Number.isNaN(row.turnoverMinor);
  return {
    from: openingOf(market, tradingDate),
    lengthMs: dayLengthMs(market, tradingDate),
    tradingDate,
    ...{ open, high, low, close, volume },
    turnoverMinor: isTold
      ? BigInt(row.turnoverMinor)
      : estimatedTurnover(market, [open, high, low, close], volume),
    previousClose: Number.isNaN(row.previousClose) ? null : priceOf(row.previousClose),
    quotes: null,
  };
}

function priceOf(value: number): RecordedBar["open"] {
  return price(BigInt(value));
}
