import { useEffect, useRef, useState, type PointerEvent } from "react";
import {
  labelled,
  pulled,
  rayEnd,
  retracedPrice,
  retracements,
  type DrawnKind,
  type DrawnLine,
  type DrawnPart,
  type DrawnPoint,
} from "./drawn-lines.ts";
import type { Plot } from "./plot.ts";
import styles from "./line-layer.module.css";

export type LineLayerProps = {
  plot: Plot;
  lines: readonly DrawnLine[];
  /** What the next touch draws; null while none is chosen. */
  tool: DrawnKind | null;
  /** Whether lines can be taken hold of: otherwise every touch is the chart's. */
  editing: boolean;
  selected: string | null;
  onSelect: (id: string) => void;
  onDraw: (line: Omit<DrawnLine, "id">) => void;
  onMove: (line: DrawnLine) => void;
  formatPrice: (price: number) => string;
};

/** A finger or mouse on its way: it draws a new line, or pulls a part of one. */
type Gesture = {
  /** Without an id it is new. */
  line: DrawnLine;
  part: DrawnPart;
  start: DrawnPoint;
  now: DrawnPoint;
  /** Pixels from where it began. */
  reach: number;
};

const newId = "";
/** A touch that moves less is a tap: the first of the two that set a line's ends. */
const tapPixels = 8;

/** Lines over the candles. Hidden from screen readers, who have the list of them beside the chart. */
export function LineLayer(props: LineLayerProps) {
  const { plot, lines, tool, editing } = props;
  const { gesture, pending, handlers } = useDrawing(props);
  const shown = gesture === null ? pending : pulledLine(gesture, plot);
  const isNew = shown !== null && shown.id === newId;
  const all = lines.map((line) => (shown !== null && line.id === shown.id ? shown : line));
  return (
    <svg
      className={styles["layer"]}
      width={plot.width}
      height={plot.height}
      data-tool={tool ?? undefined}
      data-lines={lines.length}
      aria-hidden="true"
      {...handlers}
    >
      {tool !== null && (
        <rect className={styles["sheet"]} width={plot.width} height={plot.height} />
      )}
      {[...all, ...(isNew ? [shown] : [])].map((line) => (
        <Line
          key={line.id}
          line={line}
          plot={plot}
          formatPrice={props.formatPrice}
          isHeld={editing && tool === null}
          isSelected={line.id === props.selected || line.id === shown?.id}
        />
      ))}
    </svg>
  );
}

function pulledLine({ line, part, start, now }: Gesture, plot: Plot): DrawnLine {
  // Bars, not milliseconds: a line keeps its length over nights and weekends.
  const move = (at: number, from: number, to: number) =>
    plot.at(plot.x(at) + plot.x(to) - plot.x(from));
  return pulled(line, part, start, now, move);
}

