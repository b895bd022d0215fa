import { hash } from "node:crypto";

const partBytes = 32;

/** The last day that has a part of its own, 2099-12-31; later ones share it, and it is never revealed. */
export const lastDay = 47_481;

/**
 * A part for every day: the seed is the last day's, and each day's part is the SHA-256 of the next day's.
 * So a part tells all those before it, and none after it; and the hash of the first, published at birth,
 * binds all of them.
 */
export type DayParts = {
  of(day: number): Buffer;
  /** The SHA-256 of the first day's part: where whoever checks the chain must arrive. */
  anchor: Buffer;
};

/** The newest chain: whoever pins a market asks for the same one again at once, and it takes a while. */
let newest: { seed: Buffer; firstDay: number; parts: DayParts } | null = null;

/** Days are counted since 1970-01-01; of those before `firstDay` there are none. */
export function createDayParts(seed: Buffer, firstDay: number): DayParts {
  if (newest === null || newest.firstDay !== firstDay || !newest.seed.equals(seed)) {
    newest = { seed: Buffer.from(seed), firstDay, parts: makeDayParts(seed, firstDay) };
  }
  return newest.parts;
}

function makeDayParts(seed: Buffer, firstDay: number): DayParts {
  const count = lastDay - firstDay + 1;
  const parts = Buffer.alloc(count * partBytes);
  seed.copy(parts, (count - 1) * partBytes);
  let part = seed;
  for (let number = count - 2; number >= 0; number -= 1) {
    part = sha256(part);
    part.copy(parts, number * partBytes);
  }
  return { of: partReader(parts, firstDay), anchor: sha256(part) };
}

/** All parts up to a day of which the part was revealed. */
export function revealedDayParts(revealed: Buffer, day: number, firstDay: number): DayParts {
  const count = day - firstDay + 1;
  const parts = Buffer.alloc(count * partBytes);
  let part = revealed;
  for (let number = count - 1; number >= 0; number -= 1) {
    part.copy(parts, number * partBytes);
    part = sha256(part);
  }
  return { of: partReader(parts, firstDay, day), anchor: part };
}

function partReader(parts: Buffer, firstDay: number, newest = Infinity): DayParts["of"] {
  const count = parts.length / partBytes;
  return (day) => {
    if (day < firstDay || day > newest) throw new Error(`the part of day ${day} is not known`);
    const number = Math.min(day - firstDay, count - 1);
    return parts.subarray(number * partBytes, (number + 1) * partBytes);
  };
}

function sha256(data: Buffer): Buffer {
  return hash("sha256", data, "buffer");
}
