import { classNames } from "@sanshi/ui";
import styles from "./stock-chart.module.css";

export type LegendCell = {
  key: string;
  label: string;
  value: string;
  look?: "up" | "down" | "flat";
  labelClass?: "average";
};

type ChartLegendProps = { cells: readonly LegendCell[]; inColumns?: boolean };

/** The values under the crosshair, or the newest ones, in columns that do not move. */
export function ChartLegend({ cells, inColumns }: ChartLegendProps) {
  return (
    <dl className={classNames(styles["legend"], inColumns === true && styles["columns"])}>
      {cells.map(({ key, label, value, look, labelClass }) => (
        <div key={key} className={styles["cell"]}>
          <dt className={labelClass && styles[labelClass]}>{label}</dt>
          <dd className={classNames(look !== undefined && styles[look])}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function lookOf(difference: number): "up" | "down" | "flat" {
  if (!Number.isFinite(difference) || difference === 0) return "flat";
  return difference > 0 ? "up" : "down";
}
