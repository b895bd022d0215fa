import { useEffect, useMemo, useRef } from "react";
import { Bubble } from "./bubble.tsx";
import { usePicking, useWidth } from "./picking.ts";
import { textScale } from "./text-scale.ts";
import { valuePath, type ValuePath, type ValuePoint } from "./value-path.ts";
import styles from "./value-chart.module.css";

type ValueChartProps = {
  /** Oldest first. */
  points: readonly ValuePoint[];
  /** The colour of the line. */
  direction: "up" | "down" | "flat";
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** What the chart shows, for those who cannot see it. */
  label: string;
  /** In pixels of an ordinary text: it grows with the reader's. The width is the parent's. */
  height: number;
  onPick?: (point: ValuePoint | null) => void;
};

const axisHeight = 20;
/** How far a label's letters stand out over its line. */
const letterHeight = 9;

/** A sum of money over days: one line, its highest and lowest, the first day and the last. */
export function ValueChart(props: ValueChartProps) {
  const { points, direction, onPick } = props;
  const scale = textScale();
  const height = Math.round(props.height * scale);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const plot = height - Math.round(axisHeight * scale);
  // The highest value's label stands over the line, and not in what stands over the chart.
  const top = letterHeight * scale;
  const path = useMemo(
    () => valuePath(points, { width, height: plot, top }),
    [points, width, plot, top],
  );
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? from) - from;
  const { picked, handlers } = usePicking(points, (position) => from + span * position);
  useEffect(() => onPick?.(picked), [onPick, picked]);
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
      {width > 0 && (
        <svg className={styles["svg"]} aria-hidden="true" data-ready="values">
          <path className={styles["grid"]} d={`M0 ${plot}H${width}`} />
          <path d={path.area} className={`${styles["area"]} ${styles[direction]}`} />
          <path d={path.line} className={`${styles["price"]} ${styles[direction]}`} />
          <Edges {...props} {...{ path, width, height, plot, scale }} />
          {picked !== null && (
            <Picked {...props} {...{ path, width, height, plot, scale }} point={picked} />
          )}
        </svg>
      )}
    </div>
  );
}

type Placed = ValueChartProps & { path: ValuePath; width: number; plot: number; scale: number };

/** The highest and lowest value at their heights, the first and last day underneath. */
function Edges({ points, path, width, height, plot, scale, ...format }: Placed) {
  const { formatValue, formatTime } = format;
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const isFlat = path.high === path.low;
  const [high, low] = [path.high, path.low].map((value) => sideOf(points, value, width));
  return (
    <>
      <text className={styles["label"]} y={path.y(path.high) - 4} {...high}>
        {formatValue(path.high)}
      </text>
      {!isFlat && (
        // Never into the days underneath, however low the chart is.
        <text
          className={styles["label"]}
          y={Math.min(path.y(path.low) + 12 * scale, plot - 4)}
          {...low}
        >
          {formatValue(path.low)}
        </text>
      )}
      <text className={styles["label"]} x={4} y={height - 5 * scale}>
        {formatTime(first.at)}
      </text>
      {last !== first && (
        <text className={styles["label"]} x={width - 4} y={height - 5 * scale} textAnchor="end">
          {formatTime(last.at)}
        </text>
      )}
    </>
  );
}

/** At the end that lies farther from the value, where the line is not. */
function sideOf(points: readonly ValuePoint[], value: number, width: number) {
  const isLate = points.findIndex((point) => point.value === value) >= points.length / 2;
  return isLate
    ? { x: 4, textAnchor: "start" as const }
    : { x: width - 4, textAnchor: "end" as const };
}

function Picked(props: Placed & { point: ValuePoint }) {
  const { point, path, width, height, plot, formatTime } = props;
  const x = Math.round(path.x(point.at));
  return (
    <g>
      <line className={styles["cross"]} x1={x} x2={x} y2={plot} />
      <circle
        className={`${styles["dot"]} ${styles["flat"]}`}
        cx={x}
        cy={path.y(point.value)}
        r="3.5"
      />
      <Bubble text={formatTime(point.at)} x={x} y={(height + plot) / 2} box={{ width }} centred />
    </g>
  );
}
