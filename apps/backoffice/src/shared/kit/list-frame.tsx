import type { ReactNode } from "react";
import styles from "./list-frame.module.css";

/** A raised list that scrolls inside itself: filters on top, the table, what comes after it. */
export function ListFrame(props: { filters?: ReactNode; foot?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["frame"]}>
      {props.filters !== undefined && <div className={styles["filters"]}>{props.filters}</div>}
      <div className={styles["scroll"]} tabIndex={0} role="group">
        {props.children}
      </div>
      {props.foot !== undefined && <div className={styles["foot"]}>{props.foot}</div>}
    </div>
  );
}
