import { inLanguage, type Language } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import type { ReactNode } from "react";
import formStyles from "../form.module.css";
import styles from "./offers.module.css";
import { FramedReason } from "../operator-words.tsx";

type Written = Readonly<Record<Language, string>>;
type Named = { names: Written; code: string };
type Withdrawn = { at: string; reason: Written } | null;

type HeadProps = {
  offer: Named & { withdrawn: Withdrawn };
  badge: ReactNode;
  /** What is asked for, with its name. */
  price: { name: string; text: string };
  next: ReactNode;
  /** Below its price. */
  children?: ReactNode;
  withdrawnWhy: (why: { at: string; reason: string }) => string;
};

/** The head of the page of one offer: what it is of, its price, and what comes next or why nothing does. */
export function OfferHead({ offer, badge, price, children, next, withdrawnWhy }: HeadProps) {
  const { withdrawn } = offer;
  return (
    <>
      <div className={styles["line"]}>
        <h2 className={styles["name"]}>
          <NameAndCode {...offer} />
        </h2>
        {badge}
      </div>
      <p className={formStyles["hero"]}>
        <small>{price.name}</small>
        {price.text}
      </p>
      {children}
      {withdrawn === null ? (
        next
      ) : (
        <FramedReason reason={inLanguage(withdrawn.reason)}>
          {(reason) => (
            <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
              {withdrawnWhy({ at: showDateTime(withdrawn.at), reason })}
            </p>
          )}
        </FramedReason>
      )}
    </>
  );
}

export function NameAndCode({ names, code }: Named) {
  return (
    <>
      {inLanguage(names)} <small>{code}</small>
    </>
  );
}

/** The first line of a card: its name, which leads to the offer where there is one to see, and its state. */
export function CardLine({
  children,
  href,
  badge,
}: {
  children: ReactNode;
  href: string | null;
  badge: ReactNode;
}) {
  return (
    <div className={styles["line"]}>
      {href === null ? (
        <span className={styles["name"]}>{children}</span>
      ) : (
        <a className={styles["name"]} href={href}>
          {children}
        </a>
      )}
      {badge}
    </div>
  );
}

export function StateBadge({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className={formStyles["badge"]} data-tone={tone}>
      {children}
    </span>
  );
}
