/**
 * Where a page of a list ended, as the text that the client gives back: the one way of every list to write
 * and to read it. What does not read as such a place, letter for letter, is refused before any SQL sees it.
 */

/** What PostgreSQL's bigint holds at most. */
const numberMax = 2n ** 63n - 1n;
/** And its integer. */
const countMax = 2n ** 31n - 1n;
/** The end of the year 9999, in microseconds since the epoch. */
const momentMax = 253_402_300_799_999_999n;

const readers = {
  /** A whole number from 0 to 2^63 - 1. */
  number(text: string): bigint | undefined {
    if (!/^(?:0|[1-9]\d{0,18})$/.test(text)) return undefined;
    const number = BigInt(text);
    return number > numberMax ? undefined : number;
  },
  /** A whole number from 0 to 2^31 - 1. */
  count(text: string): number | undefined {
    const number = readers.number(text);
    return number === undefined || number > countMax ? undefined : Number(number);
  },
  /** Microseconds since the epoch, which is how exactly PostgreSQL keeps a time. */
  moment(text: string): bigint | undefined {
    const moment = readers.number(text);
    return moment === undefined || moment > momentMax ? undefined : moment;
  },
  /** A decimal that a list is sorted by, as PostgreSQL writes it. */
  decimal: (text: string) => (/^-?\d{1,20}(?:\.\d{1,9})?$/.test(text) ? text : undefined),
  /** A day of the calendar: `2026-11-22`. */
  day: (text: string) => (isDay(text) ? text : undefined),
  /** A stock's code. */
  stock: (text: string) => (/^[0-9A-Z][0-9A-Z.-]{0,11}$/.test(text) ? text : undefined),
  /** An invitation's code. */
  invitation: (text: string) => (/^[0-9A-Z-]{1,32}$/.test(text) ? text : undefined),
} satisfies Record<string, (text: string) => bigint | number | string | undefined>;

type Kind = keyof typeof readers;
type Part<K extends Kind> = NonNullable<ReturnType<(typeof readers)[K]>>;
export type Place<Kinds extends readonly Kind[]> = { [Index in keyof Kinds]: Part<Kinds[Index]> };

export function cursorOf(...place: readonly (bigint | number | string)[]): string {
  return Buffer.from(place.join("|")).toString("base64url");
}

/** The place that a cursor names: undefined without a cursor, null where no page ended with it. */
export function placeOf<const Kinds extends readonly Kind[]>(
  cursor: string | undefined,
  ...kinds: Kinds
): Place<Kinds> | null | undefined {
  if (cursor === undefined) return undefined;
  const parts = partsOf(cursor);
  if (parts?.length !== kinds.length) return null;
  const place = kinds.map((kind, index) => readers[kind](parts[index] ?? ""));
  return place.includes(undefined) ? null : (place as Place<Kinds>);
}

/** The same for a place of as many whole numbers as there were. */
export function numbersOf(cursor: string | undefined): bigint[] | null | undefined {
  if (cursor === undefined) return undefined;
  const numbers = partsOf(cursor)?.map(readers.number) ?? [undefined];
  return numbers.includes(undefined) ? null : (numbers as bigint[]);
}

/** Null where the text is not what `cursorOf` would have written. */
function partsOf(cursor: string): string[] | null {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  return cursorOf(text) === cursor ? text.split("|") : null;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
