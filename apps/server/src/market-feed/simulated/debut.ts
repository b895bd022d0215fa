import type { KeyedRandom } from "./random.ts";

/** Half of what a first price deviates by, as a square of something normal does. */
const spread = 0.16;

/** No draw comes to it. */
export const lowestDebut = -0.97;

/**
 * How far a first price is from what the shares were offered at. Its mean is nought, so that nobody gains by
 * knowing this rule; a little more often than not it is below, and what is above reaches further.
 */
export function debut(random: KeyedRandom): number {
  const root = 1 + spread * random.normal();
  return (root * root) / (1 + spread * spread) - 1;
}
