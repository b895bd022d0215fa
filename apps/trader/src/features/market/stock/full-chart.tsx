import { useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./full-chart.module.css";

type FullChartProps = { label: string; onClose: () => void; children: ReactNode };

/** The browser's own dialog keeps the focus inside, the page behind it still, and Escape a way out. */
export function FullChart({ label, onClose, children }: FullChartProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it goes, it gives the focus back to where it came from.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles["full"]}
      aria-label={label}
      onCancel={(event) => {
        // Also those of sheets over the chart come here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
