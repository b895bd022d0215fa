import { neverAsked, wordsWithin } from "@sanshi/contract/own-words";
import { language } from "@sanshi/web/language";
import type { ReactNode } from "react";
import { config } from "./config.ts";
import styles from "./operator-words.module.css";
import { useText } from "./text.ts";

type FramedReasonProps = {
  reason: string;
  /** The role of who wrote it, in words, where it is known. */
  role?: string | null;
  /** The system's sentence around it. */
  children: (reason: string) => ReactNode;
};

/** Why something was decided; an operator's own words stand below the system's sentence, in their frame. */
export function FramedReason({ reason, role = null, children }: FramedReasonProps) {
  const t = useText("notices");
  const words = wordsWithin(reason);
  if (words === null) return children(reason);
  return (
    <>
      {children(t("reason_below"))}
      <OperatorWords words={words} role={role} />
    </>
  );
}

/** What an operator wrote, as it was written: framed with whose it is and what nobody here asks for. */
export function OperatorWords({ words, role = null }: { words: string; role?: string | null }) {
  const t = useText("notices");
  const broker = config("title");
  return (
    <aside className={styles["frame"]} aria-label={t("written_by_staff", { broker })}>
      <p className={styles["author"]}>
        {t("written_by_staff", { broker })}
        {role !== null && ` · ${role}`}
      </p>
      <blockquote className={styles["words"]}>{words}</blockquote>
      <NeverAsked />
    </aside>
  );
}

/** Below names and terms that an operator wrote. */
export function StaffNote() {
  const t = useText("notices");
  return (
    <div>
      <p className={styles["note"]}>{t("written_by_staff", { broker: config("title") })}</p>
      <NeverAsked />
    </div>
  );
}

/** Stands with whatever an operator wrote. */
export function NeverAsked() {
  return <p className={styles["note"]}>{neverAsked[language()]}</p>;
}
