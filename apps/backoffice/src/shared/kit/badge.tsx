import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** `waits` asks for somebody, `good` and `bad` are how something ended, `quiet` is neither. */
export type Tone = "waits" | "good" | "bad" | "active" | "quiet";

/** A state: a word with a dot, so that it is never told by colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles["badge"]} data-tone={tone}>
      {children}
    </span>
  );
}
