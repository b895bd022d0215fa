import type { ReactNode } from "react";
import { Screen } from "../../../shared/screen.tsx";
import { useLegalTexts, withTitle } from "./legal-texts.ts";
import styles from "./legal.module.css";

type Section = { heading: string; text: string };
type LegalDocumentProps = {
  title: string;
  lead: string;
  sections: Readonly<Record<string, Section>>;
  children?: ReactNode;
};

/** A long text to read: one column, calm type, headings that a screen reader can jump along. */
export function LegalDocument({ title, lead, sections, children }: LegalDocumentProps) {
  const { updated } = useLegalTexts();
  return (
    <Screen title={title}>
      <article className={styles["document"]}>
        <p className={styles["lead"]}>{withTitle(lead)}</p>
        {Object.entries(sections).map(([name, { heading, text }]) => (
          <section key={name}>
            <h2>{heading}</h2>
            <p>{withTitle(text)}</p>
          </section>
        ))}
        {children}
        <p className={styles["updated"]}>{updated}</p>
      </article>
    </Screen>
  );
}
