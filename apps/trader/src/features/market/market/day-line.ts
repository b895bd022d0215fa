export type LineShape = {
  /** An SVG path, empty where there is nothing to draw. */
  line: string;
  /** Where no change lies. */
  baseY: number;
};

/**
 * A day's changes as a line in a box of pixels: from the previous close to the right as far as the day has got, with
 * the newest change at its end, and with the line of no change inside.
 */
export function dayLine(
  changes: readonly number[],
  newest: number,
  points: number,
  width: number,
  height: number,
): LineShape {
  const values = Number.isFinite(newest) ? [0, ...changes.slice(0, points), newest] : [];
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const y = (value: number) => round(height - 1 - ((value - low) / span) * (height - 2));
  const x = (index: number) => round((Math.min(index, points) / points) * width);
  const dots = values.map((value, index) => `${x(index)} ${y(value)}`);
  return { line: dots.length === 0 ? "" : `M${dots.join("L")}`, baseY: y(0) };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
