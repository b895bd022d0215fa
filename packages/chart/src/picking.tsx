import {
  useCallback,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { pointIndexAt } from "./time-share-paths.ts";
import styles from "./time-share-chart.module.css";

/** Holds the picked moment, not its index: the day goes on while a finger rests on it. */
export function usePicking<Point extends { at: number }>(
  points: readonly Point[],
  timeAt: (position: number) => number,
) {
  const [pickedAt, setPickedAt] = useState<number | null>(null);
  const picked =
    pickedAt === null || points.length === 0
      ? null
      : (points[pointIndexAt(points, pickedAt)] ?? null);
  const pickAt = (event: PointerEvent<HTMLElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    setPickedAt(timeAt((event.clientX - bounds.left) / bounds.width));
  };
  const leave = () => setPickedAt(null);
  const handlers = {
    onPointerDown: pickAt,
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "mouse" || event.buttons > 0) pickAt(event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== "mouse") leave();
    },
    onPointerCancel: leave,
    onPointerLeave: leave,
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") return leave();
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      const index = pickedAt === null ? points.length - 1 : pointIndexAt(points, pickedAt);
      const next = index + (event.key === "ArrowLeft" ? -1 : 1);
      setPickedAt(points[Math.min(points.length - 1, Math.max(0, next))]?.at ?? null);
    },
  };
  return { picked, handlers };
}

/** The width that the parent gives, in pixels; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  const measure = useCallback(() => setWidth(element.current?.clientWidth ?? 0), [element]);
  useLayoutEffect(() => {
    measure();
    if (element.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, measure]);
  return width;
}

type BubbleProps = {
  text: string;
  x: number;
  y: number;
  box: { width: number };
  centred?: boolean;
};

/** A figure in a box on an edge of the plot. */
export function Bubble({ text, x, y, box, centred }: BubbleProps) {
  const width = text.length * 6.6 + 10;
  const wanted = centred === true ? x - width / 2 : x;
  const left = Math.min(box.width - width, Math.max(0, wanted));
  return (
    <g transform={`translate(${left} ${y - 9})`}>
      <rect className={styles["bubble"]} width={width} height="18" rx="4" />
      <text className={styles["bubbleText"]} x={width / 2} y="13" textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
