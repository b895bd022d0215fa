import { classNames, Icon, type IconName } from "@sanshi/ui";
import { useId, type ButtonHTMLAttributes, type ReactNode } from "react";
import { Keys } from "./keys.tsx";
import styles from "./button.module.css";

type Look = "primary" | "danger" | "quiet" | "plain";

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> & {
  look?: Look | undefined;
  icon?: IconName | undefined;
  /** The shortcut that does the same. */
  keys?: string | undefined;
  busy?: boolean | undefined;
  /** Why it cannot be pressed now. It stays reachable, so that everybody can find out why. */
  locked?: string | null | undefined;
  children: ReactNode;
};

/** While `busy` it keeps its words, turns a ring, and takes no second press. */
export function Button(props: ButtonProps) {
  const { look = "quiet", icon, keys, busy, locked, children, className, onClick, ...rest } = props;
  const reasonId = useId();
  const isLocked = locked !== null && locked !== undefined;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles["button"], styles[look], className)}
      disabled={busy === true}
      aria-busy={busy === true}
      aria-disabled={isLocked || undefined}
      aria-describedby={isLocked ? reasonId : undefined}
      data-tip={isLocked ? locked : undefined}
      onClick={(event) => {
        if (isLocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy === true && <span className={styles["spinner"]} aria-hidden="true" />}
      {busy !== true && icon !== undefined && <Icon name={icon} size={16} />}
      {children}
      {keys !== undefined && !isLocked && <Keys keys={keys} />}
      {isLocked && (
        <>
          <Icon name="lock" size={14} />
          <span id={reasonId} className="visually-hidden">
            {locked}
          </span>
        </>
      )}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  icon: IconName;
  label: string;
};

/** A picture only; its name shows when it is pointed at. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={label}
      className={classNames(styles["icon"], className)}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}
