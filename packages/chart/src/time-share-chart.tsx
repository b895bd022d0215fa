import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ExtendedHours, TimeSharePoint } from "./bars.ts";
import type { FillGroup, FillLetters, FillMark } from "./fill-marks.ts";
import { symmetricScale, type PriceScale } from "./price-scale.ts";
import {
  buildSessionAxis,
  type AxisMark,
  type SessionAxis,
  type SessionSpan,
} from "./session-axis.ts";
import {
  AuctionMarks,
  BreakBands,
  ExtendedBands,
  FillMarks,
  fillsNear,
  type Auction,
} from "./time-share-marks.tsx";
import { Bubble } from "./bubble.tsx";
import { usePicking, useWidth } from "./picking.ts";
import { textScale } from "./text-scale.ts";
import { timeSharePaths, volumeMaxOf, type PlotBox } from "./time-share-paths.ts";
import styles from "./time-share-chart.module.css";

type TimeShareChartProps = {
  /** Minute by minute, oldest first. */
  points: readonly TimeSharePoint[];
  previousClose: number;
  /** The day's sessions: they are the whole width, whether traded yet or not. */
  sessions: readonly SessionSpan[];
  /** How far the exchange's clock is ahead of UTC. */
  clockOffsetMs: number;
  auctions: readonly Auction[];
  /** Drawn in bands of their own before and after the day's line; null where they are not shown. */
  extended: ExtendedHours | null;
  /** The customer's own; those of other days are left out. */
  fills: readonly FillMark[];
  fillLetters: FillLetters;
  formatPrice: (price: number) => string;
  formatPercent: (percent: number) => string;
  formatTime: (at: number) => string;
  /** What the chart shows, for those who cannot see it. */
  label: string;
  /** In pixels; the width is the parent's. */
  height: number;
  /** The point under the finger, the mouse or the arrow keys, with the fills there; null when it leaves. */
  onPick?: OnPick;
};
type OnPick = (point: TimeSharePoint | null, fills: readonly FillGroup[]) => void;

const axisHeight = 20;
const volumeShare = 0.2;
const gap = 8;
/** A digit of a label, and the air around it: the scale has a column of its own, beside the lines. */
const digitWidth = 6.6;
const gutterAir = 10;
const lineHeight = 13;
const noFills: readonly FillGroup[] = [];

