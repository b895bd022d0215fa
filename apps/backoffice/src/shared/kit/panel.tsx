import { classNames } from "@sanshi/ui";
import { useId, type ReactNode } from "react";
import styles from "./panel.module.css";

type PanelProps = {
  title?: string | undefined;
  /** Beside the title: buttons, a count. */
  aside?: ReactNode;
  /** Tables go to the edge. */
  flush?: boolean | undefined;
  /** Nothing in it can be reached by Tab, so it is itself: the arrows move it where it is wide. */
  reading?: boolean | undefined;
  children: ReactNode;
};

/** A raised part of a screen with a title of its own. */
export function Panel({ title, aside, flush, reading, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles["panel"]} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={styles["head"]}>
          <h2 className={styles["title"]} id={id}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div
        className={classNames(styles["body"], flush === true && styles["flush"])}
        tabIndex={reading === true ? 0 : undefined}
      >
        {children}
      </div>
    </section>
  );
}

export type Fact = { name: string; value: ReactNode };

/** Names and values in aligned columns. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl className={styles["facts"]}>
      {facts.map(
        (fact) =>
          fact !== null && (
            <div key={fact.name} className={styles["fact"]}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What somebody should know before going on. */
export function Notice({ tone, children }: { tone: "warn" | "bad" | "info"; children: ReactNode }) {
  return (
    <div className={styles["notice"]} data-tone={tone} role={tone === "bad" ? "alert" : "note"}>
      {children}
    </div>
  );
}
