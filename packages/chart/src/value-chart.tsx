import { useEffect, useMemo, useRef } from "react";
import { Bubble } from "./bubble.tsx";
import { usePicking, useWidth } from "./picking.ts";
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
  /** In pixels; the width is the parent's. */
  height: number;
  onPick?: (point: ValuePoint | null) => void;
};

const axisHeight = 20;

/** A sum of money over days: one line, its highest and lowest, the first day and the last. */
export function ValueChart(props: ValueChartProps) {
  const { points, direction, height, onPick } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const plot = height - axisHeight;
  const path = useMemo(() => valuePath(points, { width, height: plot }), [points, width, plot]);
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
          <Edges {...props} path={path} width={width} />
          {picked !== null && <Picked {...props} path={path} width={width} point={picked} />}
        </svg>
      )}
    </div>
  );
}

type Placed = ValueChartProps & { path: ValuePath; width: number };

/** The highest and lowest value at their heights, the first and last day underneath. */
function Edges({ points, path, width, height, formatValue, formatTime }: Placed) {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const isFlat = path.high === path.low;
  return (
    <>
      <text className={styles["label"]} x={width - 4} y={path.y(path.high) - 4} textAnchor="end">
        {formatValue(path.high)}
      </text>
      {!isFlat && (
        <text className={styles["label"]} x={width - 4} y={path.y(path.low) + 12} textAnchor="end">
          {formatValue(path.low)}
        </text>
      )}
      <text className={styles["label"]} x={4} y={height - 5}>
        {formatTime(first.at)}
      </text>
      {last !== first && (
        <text className={styles["label"]} x={width - 4} y={height - 5} textAnchor="end">
          {formatTime(last.at)}
        </text>
      )}
    </>
  );
}

function Picked({ point, path, width, height, formatTime }: Placed & { point: ValuePoint }) {
  const x = Math.round(path.x(point.at));
  const plot = height - axisHeight;
  return (
    <g>
      <line className={styles["cross"]} x1={x} x2={x} y2={plot} />
      <circle
        className={`${styles["dot"]} ${styles["flat"]}`}
        cx={x}
        cy={path.y(point.value)}
        r="3.5"
      />
      <Bubble
        text={formatTime(point.at)}
        x={x}
        y={height - axisHeight / 2}
        box={{ width }}
        centred
      />
    </g>
  );
}
