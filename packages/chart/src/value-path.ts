export type ValuePoint = { at: number; value: number };

export type ValuePath = {
  line: string;
  area: string;
  x: (at: number) => number;
  y: (value: number) => number;
  low: number;
  high: number;
};

/** Room over the highest and under the lowest value, of their distance. */
const headroom = 0.12;
/** The least that the band spans, of the value: a wallet at rest is a flat line in the middle. */
const shareMin = 0.002;

/** Values over time in a box of pixels, below what is left free on top. One point alone is drawn as a flat line. */
export function valuePath(
  points: readonly ValuePoint[],
  box: { width: number; height: number; top?: number },
): ValuePath {
  const values = points.map((point) => point.value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const rest = Math.max(Math.abs(highest) * shareMin, 1e-9);
  const spread = Math.max(highest - lowest, rest);
  const middle = (highest + lowest) / 2;
  const reach = (spread / 2) * (1 + 2 * headroom);
  const [low, high] = [middle - reach, middle + reach];
  const from = points[0]?.at ?? 0;
  const until = points.at(-1)?.at ?? from;
  const x = (at: number) => (until === from ? 0 : ((at - from) / (until - from)) * box.width);
  const top = box.top ?? 0;
  const y = (value: number) => top + ((high - value) / (high - low)) * (box.height - top);
  const places = points.map((point) => `${round(x(point.at))} ${round(y(point.value))}`);
  if (points.length === 1) places.push(`${box.width} ${round(y(values[0] ?? 0))}`);
  const line = places.length === 0 ? "" : `M${places.join("L")}`;
  const right = points.length === 1 ? box.width : round(x(until));
  const area = line === "" ? "" : `${line}L${right} ${box.height}L0 ${box.height}Z`;
  return { line, area, x, y, low: lowest, high: highest };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
