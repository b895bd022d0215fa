import type { MouseEvent, ReactNode } from "react";
import styles from "./skip-link.module.css";

/** The first stop of a keyboard, shown while it is focused: leads past the navigation to the element `main`. */
export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a className={styles["skip"]} href="#main" onClick={focusMain}>
      {children}
    </a>
  );
}

/** The address stays: what stands behind its `#` belongs to the router. */
function focusMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
