/**
 * Chance that is the same on every machine: sfc32, seeded by what it decides (the market's seed, a
 * stream, a stock, a day and minute) instead of by what was drawn before, so that any moment can be
 * computed alone. Only integer operations, `+ - * /`, whose results IEEE 754 fixes to the last bit; no
 * `Math.exp` or `Math.log`, which may differ between engines.
 */
export class KeyedRandom {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  /** Starts the sequence that belongs to these four 32-bit words. */
  seed(first: number, second: number, third: number, fourth: number): void {
    this.#a = first | 0;
    this.#b = (second ^ Math.imul(fourth, 0x85ebca6b)) | 0;
    this.#c = (third ^ Math.imul(fourth, 0x9e3779b9)) | 0;
    this.#counter = 1;
    for (let round = 0; round < 10; round += 1) this.next();
  }

  /** A whole number from 0 to 2^32 − 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
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

/** The market's seed as two words. */
export type SeedWords = { readonly first: number; readonly second: number };

export function seedWords(seed: string): SeedWords {
  return { first: hashText(seed), second: hashText(seed, 0x5bd1e995) };
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
} as const;

/** Seeds `random` for one decision; `moment` is the day, or the day and minute. */
export function seedFor(
  random: KeyedRandom,
  words: SeedWords,
  stream: number,
  entity: number,
  moment: number,
): void {
  random.seed(words.first ^ Math.imul(stream, 0x27d4eb2f), words.second, entity, moment);
}
