import type { ReactNode } from "react";
import { Screen } from "../../shared/screen.tsx";
import styles from "./login.module.css";

type LoginFrameProps = { title: string; lead: string; children: ReactNode };

/** The forms around the account: a title that says what is asked, one line, the form. */
export function LoginFrame({ title, lead, children }: LoginFrameProps) {
  return (
    <Screen title={title} heading={null}>
      <div className={styles["frame"]}>
        <h1 className={styles["title"]}>{title}</h1>
        <p className={styles["titleLead"]}>{lead}</p>
        {children}
      </div>
    </Screen>
  );
}

/** What belongs to no field, above the button. */
export function FormRefusal({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={styles["formRefusal"]}>
      {text}
    </div>
  );
}
