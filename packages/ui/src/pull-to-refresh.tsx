import { useEffect, useRef, useState, type ReactNode } from "react";
import styles from "./pull-to-refresh.module.css";

export type PullTexts = { pull: string; loosen: string; refreshing: string };
type PullToRefreshProps = {
  onRefresh: () => Promise<unknown>;
  texts: PullTexts;
  children: ReactNode;
};

type Phase = "pull" | "loosen" | "refreshing";

// The specification's head height, and the distance before a touch has a direction.
const headHeight = 50;
const directionThreshold = 10;

/** Pull the page down at its very top to load it anew. The page itself is the scroller. */
export function PullToRefresh({ onRefresh, texts, children }: PullToRefreshProps) {
  const frame = useRef<HTMLDivElement>(null);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  const [phase, setPhase] = useState<Phase | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    return followFinger(element, setPhase, () => refresh.current());
  }, []);
  return (
    <div ref={frame} className={styles["frame"]} data-pull={phase ?? undefined}>
      <div className={styles["head"]} role="status">
        {phase !== null && (
          <>
            <span className={styles["ring"]} aria-hidden="true" />
            {texts[phase]}
          </>
        )}
      </div>
      {children}
    </div>
  );
}

function followFinger(
  element: HTMLElement,
  setPhase: (phase: Phase | null) => void,
  refresh: () => Promise<unknown>,
): () => void {
  let start: { x: number; y: number } | null = null;
  let distance = 0;
  let busy = false;
  const place = (pixels: number) => {
    element.style.transform = pixels === 0 ? "" : `translateY(${pixels}px)`;
  };
  const onStart = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (busy || touch === undefined || event.touches.length > 1 || window.scrollY > 0) return;
    start = { x: touch.clientX, y: touch.clientY };
    distance = 0;
    delete element.dataset["settling"];
  };
  const onMove = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (start === null || touch === undefined) return;
    const down = touch.clientY - start.y;
    const sideways = Math.abs(touch.clientX - start.x);
    if (distance === 0 && (down < directionThreshold || sideways > down)) {
      if (down < -directionThreshold || sideways > directionThreshold) start = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    distance = Math.max(0, (down - directionThreshold) * 0.5);
    place(Math.min(distance, headHeight * 2));
    setPhase(distance >= headHeight ? "loosen" : "pull");
  };
  const onEnd = () => {
    if (start === null) return;
    start = null;
    element.dataset["settling"] = "";
    if (distance < headHeight) {
      place(0);
      setPhase(null);
      return;
    }
    busy = true;
    place(headHeight);
    setPhase("refreshing");
    void refresh()
      .catch(() => undefined)
      .finally(() => {
        busy = false;
        place(0);
        setPhase(null);
      });
  };
  element.addEventListener("touchstart", onStart, { passive: true });
  element.addEventListener("touchmove", onMove, { passive: false });
  element.addEventListener("touchend", onEnd);
  element.addEventListener("touchcancel", onEnd);
  return () => {
    element.removeEventListener("touchstart", onStart);
    element.removeEventListener("touchmove", onMove);
    element.removeEventListener("touchend", onEnd);
    element.removeEventListener("touchcancel", onEnd);
  };
}
