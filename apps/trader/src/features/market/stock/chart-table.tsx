import { Button } from "@sanshi/ui";
import { useState } from "react";
import { useText } from "../../../shared/text.ts";
import styles from "./stock-chart.module.css";

const rowsStep = 40;

type ChartTableProps = {
  caption: string;
  columns: readonly string[];
  /** How many rows there are; the newest is row 0. */
  count: number;
  row: (index: number) => { key: number; cells: readonly string[] };
  heightMin: number;
};

/** The chart's figures as a table, newest first. */
export function ChartTable({ caption, columns, count, row, heightMin }: ChartTableProps) {
  const t = useText("stock");
  const [shown, setShown] = useState(rowsStep);
  const rows = Array.from({ length: Math.min(shown, count) }, (_, index) => row(index));
  return (
    <div className={styles["tableFrame"]} style={{ minHeight: heightMin }}>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown < count && (
        <div className={styles["more"]}>
          <Button look="plain" small onClick={() => setShown(shown + rowsStep)}>
            {t("show_more")}
          </Button>
        </div>
      )}
    </div>
  );
}
