import { Button, Icon } from "@sanshi/ui";
import type { ReactNode } from "react";
import { useText } from "./text.ts";
import styles from "./unknown-outcome.module.css";

type UnknownOutcomeProps = {
  isSending: boolean;
  /** Asks again under the same request id: what was done is not done again. */
  onAgain: () => void;
  /** Another way to see what became of it. */
  children?: ReactNode;
};

/** Stands in the place of a form whose answer was lost, until there is a definite one. */
export function UnknownOutcome({ isSending, onAgain, children }: UnknownOutcomeProps) {
  const t = useText("shell");
  return (
    <div className={styles["unknown"]} role="alert">
      <span className={styles["mark"]}>
        <Icon name="alert" size={32} />
      </span>
      <h3 className={styles["title"]}>{t("unknown_title")}</h3>
      <p className={styles["sentence"]}>{t("unknown_sentence")}</p>
      <div className={styles["ways"]}>
        <Button wide busy={isSending} onClick={onAgain}>
          {t("unknown_again")}
        </Button>
        {children}
      </div>
    </div>
  );
}
