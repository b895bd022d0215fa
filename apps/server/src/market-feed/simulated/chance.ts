import { createHash } from "node:crypto";
import { seedWords, type SeedWords } from "./random.ts";

/**
 * Which facts the generator knows, because a database's past never changes: in edition 2 ChiNext's shares keep
 * the main boards' limits until 2020-08-24, in 1 the growth boards are alike.
 */
export const marketEditions = [1, 2] as const;
export type MarketEdition = (typeof marketEditions)[number];
export const newestEdition: MarketEdition = 2;

/** Where a simulated market's chance comes from. Days are counted since 1970-01-01. */
export type Chance = {
  readonly edition: MarketEdition;
  /** What never changes: how a company that the market was made with behaves. Public. */
  readonly lasting: SeedWords;
  /** What is drawn on a day. Throws for a day of which this process does not know the part. */
  of(day: number): SeedWords;
  /** The first day whose chance is secret until it is over; infinite where every day's is public. */
  readonly secretFrom: number;
  /**
   * What a company that the house added at a moment, on a day of its market, is drawn from: the secret of
   * that day, which nobody knew who chose the code.
   */
  birth(addedAt: number, day: number): SeedWords;
};

/** Every day follows from a text: the same prices for the same text, for whoever knows it. */
export function openChance(seed: string, edition: MarketEdition = newestEdition): Chance {
  const words = seedWords(seed);
  return { edition, lasting: words, of: () => words, secretFrom: Infinity, birth: () => words };
}

type SecretChance = {
  edition: MarketEdition;
  /** What the days before `secretFrom` follow from. Public. */
  pastSeed: string;
  secretFrom: number;
  /** From here on what is added is drawn from a day's secret; milliseconds since the epoch. */
  pinnedAt: number;
  /** A day's part, 32 bytes: no later part follows from it. */
  partOf(day: number): Buffer;
};

/** Days from `secretFrom` on follow from their own part and from the days before, and from nothing else. */
export function secretChance(secret: SecretChance): Chance {
  const { edition, pastSeed, secretFrom, pinnedAt, partOf } = secret;
  const lasting = seedWords(pastSeed);
  const keys = new Map<number, SeedWords>();

  function of(day: number): SeedWords {
    if (day < secretFrom) return lasting;
    let words = keys.get(day);
    if (words === undefined) {
      words = { first: 0, second: 0, key: keyOf(partOf(day), day) };
      keys.set(day, words);
    }
    return words;
  }

  return {
    edition,
    lasting,
    of,
    secretFrom,
    birth: (addedAt, day) => (addedAt < pinnedAt ? lasting : of(Math.max(day, secretFrom))),
  };
}

/** Another value than the part itself, which also tells all parts before it. */
function keyOf(part: Buffer, day: number): Int32Array {
  const digest = createHash("sha256").update(`sanshi market day ${day}\n`).update(part).digest();
  return Int32Array.from({ length: 8 }, (_, word) => digest.readInt32LE(word * 4));
}
