import { Button, Skeleton } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import styles from "./stock-chart.module.css";

type ChartWaitingProps = { height: number; sentence?: string };

/** A stand-in of the chart's height, with a sentence where there is something to say. */
export function ChartWaiting({ height, sentence }: ChartWaitingProps) {
  return (
    <div className={styles["waiting"]} style={{ height }} aria-busy={sentence === undefined}>
      {sentence === undefined ? <Skeleton height="100%" /> : <p>{sentence}</p>}
    </div>
  );
}

type ChartFailedProps = {
  height: number;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
};

/** The same where the chart could not be had, with the way to try again. */
export function ChartFailed({ height, query }: ChartFailedProps) {
  const t = useText("stock");
  const shell = useText("shell");
  return (
    <div className={styles["waiting"]} style={{ height }} role="status">
      <div className={styles["failed"]}>
        <p>{t("chart_failed")}</p>
        <Button look="quiet" small busy={query.isFetching} onClick={() => void query.refetch()}>
          {shell("try_again")}
        </Button>
      </div>
    </div>
  );
}
