import { useEffect, type ReactNode } from "react";
import styles from "./screen.module.css";

type ScreenProps = {
  title: string;
  /** Beside the title: what it is about, a count. */
  note?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A screen that scrolls as a whole, by the keyboard too while there is nothing to press: a page of panels. */
export function Page({ children, ...head }: ScreenProps) {
  return (
    <>
      <Head {...head} />
      <div className={styles["page"]} tabIndex={0} role="group">
        <div className={styles["column"]}>{children}</div>
      </div>
    </>
  );
}

/** A screen whose parts scroll by themselves: a list with its detail. */
export function Workbench({ children, ...head }: ScreenProps) {
  return (
    <>
      <Head {...head} />
      <div className={styles["bench"]}>{children}</div>
    </>
  );
}

function Head({ title, note, actions }: Omit<ScreenProps, "children">) {
  useEffect(() => {
    document.title = `${title} · Sanshi`;
  }, [title]);
  return (
    <header className={styles["head"]}>
      <h1 className={styles["title"]}>{title}</h1>
      <div className={styles["note"]}>{note}</div>
      <div className={styles["actions"]}>{actions}</div>
    </header>
  );
}
