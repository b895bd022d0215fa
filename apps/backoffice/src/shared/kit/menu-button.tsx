import { Icon, type IconName } from "@sanshi/ui";
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useText } from "../text.ts";
import { Button } from "./button.tsx";
import { menuPlace } from "./menu-place.ts";
import styles from "./menu-button.module.css";

type MenuButtonProps = {
  label: string;
  icon: IconName;
  /** How much of it is in use: columns that are left out. */
  count?: number;
  children: (close: () => void) => ReactNode;
};

/** A button with something small behind it, which stands by the button and closes on Escape or a press beside it. */
export function MenuButton({ label, icon, count = 0, children }: MenuButtonProps) {
  const t = useText("shell");
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = menu.current;
    const at = button.current?.getBoundingClientRect();
    if (!open || element === null || at === undefined) return;
    const room = { width: window.innerWidth, height: window.innerHeight };
    const { left, top, maxHeight } = menuPlace(at, element.getBoundingClientRect(), room);
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      maxHeight: `${maxHeight}px`,
    });
  }, [open]);
  const close = () => menu.current?.hidePopover();
  return (
    <span ref={button} className={styles["place"]}>
      <Button look="plain" icon={icon} popoverTarget={id}>
        {label}
        {count > 0 && <span className={styles["count"]}>{count}</span>}
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles["menu"]}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {open && (
          <>
            <header className={styles["head"]}>
              <strong>{label}</strong>
              <button
                type="button"
                className={styles["close"]}
                aria-label={t("close")}
                onClick={close}
              >
                <Icon name="close" size={16} />
              </button>
            </header>
            {children(close)}
          </>
        )}
      </div>
    </span>
  );
}