function useDrawing({ plot, lines, tool, onDraw, onMove, onSelect }: LineLayerProps) {
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const [pending, setPending] = useState<DrawnLine | null>(null);
  const began = useRef({ x: 0, y: 0 });
  // Another tool begins anew, and Escape cancels a first end.
  useEffect(() => setPending(null), [tool]);
  useEffect(() => {
    if (pending === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Not also the way out of the full screen.
      event.preventDefault();
      setPending(null);
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [pending]);

  const pointOf = (event: PointerEvent<SVGSVGElement>): DrawnPoint => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = Math.min(plot.width, Math.max(0, event.clientX - box.left));
    const y = Math.min(plot.height, Math.max(0, event.clientY - box.top));
    return { at: plot.at(x), price: plot.price(y) };
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    const point = pointOf(event);
    began.current = { x: event.clientX, y: event.clientY };
    const held = heldBy(event.target, lines);
    const fresh = { id: newId, kind: tool ?? "level", from: point, to: point };
    const line = held?.line ?? pending ?? fresh;
    if (tool === null && held === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (held !== null) onSelect(held.line.id);
    const part = held?.part ?? (line.kind === "level" ? "whole" : "to");
    setGesture({ line, part, start: point, now: point, reach: 0 });
  };
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (gesture === null) {
      if (pending !== null) setPending({ ...pending, to: pointOf(event) });
      return;
    }
    const distance = Math.hypot(event.clientX - began.current.x, event.clientY - began.current.y);
    setGesture({ ...gesture, now: pointOf(event), reach: Math.max(gesture.reach, distance) });
  };
  const end = () => {
    if (gesture === null) return;
    setGesture(null);
    const line = pulledLine(gesture, plot);
    const isTap = gesture.reach < tapPixels;
    if (line.id !== newId) {
      if (!isTap) onMove(line);
    } else if (isTap && line.kind !== "level" && pending === null) {
      setPending(line);
    } else {
      setPending(null);
      const { kind, from, to } = line;
      if (kind === "level" || from.at !== to.at || from.price !== to.price) {
        onDraw({ kind, from, to });
      }
    }
  };
  const handlers = {
    onPointerDown: begin,
    onPointerMove: go,
    onPointerUp: end,
    onPointerCancel: () => setGesture(null),
  };
  return { gesture, pending, handlers };
}

/** What was touched says which line it is of, and which part. */
function heldBy(
  target: EventTarget,
  lines: readonly DrawnLine[],
): { line: DrawnLine; part: DrawnPart } | null {
  if (!(target instanceof Element)) return null;
  const { line: id, part } = (target as SVGElement).dataset;
  const line = lines.find((one) => one.id === id);
  if (line === undefined) return null;
  return { line, part: part === "from" || part === "to" ? part : "whole" };
}

type LineProps = {
  line: DrawnLine;
  plot: Plot;
  formatPrice: (price: number) => string;
  isHeld: boolean;
  isSelected: boolean;
};

function Line(props: LineProps) {
  const { line, isSelected } = props;
  return (
    <g className={styles["line"]} data-kind={line.kind} data-selected={isSelected || undefined}>
      {line.kind === "trend" && <Trend {...props} />}
      {line.kind === "level" && <Level {...props} />}
      {line.kind === "fibonacci" && <Fibonacci {...props} />}
    </g>
  );
}

type Pixel = { x: number; y: number };

function ends({ line, plot }: LineProps): { from: Pixel; to: Pixel } {
  return {
    from: { x: plot.x(line.from.at), y: plot.y(line.from.price) },
    to: { x: plot.x(line.to.at), y: plot.y(line.to.price) },
  };
}

function Trend(props: LineProps) {
  const { from, to } = ends(props);
  const end = rayEnd(from, to, props.plot.width);
  const later = from.x <= to.x ? to : from;
  return (
    <>
      <Stroke from={later} to={end} look="further" />
      <Stroke from={from} to={to} />
      <Hold {...props} from={from} to={to} />
      <Handles {...props} from={from} to={to} />
    </>
  );
}

function Level(props: LineProps) {
  const { line, plot, formatPrice } = props;
  const y = plot.y(line.from.price);
  const [from, to] = [
    { x: 0, y },
    { x: plot.width, y },
  ];
  return (
    <>
      <Stroke from={from} to={to} />
      <Label x={4} y={y} text={formatPrice(line.from.price)} />
      <Hold {...props} from={from} to={to} />
    </>
  );
}

function Fibonacci(props: LineProps) {
  const { line, plot, formatPrice } = props;
  const { from, to } = ends(props);
  const left = Math.max(0, Math.min(from.x, to.x));
  const rows = retracements.map((share) => {
    const price = retracedPrice(line, share);
    return { share, price, y: plot.y(price) };
  });
  // Where the move is too close to the edge, its figures stand before it.
  const isNarrow = plot.width - left < labelRoom && left > labelRoom;
  const isLabelled = labelled(rows.map(({ y }) => y));
  return (
    <>
      {rows.map(({ share, price, y }, index) => (
        <g key={share}>
          <Stroke
            from={{ x: left, y }}
            to={{ x: plot.width, y }}
            {...(share > 0 && share < 1 && { look: "inner" as const })}
          />
          {isLabelled[index] === true && (
            <Label
              x={isNarrow ? left - 4 : left + 4}
              y={isNarrow ? y + 8 : y}
              anchor={isNarrow ? "end" : "start"}
              text={`${percentOf(share)}  ${formatPrice(price)}`}
            />
          )}
        </g>
      ))}
      <Stroke from={from} to={to} look="further" />
      <Hold {...props} from={from} to={to} />
      <Handles {...props} from={from} to={to} />
    </>
  );
}

/** The widest label. */
const labelRoom = 110;

function percentOf(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

function Stroke({ from, to, look }: { from: Pixel; to: Pixel; look?: "further" | "inner" }) {
  return <line className={styles[look ?? "stroke"]} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
}

type LabelProps = { x: number; y: number; text: string; anchor?: "start" | "end" };

/** Above its line, so that nothing is written over one. */
function Label({ x, y, text, anchor }: LabelProps) {
  return (
    <text className={styles["label"]} x={x} y={y - 4} textAnchor={anchor ?? "start"}>
      {text}
    </text>
  );
}

/** As wide as a finger. */
function Hold({ line, isHeld, from, to }: LineProps & { from: Pixel; to: Pixel }) {
  if (!isHeld) return null;
  return (
    <line
      className={styles["hold"]}
      data-line={line.id}
      data-part="whole"
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
    />
  );
}

function Handles({ line, isHeld, isSelected, from, to }: LineProps & { from: Pixel; to: Pixel }) {
  const places = [
    { part: "from", ...from },
    { part: "to", ...to },
  ];
  return places.map(({ part, x, y }) => (
    <g key={part}>
      {(isHeld || isSelected) && <circle className={styles["dot"]} cx={x} cy={y} r="4.5" />}
      {isHeld && (
        <circle
          className={styles["grip"]}
          data-line={line.id}
          data-part={part}
          cx={x}
          cy={y}
          r="22"
        />
      )}
    </g>
  ));
}
