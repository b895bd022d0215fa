import { Skeleton } from "@sanshi/ui";
import styles from "./skeleton-table.module.css";

const widths = ["9rem", "6rem", "12rem", "5rem"];

/** Stands in for a table that is on its way. */
export function SkeletonTable({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles["row"]}>
          {widths.map((width) => (
            <Skeleton key={width} width={width} height="0.75rem" />
          ))}
        </div>
      ))}
    </div>
  );
}
