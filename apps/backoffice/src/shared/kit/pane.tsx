import type { ReactNode } from "react";
import { useText } from "../text.ts";
import { IconButton } from "./button.tsx";
import styles from "./pane.module.css";

type PaneProps = {
  title: ReactNode;
  /** Beside the title: a state. */
  aside?: ReactNode;
  /** What can be done with it, at the bottom. */
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** What is open beside its list. */
export function Pane({ title, aside, foot, onClose, children }: PaneProps) {
  const t = useText("shell");
  return (
    <section className={styles["pane"]} tabIndex={-1} data-detail="">
      <header className={styles["head"]}>
        <h2 className={styles["title"]}>{title}</h2>
        {aside}
        <IconButton icon="close" label={t("close")} onClick={onClose} />
      </header>
      <div className={styles["body"]} tabIndex={0} role="group">
        {children}
      </div>
      {foot}
    </section>
  );
}

/** Buttons at the bottom of a pane; what stands after `PaneRoom` stands at the end. */
export function PaneFoot({ children }: { children: ReactNode }) {
  return <footer className={styles["foot"]}>{children}</footer>;
}

export function PaneRoom() {
  return <span className={styles["room"]} />;
}
