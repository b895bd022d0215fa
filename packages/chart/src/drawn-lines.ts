/** A line that somebody drew, at prices as the chart shows them. */
export type DrawnLine = {
  id: string;
  kind: DrawnKind;
  from: DrawnPoint;
  /** Of a level the same. */
  to: DrawnPoint;
};
export type DrawnKind = "trend" | "level" | "fibonacci";
export type DrawnPoint = { at: number; price: number };
type Pixel = { x: number; y: number };

/** How much of a move is retraced: its end is 0, its start is 1. */
export const retracements = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

export function retracedPrice({ from, to }: Pick<DrawnLine, "from" | "to">, share: number): number {
  return to.price + (from.price - to.price) * share;
}

/** Where a line through two pixels leaves the plot at its right edge; the later one itself if it stands upright. */
export function rayEnd(from: Pixel, to: Pixel, width: number): Pixel {
  const [left, right] = from.x <= to.x ? [from, to] : [to, from];
  if (right.x === left.x || right.x >= width) return right;
  const slope = (right.y - left.y) / (right.x - left.x);
  return { x: width, y: right.y + slope * (width - right.x) };
}

export type DrawnPart = "from" | "to" | "whole";

/** A line after a part of it was pulled from one point of the chart to another. */
export function pulled(
  line: DrawnLine,
  part: DrawnPart,
  start: DrawnPoint,
  now: DrawnPoint,
  move: (at: number, from: number, to: number) => number,
): DrawnLine {
  if (line.kind === "level") return withPoints(line, now, now);
  if (part === "from") return withPoints(line, now, line.to);
  if (part === "to") return withPoints(line, line.from, now);
  const shifted = ({ at, price }: DrawnPoint) => ({
    at: move(at, start.at, now.at),
    price: price + now.price - start.price,
  });
  return withPoints(line, shifted(line.from), shifted(line.to));
}

/** Nothing is drawn below a price of nothing. */
const priceMin = 0.0001;

function withPoints(line: DrawnLine, from: DrawnPoint, to: DrawnPoint): DrawnLine {
  const kept = (point: DrawnPoint) => ({ ...point, price: Math.max(priceMin, point.price) });
  return { ...line, from: kept(from), to: kept(to) };
}

/** Labels of lines that lie closer than this would cover each other. */
const labelHeight = 13;

/** Of lines at these heights those that have room for a label, the ends first. */
export function labelled(heights: readonly number[]): readonly boolean[] {
  const order = [0, heights.length - 1, ...heights.keys()];
  const taken: number[] = [];
  const shown = heights.map(() => false);
  for (const index of order) {
    const y = heights[index];
    if (y === undefined || shown[index] === true) continue;
    if (taken.some((other) => Math.abs(other - y) < labelHeight)) continue;
    taken.push(y);
    shown[index] = true;
  }
  return shown;
}