/** One trading day: price and average over the previous close, volume underneath. */
export function TimeShareChart(props: TimeShareChartProps) {
  const { points, previousClose, sessions, height, onPick } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const gutter = gutterOf(props);
  const box = useMemo(() => plotBox(width - gutter, height), [width, gutter, height]);
  const outside = props.extended ?? noExtended;
  const spans = useMemo(() => spansOf(sessions, outside), [sessions, outside]);
  const axis = useMemo(
    () => buildSessionAxis(spans, props.clockOffsetMs),
    [spans, props.clockOffsetMs],
  );
  const timeAt = useCallback(
    (place: number) => axis.timeAt(box.width > 0 ? (place * width) / box.width : 0),
    [axis, box, width],
  );
  const scale = useMemo(() => {
    const prices = [...points, ...outside.points].flatMap((point) => [point.price, point.average]);
    return symmetricScale(prices, previousClose, box.priceHeight);
  }, [points, outside, previousClose, box]);
  const paths = useMemo(() => timeSharePaths(points, axis, scale, box), [points, axis, scale, box]);
  const outsidePaths = useMemo(
    () => timeSharePaths(outside.points, axis, scale, box, volumeMaxOf(points)),
    [outside, points, axis, scale, box],
  );
  const fills = useMemo(
    () => props.fills.filter(({ at }) => isOnDay(at, spans)),
    [props.fills, spans],
  );
  const pickable = useMemo(
    () => [...points, ...outside.points].toSorted((one, other) => one.at - other.at),
    [points, outside],
  );
  const { picked, handlers } = usePicking(pickable, timeAt);
  useEffect(() => {
    onPick?.(picked, picked === null ? noFills : fillsNear(fills, picked.at, { axis, box }));
  }, [onPick, picked, fills, axis, box]);
  const last = points.at(-1);
  const direction = directionOf(last?.price, previousClose);
  return (
    <div
      ref={frame}
      className={styles["chart"]}
      style={{ height }}
      role="img"
      aria-label={props.label}
      tabIndex={0}
      {...handlers}
    >
      {box.width > 0 && (
        <svg className={styles["svg"]} aria-hidden="true" data-ready="chart">
          <ExtendedBands sessions={outside.sessions} axis={axis} box={box} />
          <AuctionMarks auctions={props.auctions} axis={axis} box={box} />
          <Grid box={box} axis={axis} />
          <path d={paths.area} className={`${styles["area"]} ${styles[direction]}`} />
          <path d={paths.volumeUp} className={`${styles["volume"]} ${styles["up"]}`} />
          <path d={paths.volumeDown} className={`${styles["volume"]} ${styles["down"]}`} />
          <line
            className={styles["baseline"]}
            x2={box.width}
            y1={scale.y(previousClose)}
            y2={scale.y(previousClose)}
          />
          <path
            d={outsidePaths.volumeUp}
            className={`${styles["volume"]} ${styles["extendedLine"]}`}
          />
          <path
            d={outsidePaths.volumeDown}
            className={`${styles["volume"]} ${styles["extendedLine"]}`}
          />
          <path d={outsidePaths.price} className={`${styles["price"]} ${styles["extendedLine"]}`} />
          <path d={paths.average} className={styles["average"]} />
          <path d={paths.price} className={`${styles["price"]} ${styles[direction]}`} />
          <BreakBands axis={axis} box={box} />
          {last !== undefined && picked === null && (
            <circle
              className={`${styles["dot"]} ${styles[direction]}`}
              cx={axis.position(last.at) * box.width}
              cy={scale.y(last.price)}
              r="3"
            />
          )}
          <FillMarks
            fills={fills}
            letters={props.fillLetters}
            axis={axis}
            box={box}
            scale={scale}
          />
          <PriceLabels {...props} box={box} scale={scale} />
          <TimeLabels axis={axis} box={box} height={height} formatTime={props.formatTime} />
          {picked !== null && (
            <Crosshair {...props} point={picked} axis={axis} box={box} scale={scale} />
          )}
        </svg>
      )}
    </div>
  );
}

const noExtended: ExtendedHours = { sessions: [], points: [] };

/** All sessions in the order of time. */
function spansOf(day: readonly SessionSpan[], { sessions }: ExtendedHours): readonly SessionSpan[] {
  const outside = sessions.map(({ from, until }): SessionSpan => [from, until]);
  return [...outside, ...day].toSorted(([one], [other]) => one - other);
}

function isOnDay(at: number, sessions: readonly SessionSpan[]): boolean {
  const first = sessions[0];
  const last = sessions.at(-1);
  return first !== undefined && last !== undefined && at >= first[0] && at <= last[1];
}

function Grid({ box, axis }: { box: PlotBox; axis: SessionAxis }) {
  const bottom = box.volumeTop + box.volumeHeight;
  const across = [0, 0.25, 0.75, 1]
    .map((share) => `M0 ${Math.round(box.priceHeight * share)}H${box.width}`)
    .join("");
  const down = [...axis.edges, ...axis.hours]
    .filter((mark) => mark.at > 0 && mark.at < 1 && mark.times.length === 1)
    .map((mark) => `M${Math.round(mark.at * box.width)} 0V${bottom}`)
    .join("");
  return <path className={styles["grid"]} d={`${across}${down}M0 ${bottom}H${box.width}`} />;
}

type Placed = { box: PlotBox; scale: PriceScale };

function PriceLabels({
  box,
  scale,
  previousClose,
  formatPrice,
  formatPercent,
}: TimeShareChartProps & Placed) {
  const line = lineHeight * textScale();
  const rows = [
    { price: scale.high, y: line - 2, look: "up" },
    { price: previousClose, y: box.priceHeight / 2 - 3, look: "flat" },
    { price: scale.low, y: box.priceHeight - line - 4, look: "down" },
  ] as const;
  return rows.map(({ price, y, look }) => (
    <g key={look}>
      <text className={`${styles["label"]} ${styles[look] ?? ""}`} x={box.width + 5} y={y}>
        {formatPrice(price)}
      </text>
      <text className={`${styles["label"]} ${styles[look] ?? ""}`} x={box.width + 5} y={y + line}>
        {formatPercent(percentOf(price, previousClose))}
      </text>
    </g>
  ));
}

