/** How a division that leaves a remainder is settled; every call names its own. */
export type Rounding = "floor" | "ceiling" | "half_up" | "half_even";

/**
 * `dividend / divisor`, rounded as named. `floor` goes towards minus infinity, `ceiling` towards
 * plus infinity, `half_up` sends a half away from zero, `half_even` to the even neighbour.
 *
 * @throws RangeError when the divisor is not positive.
 */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n) throw new RangeError("the divisor must be positive");
  const truncated = dividend / divisor;
  const remainder = dividend - truncated * divisor;
  if (remainder === 0n) return truncated;
  const floor = remainder < 0n ? truncated - 1n : truncated;
  if (rounding === "floor") return floor;
  if (rounding === "ceiling") return floor + 1n;
  const twice = 2n * (dividend - floor * divisor);
  if (twice !== divisor) return twice > divisor ? floor + 1n : floor;
  if (rounding === "half_up") return dividend > 0n ? floor + 1n : floor;
  return floor % 2n === 0n ? floor : floor + 1n;
}

/** `value × numerator ÷ denominator` without an intermediate rounding. */
export function multiplyDivide(
  value: bigint,
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding,
): bigint {
  return divide(value * numerator, denominator, rounding);
}
