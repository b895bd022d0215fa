import { classNames } from "@sanshi/ui";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import styles from "./stock-chart.module.css";

/** In the page; on the full screen it takes what is left. */
export const pageHeight = 296;

type PlotFrameProps = { full: boolean; children: (height: number) => ReactNode };

/** Around the chart itself: says how high it is. What is written over it moves nothing. */
export function PlotFrame({ full, children }: PlotFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [free, setFree] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!full || element === null) return;
    const measure = () => setFree(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [full]);
  const height = full ? free : pageHeight;
  return (
    <div ref={frame} className={classNames(styles["plot"], full && styles["filling"])}>
      {height > 0 && children(height)}
    </div>
  );
}
