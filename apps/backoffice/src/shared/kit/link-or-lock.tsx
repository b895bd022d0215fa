import { Icon } from "@sanshi/ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./button.module.css";

type LinkOrLockProps = {
  href: string;
  locked: string | null;
  look?: "quiet" | "plain";
  children: ReactNode;
};

/** A file to take home; where it may not be, the same as a locked button. */
export function LinkOrLock({ href, locked, look = "quiet", children }: LinkOrLockProps) {
  if (locked !== null) return <Button locked={locked}>{children}</Button>;
  return (
    <a
      className={`${styles["button"]} ${styles[look] ?? ""} ${styles["link"]}`}
      href={href}
      download
    >
      <Icon name="deposit" size={16} />
      {children}
    </a>
  );
}
