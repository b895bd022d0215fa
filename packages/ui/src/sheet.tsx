import { useEffect, useId, useRef, type PointerEvent, type ReactNode, type RefObject } from "react";
import { Icon } from "./icon.tsx";
import styles from "./sheet.module.css";

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
};

/** How far, in pixels, or how fast, in pixels a millisecond, a pull down closes it. */
const closeDistance = 96;
const closeSpeed = 0.5;

/**
 * A bottom sheet that follows the finger: pull it down, press Escape or touch beside it to close.
 * The browser's own dialog keeps the focus inside and the page behind it still.
 */
export function Sheet({ open, onClose, title, closeLabel, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) element.showModal();
    // Opened again on its way out, it stays.
    return !open && element.open ? leave(element) : undefined;
  }, [open]);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    // The dialog itself is touched only beside its content: on the darkened page behind it.
    const onTouch = (event: MouseEvent) => {
      if (event.target === element && element.dataset["leaving"] === undefined) onClose();
    };
    element.addEventListener("click", onTouch);
    return () => element.removeEventListener("click", onTouch);
  }, [onClose]);
  const drag = useDrag(dialog, onClose);
  return (
    <dialog
      ref={dialog}
      className={styles["sheet"]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles["grip"]} {...drag}>
        <div className={styles["head"]}>
          <h2 className={styles["title"]} id={titleId}>
            {title}
          </h2>
          <button
            type="button"
            className={styles["close"]}
            aria-label={closeLabel}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className={styles["body"]}>{open && children}</div>
    </dialog>
  );
}

/** Slides out, then closes: a closed dialog would vanish at once. What it answers calls it back. */
function leave(element: HTMLDialogElement): (() => void) | undefined {
  const stay = () => {
    delete element.dataset["leaving"];
    element.style.transform = "";
  };
  const done = () => {
    stay();
    element.close();
  };
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (calm) {
    done();
    return undefined;
  }
  element.dataset["leaving"] = "";
  element.style.transform = "";
  const timer = window.setTimeout(done, 220);
  return () => {
    window.clearTimeout(timer);
    stay();
  };
}

function useDrag(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  const start = useRef<{ y: number; at: number } | null>(null);
  const end = (event: PointerEvent) => {
    if (start.current === null || dialog.current === null) return;
    const distance = event.clientY - start.current.y;
    const speed = distance / Math.max(1, event.timeStamp - start.current.at);
    start.current = null;
    dialog.current.style.transition = `transform var(--quick) var(--ease)`;
    if (distance > closeDistance || (distance > 24 && speed > closeSpeed)) onClose();
    else dialog.current.style.transform = "";
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as HTMLElement).closest("button") !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { y: event.clientY, at: event.timeStamp };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === null || dialog.current === null) return;
      dialog.current.style.transition = "none";
      const distance = Math.max(0, event.clientY - start.current.y);
      dialog.current.style.transform = `translateY(${distance}px)`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
