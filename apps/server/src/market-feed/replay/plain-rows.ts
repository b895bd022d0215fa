import { dayOfDate } from "./fields.ts";

/** Where each of a row's values is kept. */
export const slots = [
  ...(["day", "open", "high", "low", "close", "volume", "turnoverMinor", "previousClose"] as const),
  ...(["adjustment", "step", "splits", "dividends", "takenOutDividends"] as const),
] as const;
export type Slot = (typeof slots)[number];

/** What is read of a row: numbers in units of their `digits`th decimal. */
export type PlainColumns = {
  symbolAt: number;
  perAt: number;
  dateAt: number;
  numbers: readonly { slot: Slot; at: number; digits: number }[];
};

export type PlainRows = {
  /** Of the row that was read last, in the order of `slots`; NaN where it has no such column. */
  values: Float64Array;
  /** Decimals of its adjustment. */
  decimals(): number;
  /**
   * Reads the line at `from`, which a line feed ends. Answers where the next one begins; −1 for any line that is not in the
   * plainest spelling or not of `symbol`, which the reader of fields is to look at.
   */
  read(bytes: Uint8Array, from: number, symbol: Uint8Array): number;
};

const [passed, ofNumber, ofDate, ofSymbol, ofPer] = [0, 1, 2, 3, 4];
const [lineFeed, carriageReturn, quote, dot, minus, slash] = [0x0a, 0x0d, 0x22, 0x2e, 0x2d, 0x2f];
const [zero, nine, colon, plus, letterT, zulu] = [0x30, 0x39, 0x3a, 0x2b, 0x54, 0x5a];
const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);
const columnsMax = 256;

/**
 * Reads rows in one look at each byte: of fifteen million nearly all are digits, points and delimiters. It takes nothing
 * that `numberAt` and `dayAt` would read otherwise. Null for a table that it is not for.
 */
export function createPlainRows(
  { symbolAt, perAt, dateAt, numbers }: PlainColumns,
  { needed, width, delimiter }: { needed: number; width: number; delimiter: number },
): PlainRows | null {
  if (!(width <= columnsMax)) return null;
  const kinds = new Uint8Array(width);
  const slotOf = new Uint8Array(width);
  const digitsOf = new Uint8Array(width);
  const wanted = [
    { at: dateAt, kind: ofDate },
    { at: symbolAt, kind: ofSymbol },
    { at: perAt, kind: ofPer },
    ...numbers.map(({ at }) => ({ at, kind: ofNumber })),
  ].filter(({ at }) => at >= 0);
  for (const { at, kind } of wanted) {
    // Two meanings of one column.
    if (kinds[at] !== passed) return null;
    kinds[at] = kind;
  }
  const values = new Float64Array(slots.length).fill(Number.NaN);
  for (const { slot, at, digits } of numbers) {
    if (at < 0) continue;
    slotOf[at] = slots.indexOf(slot);
    digitsOf[at] = digits;
  }
  const adjustment = slots.indexOf("adjustment");
  const last = needed - 1;
  let decimals = 0;
  const dayOf = createDays();

  /** After `2014-06-05`, `2014/06/05` or `20140605` and midnight in whatever zone; −1 for another spelling. */
  function afterDate(bytes: Uint8Array, from: number): number {
    let at = from;
    let date = 0;
    for (let count = 0; count < 8; count += 1) {
      if (count === 4 || count === 6) {
        const sign = bytes[at]!;
        if (sign === minus || sign === slash) at += 1;
      }
      const digit = bytes[at]! - zero;
      if (!(digit >= 0 && digit <= 9)) return -1;
      date = date * 10 + digit;
      at += 1;
    }
    const day = dayOf(date);
    if (Number.isNaN(day)) return -1;
    values[0] = day;
    const sign = bytes[at]!;
    return sign === 0x20 || sign === letterT ? afterMidnight(bytes, at + 1) : at;
  }

  return {
    values,
    decimals: () => decimals,
    read(bytes, from, symbol) {
      let at = from;
      for (let column = 0; column < width; column += 1) {
        const kind = kinds[column]!;
        if (kind === ofNumber) {
          const digits = digitsOf[column]!;
          const began = at;
          let value = 0;
          let sign = bytes[at]!;
          while (sign >= zero && sign <= nine) {
            value = value * 10 + (sign - zero);
            at += 1;
            sign = bytes[at]!;
          }
          if (at === began) return -1;
          let written = 0;
          let roundsUp = false;
          if (sign === dot) {
            at += 1;
            sign = bytes[at]!;
            while (sign >= zero && sign <= nine) {
              if (written < digits) value = value * 10 + (sign - zero);
              else if (written === digits) roundsUp = sign >= 0x35;
              written += 1;
              at += 1;
              sign = bytes[at]!;
            }
          }
          if (written < digits) value *= powers[digits - written]!;
          if (roundsUp) value += 1;
          // What floating numbers cannot hold exactly.
          if (value > Number.MAX_SAFE_INTEGER) return -1;
          const slot = slotOf[column]!;
          values[slot] = value;
          if (slot === adjustment) decimals = written;
        } else if (kind === passed) {
          let sign = bytes[at]!;
          while (sign !== delimiter && sign !== lineFeed) {
            if (sign === quote) return -1;
            at += 1;
            sign = bytes[at]!;
          }
        } else if (kind === ofDate) {
          at = afterDate(bytes, at);
          if (at < 0) return -1;
        } else if (kind === ofSymbol) {
          const { length } = symbol;
          for (let index = 0; index < length; index += 1) {
            if (bytes[at + index] !== symbol[index]) return -1;
          }
          at += length;
        } else {
          // D or d.
          if ((bytes[at]! | 0x20) !== 0x64) return -1;
          at += 1;
        }
        const end = bytes[at]!;
        if (end === delimiter) at += 1;
        else if (end === lineFeed) return column >= last ? at + 1 : -1;
        else if (end === carriageReturn && bytes[at + 1] === lineFeed)
          return column >= last ? at + 2 : -1;
        else return -1;
      }
      return -1;
    },
  };
}

/** Days of dates as numbers (`20140605`): nearly all are of the month of the one before. */
function createDays(): (date: number) => number {
  let [dateRead, dayRead] = [-1, Number.NaN];
  let [monthRead, monthBegins] = [-1, Number.NaN];
  return (date) => {
    if (date === dateRead) return dayRead;
    const [month, day] = [Math.floor(date / 100), date % 100];
    if (month !== monthRead) {
      monthRead = month;
      monthBegins = dayOfDate(Math.floor(month / 100), month % 100, 1);
    }
    dateRead = date;
    dayRead =
      day >= 1 && day <= 28
        ? monthBegins + day - 1
        : dayOfDate(Math.floor(month / 100), month % 100, day);
    return dayRead;
  };
}

/** Behind a midnight with or without its zone; −1 for another time. */
function afterMidnight(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === zero || bytes[at] === colon || bytes[at] === dot) at += 1;
  if (at === from) return -1;
  const sign = bytes[at]!;
  if (sign !== plus && sign !== minus && sign !== zulu) return at;
  at += 1;
  while ((bytes[at]! >= zero && bytes[at]! <= nine) || bytes[at] === colon) at += 1;
  return at;
}
