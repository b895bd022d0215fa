/** A whole number from 0 up to, not including, `below`. */
export type RandomSource = (below: number) => number;

/** Mulberry32: the same choices for the same seed. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