type TimeLabelsProps = {
  axis: SessionAxis;
  box: PlotBox;
  height: number;
  formatTime: (at: number) => string;
};

function TimeLabels({ axis, box, height, formatTime }: TimeLabelsProps) {
  const labelOf = (mark: AxisMark) => mark.times.map(formatTime).join("/");
  const hours = fittingHours(axis, box.width, (mark) => labelOf(mark).length);
  return [...axis.edges, ...hours].map((mark) => (
    <text
      key={mark.times[0]}
      className={styles["label"]}
      x={mark.at * box.width + (mark.at === 0 ? 4 : mark.at === 1 ? -4 : 0)}
      y={height - 5}
      textAnchor={mark.at === 0 ? "start" : mark.at === 1 ? "end" : "middle"}
    >
      {labelOf(mark)}
    </text>
  ));
}

/** Larger text leaves room for fewer: the edges' labels come first, then one hour after the other. */
function fittingHours(
  axis: SessionAxis,
  width: number,
  lengthOf: (mark: AxisMark) => number,
): readonly AxisMark[] {
  const digit = digitWidth * textScale();
  if (digit <= digitWidth) return axis.hours;
  const spanOf = (mark: AxisMark): readonly [from: number, to: number] => {
    const [length, centre] = [lengthOf(mark) * digit, mark.at * width];
    if (mark.at === 0) return [0, 4 + length];
    return mark.at === 1 ? [width - 4 - length, width] : [centre - length / 2, centre + length / 2];
  };
  const taken = axis.edges.map(spanOf);
  return axis.hours.filter((mark) => {
    const [from, to] = spanOf(mark);
    const fits = taken.every(([start, end]) => to <= start || from >= end);
    if (fits) taken.push([from, to]);
    return fits;
  });
}

function Crosshair(
  props: TimeShareChartProps & Placed & { point: TimeSharePoint; axis: SessionAxis },
) {
  const { point, axis, box, scale, height, formatPrice, formatPercent, formatTime } = props;
  const x = Math.round(axis.position(point.at) * box.width);
  const y = Math.round(scale.y(point.price));
  const labelY = Math.min(box.priceHeight - 9, Math.max(9, y));
  const percent = formatPercent(percentOf(point.price, props.previousClose));
  return (
    <g>
      <line className={styles["cross"]} x1={x} x2={x} y2={box.volumeTop + box.volumeHeight} />
      <line className={styles["cross"]} x2={box.width} y1={y} y2={y} />
      <circle className={`${styles["dot"]} ${styles["flat"]}`} cx={x} cy={y} r="3.5" />
      <Bubble text={formatPrice(point.price)} x={0} y={labelY} box={box} />
      <Bubble text={percent} x={box.width} y={labelY} box={box} />
      <Bubble
        text={formatTime(point.at)}
        x={x}
        y={height - (axisHeight * textScale()) / 2}
        box={box}
        centred
      />
    </g>
  );
}

/** As wide as the longest label of the scale. */
function gutterOf({ previousClose, formatPrice, formatPercent }: TimeShareChartProps): number {
  const digits = Math.max(formatPrice(previousClose).length, formatPercent(-10).length);
  return Math.round(digits * digitWidth * textScale() + gutterAir);
}

function plotBox(width: number, height: number): PlotBox {
  const plot = height - Math.round(axisHeight * textScale());
  const volumeHeight = Math.round(plot * volumeShare);
  const priceHeight = plot - volumeHeight - gap;
  return { width, priceHeight, volumeTop: priceHeight + gap, volumeHeight };
}

function percentOf(price: number, previousClose: number): number {
  return previousClose === 0 ? 0 : ((price - previousClose) / previousClose) * 100;
}

function directionOf(price: number | undefined, previousClose: number): "up" | "down" | "flat" {
  if (price === undefined || price === previousClose) return "flat";
  return price > previousClose ? "up" : "down";
}
