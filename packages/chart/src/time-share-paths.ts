import type { TimeSharePoint } from "./bars.ts";
import type { SessionAxis } from "./session-axis.ts";
import type { PriceScale } from "./price-scale.ts";

export type PlotBox = {
  width: number;
  priceHeight: number;
  volumeTop: number;
  volumeHeight: number;
};

type TimeSharePaths = {
  price: string;
  area: string;
  average: string;
  volumeUp: string;
  volumeDown: string;
};

/** The lines and bars of a trading day as SVG paths; coordinates keep one decimal. */
export function timeSharePaths(
  points: readonly TimeSharePoint[],
  axis: SessionAxis,
  scale: PriceScale,
  box: PlotBox,
  volumeMax = volumeMaxOf(points),
): TimeSharePaths {
  const x = points.map((point) => axis.position(point.at) * box.width);
  const runs = runsOf(points, x, axis);
  const y = (point: TimeSharePoint) => scale.y(point.price);
  return {
    price: runs.map((run) => line(run, y)).join(""),
    area: runs.map((run) => area(run, y, box)).join(""),
    average: runs.map((run) => line(run, (point) => scale.y(point.average))).join(""),
    ...volumeBars(points, x, box, volumeMax),
  };
}

/** A session's minutes with their places; no line leads across a break. */
type Run = readonly { point: TimeSharePoint; x: number }[];

function runsOf(
  points: readonly TimeSharePoint[],
  x: readonly number[],
  axis: SessionAxis,
): readonly Run[] {
  const runs = new Map<number, { point: TimeSharePoint; x: number }[]>();
  points.forEach((point, index) => {
    const session = axis.sessionOf(point.at);
    const run = runs.get(session) ?? [];
    run.push({ point, x: x[index] ?? 0 });
    runs.set(session, run);
  });
  return [...runs.values()];
}

function line(run: Run, y: (point: TimeSharePoint) => number): string {
  return run
    .map(({ point, x }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y(point))}`)
    .join("");
}

function area(run: Run, y: (point: TimeSharePoint) => number, box: PlotBox): string {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return "";
  return `${line(run, y)}L${round(last.x)} ${box.priceHeight}L${round(first.x)} ${box.priceHeight}Z`;
}

/** What fills the height of the volume. */
export function volumeMaxOf(points: readonly TimeSharePoint[]): number {
  return points.reduce((most, point) => Math.max(most, point.volume), 0);
}

function volumeBars(
  points: readonly TimeSharePoint[],
  x: readonly number[],
  box: PlotBox,
  volumeMax: number,
) {
  const bottom = box.volumeTop + box.volumeHeight;
  let volumeUp = "";
  let volumeDown = "";
  points.forEach((point, index) => {
    if (volumeMax === 0 || point.volume === 0) return;
    const share = Math.min(1, point.volume / volumeMax);
    const height = Math.max(1, share * box.volumeHeight);
    const bar = `M${round(x[index] ?? 0)} ${bottom}v${round(-height)}`;
    if (point.price >= (points[index - 1]?.price ?? point.price)) volumeUp += bar;
    else volumeDown += bar;
  });
  return { volumeUp, volumeDown };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
