import type { CSSProperties, ReactNode } from "react";
import styles from "./fitted.module.css";

type FittedProps = {
  /** How many digits, commas and letters it has; of figures in a row those of the longest, so that all look alike. */
  characters: number;
  children: ReactNode;
};

/** A figure that grows beyond its column, or large text, is set smaller: every digit stays, on one line. */
export function Fitted({ characters, children }: FittedProps) {
  return (
    <span className={styles["column"]}>
      <span className={styles["fitted"]} style={{ "--characters": characters } as CSSProperties}>
        {children}
      </span>
    </span>
  );
}
