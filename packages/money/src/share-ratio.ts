/** So many new shares for so many old ones, in lowest terms. */
export type ShareRatio = { numerator: bigint; denominator: bigint };

const decimalsMax = 12;
/** A database holds the shares of the largest holding times this. */
const partsMax = 1_000_000_000_000n;

/**
 * The new shares for one old share as terms of a merger write them: `0.7525`, `3`, or `3:2`, three new ones for two old.
 *
 * @returns null for what is no positive number, has more than twelve decimals, or is beyond what a company would do.
 */
export function readShareRatio(text: string): ShareRatio | null {
  const [, left = "", right = "1"] =
    /^(\d{1,9}(?:\.\d+)?)(?::(\d{1,9}(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  const [above, below] = [partsOf(left), partsOf(right)];
  if (above === null || below === null) return null;
  const ratio = reduced(above.units * below.scale, below.units * above.scale);
  return ratio.numerator > partsMax || ratio.denominator > partsMax ? null : ratio;
}

function partsOf(text: string): { units: bigint; scale: bigint } | null {
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > decimalsMax) return null;
  const units = BigInt(whole + fraction);
  return units === 0n ? null : { units, scale: 10n ** BigInt(fraction.length) };
}

function reduced(numerator: bigint, denominator: bigint): ShareRatio {
  let [one, other] = [numerator, denominator];
  while (other !== 0n) [one, other] = [other, one % other];
  return { numerator: numerator / one, denominator: denominator / one };
}

/** `3:2`. */
export function formatShareRatio({ numerator, denominator }: ShareRatio): string {
  return `${numerator}:${denominator}`;
}
