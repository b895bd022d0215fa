import { blockWords, chachaBlock } from "./chacha.ts";

/**
 * Chance that is the same on every machine, seeded by what it decides (a day's key, a stream, a stock, a
 * day and minute) instead of by what was drawn before, so that any moment can be computed alone. Days
 * that have a key draw from ChaCha8, of which nobody tells the next number by those before; days of public
 * chance draw from sfc32. Only integer operations, `+ - * /`, whose results IEEE 754 fixes to the last
 * bit; no `Math.exp` or `Math.log`, which may differ between engines.
 */
export class KeyedRandom {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;
  #key: Int32Array | null = null;
  #stream = 0;
  #entity = 0;
  #moment = 0;
  #blocks = 0;
  #left = 0;
  readonly #block = new Int32Array(blockWords);

  /** Starts the public sequence that belongs to these four 32-bit words. */
  seed(first: number, second: number, third: number, fourth: number): void {
    this.#key = null;
    this.#a = first | 0;
    this.#b = (second ^ Math.imul(fourth, 0x85ebca6b)) | 0;
    this.#c = (third ^ Math.imul(fourth, 0x9e3779b9)) | 0;
    this.#counter = 1;
    for (let round = 0; round < 10; round += 1) this.#nextOfSfc();
  }

  /** Starts the sequence that only a key of eight words tells. */
  seedByKey(key: Int32Array, stream: number, entity: number, moment: number): void {
    this.#key = key;
    this.#stream = stream;
    this.#entity = entity;
    this.#moment = moment;
    this.#blocks = 0;
    this.#left = 0;
  }

  /** A whole number from 0 to 2^32 − 1. */
  next(): number {
    return this.#key === null ? this.#nextOfSfc() : this.#nextOfKey(this.#key);
  }

  #nextOfSfc(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  #nextOfKey(key: Int32Array): number {
    if (this.#left === 0) {
      chachaBlock(key, this.#blocks, this.#stream, this.#entity, this.#moment, this.#block);
      this.#blocks += 1;
      this.#left = blockWords;
    }
    const word = this.#block[blockWords - this.#left]!;
    this.#left -= 1;
    return word >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  uniform(): number {
    return this.next() / 4_294_967_296;
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** Close to normal, mean 0 and variance 1, never beyond ±4.3: six uniforms added up. */
  normal(): number {
    let sum = 0;
    for (let draw = 0; draw < 3; draw += 1) {
      const bits = this.next();
      sum += (bits & 0xffff) + (bits >>> 16);
    }
    return (sum / 65_535 - 3) * 1.4142135623730951;
  }
}

/** A 32-bit hash of a text (FNV-1a with a finishing mix), the same everywhere. */
export function hashText(text: string, basis = 0x811c9dc5): number {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** What a day's chance follows from: two words that anybody may know, or a key of eight words. */
export type SeedWords = {
  readonly first: number;
  readonly second: number;
  readonly key: Int32Array | null;
};

export function seedWords(seed: string): SeedWords {
  return { first: hashText(seed), second: hashText(seed, 0x5bd1e995), key: null };
}

/** What is being decided; the streams never share draws. */
export const streams = {
  character: 0x11,
  world: 0x23,
  market: 0x35,
  sector: 0x47,
  day: 0x59,
  minute: 0x6b,
  tick: 0x7d,
  depth: 0x8f,
  currency: 0xa1,
  birth: 0xb3,
  auction: 0xc5,
  newcomer: 0xd7,
  pricing: 0xe9,
  fundamentals: 0xfb,
  ending: 0x10d,
  /** And the number after it. */
  extended: 0x11f,
} as const;

/** Seeds `random` for one decision; `moment` is the day, or the day and minute. */
export function seedFor(
  random: KeyedRandom,
  words: SeedWords,
  stream: number,
  entity: number,
  moment: number,
): void {
  if (words.key !== null) random.seedByKey(words.key, stream, entity, moment);
  else random.seed(words.first ^ Math.imul(stream, 0x27d4eb2f), words.second, entity, moment);
}
