import { divide } from "@sanshi/money";

/** So many new shares for so many old ones, in lowest terms. */
export type Ratio = { numerator: bigint; denominator: bigint };

/** A decimal as it was written: `0.3333` is 3333 with four decimals. */
type Written = { units: bigint; decimals: number };

/**
 * How many decimals would meet a fraction of such a denominator by chance, at most one in ten: 0.3333 is no doubt a
 * third, while 1.1 is eleven for ten, although eight for seven lies as near.
 */
const chanceMax = 10n;

/** Further ones are a program's binary fractions: `0.30000000000000004`. */
const decimalsMax = 12;
/** What is nearer to one share for one is a vendor's rounding: it would take a share of whoever holds a hundred. */
const leastChange = 1_000_000n;
/** A database holds the shares of the largest holding times this. */
const partsMax = 1_000_000_000n;

/**
 * What `0.333333`, `4`, `4:1`, `3/2` and `3 for 2` stand for, in full width too, plus `more` for one (bonus shares per share held). A vendor's
 * decimal is the simplest fraction within half a unit of its last decimal, or within one where the vendor has cut
 * or calculated it, if such a fraction is not there by chance; else it means what it says.
 *
 * @returns null for what is no positive number, for one share for one, and for what no company would do.
 */
export function writtenRatio(text: string, more = 0n): Ratio | null {
  const [, left = "", right = "1"] =
    /^(\d+(?:\.\d*)?)(?:(?: ?[:/] ?|[ -]for[ -])(\d+(?:\.\d*)?))?$/.exec(
      text.normalize("NFKC").trim().toLowerCase(),
    ) ?? [];
  if (left === "") return null;
  const [above, below] = [meantBy(writtenOf(left)), meantBy(writtenOf(right))];
  if (above.numerator === 0n || below.numerator === 0n) return null;
  const numerator = above.numerator * below.denominator;
  const denominator = above.denominator * below.numerator;
  const ratio = reduced(numerator + more * denominator, denominator);
  if (ratio.numerator > partsMax || ratio.denominator > partsMax) return null;
  const change = ratio.numerator - ratio.denominator;
  return (change < 0n ? -change : change) * leastChange < ratio.denominator ? null : ratio;
}

function writtenOf(text: string): Written {
  const [whole = "", fraction = ""] = text.split(".");
  const decimals = Math.min(fraction.length, decimalsMax);
  const scale = 10n ** BigInt(fraction.length - decimals);
  return { units: divide(BigInt(whole + fraction), scale, "half_up"), decimals };
}

/** The fraction that a vendor has written as a decimal. */
function meantBy({ units, decimals }: Written): Ratio {
  const scale = 10n ** BigInt(decimals);
  for (const [parts, width] of [
    [2n, 1n],
    [1n, 2n],
  ] as const) {
    const [low, high] = [units * parts - 1n, units * parts + 1n];
    if (low <= 0n) continue;
    const simplest = simplestBetween([low, scale * parts], [high, scale * parts]);
    const { denominator } = simplest;
    if (denominator * denominator * width * chanceMax <= scale) return simplest;
  }
  return reduced(units, scale);
}

type Pair = readonly [numerator: bigint, denominator: bigint];

/** The fraction of the smallest denominator between two, neither of them included: by their continued fractions. */
function simplestBetween([lowUp, lowDown]: Pair, [highUp, highDown]: Pair): Ratio {
  const whole = lowUp / lowDown;
  if ((whole + 1n) * highDown < highUp) return { numerator: whole + 1n, denominator: 1n };
  const [lowRest, highRest] = [lowUp - whole * lowDown, highUp - whole * highDown];
  // Nothing between `whole` itself and the high end is simpler than a part of one.
  if (lowRest === 0n) {
    const denominator = highDown / highRest + 1n;
    return { numerator: whole * denominator + 1n, denominator };
  }
  const turned = simplestBetween([highDown, highRest], [lowDown, lowRest]);
  return {
    numerator: whole * turned.numerator + turned.denominator,
    denominator: turned.numerator,
  };
}

export function reduced(numerator: bigint, denominator: bigint): Ratio {
  let [left, right] = [numerator, denominator];
  while (right !== 0n) [left, right] = [right, left % right];
  return { numerator: numerator / left, denominator: denominator / left };
}
