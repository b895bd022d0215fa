import { Skeleton } from "@sanshi/ui";
import styles from "./stock-chart.module.css";

/** A stand-in of the chart's height, with a sentence where there is something to say. */
export function ChartWaiting({ height, sentence }: { height: number; sentence?: string }) {
  return (
    <div className={styles["waiting"]} style={{ height }} aria-busy={sentence === undefined}>
      {sentence === undefined ? <Skeleton height="100%" /> : <p>{sentence}</p>}
    </div>
  );
}
