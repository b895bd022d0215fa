/** Places prices in a box of pixels, one pixel from its edges. Fewer than two prices draw nothing. */
export function sparklinePath(
  prices: readonly string[],
  reference: string | undefined,
  width: number,
  height: number,
): { line: string; referenceY: number | null } {
  // Pixels only: these floats never become money again.
  const values = prices.map(Number).filter(Number.isFinite);
  if (values.length < 2) return { line: "", referenceY: null };
  const base = reference === undefined ? undefined : Number(reference);
  const all = base === undefined || !Number.isFinite(base) ? values : [...values, base];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const y = (value: number) => round(height - 1 - ((value - low) / span) * (height - 2));
  const step = width / (values.length - 1);
  const points = values.map((value, index) => `${round(index * step)} ${y(value)}`);
  return {
    line: `M${points.join("L")}`,
    referenceY: base === undefined || !Number.isFinite(base) ? null : y(base),
  };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
