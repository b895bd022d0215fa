import { hasOddQuotes } from "./open-quotes.ts";
import { plainNumber, type DecimalSign } from "./numbers.ts";

/** The fields of one line at a time, as places in its bytes: no text is made of what is only a number. */
export type Fields = {
  bytes: Buffer;
  count: number;
  /** Field `index` stands from `at[2 * index]` up to `at[2 * index + 1]`. */
  at: Int32Array;
  /** Whether a quote was left open, or closes one of a line before. */
  isQuoteOdd: boolean;
};

const fieldsMax = 512;
const quote = 0x22;
const unitSeparator = 0x1f;

export function createFields(): Fields {
  return { bytes: Buffer.alloc(0), count: 0, at: new Int32Array(2 * fieldsMax), isQuoteOdd: false };
}

/** Places the fields of a line; whatever stands in quotes may hold the delimiter. */
export function placeFields(
  fields: Fields,
  bytes: Buffer,
  from: number,
  until: number,
  delimiter: number,
): void {
  fields.bytes = bytes;
  fields.count = 0;
  fields.isQuoteOdd = false;
  let start = from;
  for (let at = from; at < until; at += 1) {
    const sign = bytes[at];
    if (sign === quote) {
      const line = bytes.toString("utf8", from, until);
      const texts = quotedFields(line, String.fromCharCode(delimiter));
      const joined = Buffer.from(texts.join("\u001f"));
      placeFields(fields, joined, 0, joined.length, unitSeparator);
      fields.isQuoteOdd = hasOddQuotes(line);
      return;
    }
    if (sign !== delimiter) continue;
    place(fields, start, at);
    start = at + 1;
  }
  place(fields, start, until);
}

function place(fields: Fields, from: number, until: number): void {
  if (fields.count >= fieldsMax) return;
  const { bytes, at, count } = fields;
  let [start, end] = [from, until];
  while (start < end && bytes[start] === 0x20) start += 1;
  while (end > start && bytes[end - 1] === 0x20) end -= 1;
  at[2 * count] = start;
  at[2 * count + 1] = end;
  fields.count = count + 1;
}

/** A line that quotes some of its fields; two quotes within a quoted one are one of its text. */
export function quotedFields(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const found: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (sign === '"') {
      if (!isQuoted && at > 0 && line[at - 1] === '"') field += '"';
      isQuoted = !isQuoted;
    } else if (sign === delimiter && !isQuoted) {
      found.push(field);
      field = "";
    } else field += sign;
  }
  return [...found, field];
}

export function textOf(fields: Fields, index: number): string {
  if (index >= fields.count) return "";
  return fields.bytes.toString("utf8", fields.at[2 * index], fields.at[2 * index + 1]);
}

export function textsOf(fields: Fields): string[] {
  return Array.from({ length: fields.count }, (_, index) => textOf(fields, index));
}

const keyBytesMax = 6;

/** A field of a few bytes as a number, which is found faster than a text; −1 for a longer one. */
export function keyOf(fields: Fields, index: number): number {
  const { bytes, at } = fields;
  const [from, until] = [at[2 * index]!, at[2 * index + 1]!];
  if (until - from > keyBytesMax) return -1;
  let key = until - from;
  for (let place = from; place < until; place += 1) key = key * 256 + bytes[place]!;
  return key;
}

const [zero, nine, dot] = [0x30, 0x39, 0x2e];

/**
 * A number that is not below zero, in units of its `digits`th decimal, further ones rounded half up; NaN for
 * anything else. What floating numbers cannot hold exactly is no number of a market.
 */
export function numberAt(
  fields: Fields,
  index: number,
  digits: number,
  decimalSign: DecimalSign = "point",
): number {
  if (index < 0 || index >= fields.count) return Number.NaN;
  const { bytes, at } = fields;
  const until = at[2 * index + 1]!;
  let value = 0;
  let decimals = -1;
  let isAny = false;
  let roundsUp = false;
  for (let place = at[2 * index]!; place < until; place += 1) {
    const sign = bytes[place]!;
    if (sign >= zero && sign <= nine) {
      isAny = true;
      if (decimals < 0 || decimals < digits) value = value * 10 + (sign - zero);
      else if (decimals === digits) roundsUp = sign >= 0x35;
      if (decimals >= 0) decimals += 1;
    } else if (sign === dot && decimals < 0 && decimalSign === "point") decimals = 0;
    else return numberOf(plainNumber(textOf(fields, index), decimalSign), digits);
  }
  if (!isAny) return Number.NaN;
  for (let count = Math.max(0, decimals); count < digits; count += 1) value *= 10;
  if (roundsUp) value += 1;
  return value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** The same of a plain decimal, or one such as `1.2e+07`, as some programs write a volume. */
function numberOf(text: string, digits: number): number {
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(text)) {
    const value = Math.round(Number(text) * 10 ** digits);
    return value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
  }
  const [, whole = "", fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === "" && fraction === "") return Number.NaN;
  const kept = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  const value = kept + Number((fraction[digits] ?? "0") >= "5");
  return value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** How many decimals a field has. */
export function decimalsAt(fields: Fields, index: number): number {
  const { bytes, at } = fields;
  const until = at[2 * index + 1]!;
  for (let place = at[2 * index]!; place < until; place += 1) {
    if (bytes[place] === dot) return until - place - 1;
  }
  return 0;
}

/**
 * Days since 1970-01-01 of `2014-06-05`, `2014/06/05` or `20140605`, and nothing after it but midnight in whatever zone,
 * which is how programs write a day; NaN else.
 */
export function dayAt(fields: Fields, index: number): number {
  if (index < 0 || index >= fields.count) return Number.NaN;
  const { bytes, at } = fields;
  const until = at[2 * index + 1]!;
  let value = 0;
  let count = 0;
  for (let place = at[2 * index]!; place < until; place += 1) {
    const sign = bytes[place]!;
    if (sign >= zero && sign <= nine) {
      value = value * 10 + (sign - zero);
      count += 1;
    } else if (count === 8 && (sign === 0x20 || sign === 0x54)) {
      if (!isMidnight(bytes, place + 1, until)) return Number.NaN;
      break;
    } else if (!((sign === 0x2d || sign === 0x2f) && (count === 4 || count === 6))) {
      return Number.NaN;
    }
  }
  // A separator after fewer digits is another order, or an unpadded day.
  if (count !== 8) return Number.NaN;
  return dayOfDate(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100);
}

const [colon, plus, minus, zulu] = [0x3a, 0x2b, 0x2d, 0x5a];

/** `00:00:00-05:00`. */
function isMidnight(bytes: Buffer, from: number, until: number): boolean {
  for (let place = from; place < until; place += 1) {
    const sign = bytes[place]!;
    if (sign === plus || sign === minus || sign === zulu) return place > from;
    if (sign !== zero && sign !== colon && sign !== dot) return false;
  }
  return until > from;
}

/** Counted and not looked up, as fifteen million rows ask; NaN for the 30th of February. */
export function dayOfDate(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const isFebruary = month === 2;
  const last = isFebruary ? (isLeap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1);
  if (day > last) return Number.NaN;
  // Years are counted from March, so that a leap day is the last of one.
  const from = month > 2 ? year : year - 1;
  const sinceMarch = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * sinceMarch + 2) / 5) + day - 1;
  const leapDays = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400);
  return 365 * from + leapDays + dayOfYear - 719_468;
}
