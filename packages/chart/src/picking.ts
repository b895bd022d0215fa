import {
  useCallback,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { pointIndexAt } from "./point-index.ts";

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
