import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";

/** `up` and `down` take the colours of the market: for buying and selling. */
type Look = "primary" | "quiet" | "plain" | "up" | "down";
type Shape = {
  look?: Look | undefined;
  small?: boolean | undefined;
  wide?: boolean | undefined;
  children: ReactNode;
};

type ButtonProps = Shape & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean | undefined };

/** While `busy` it keeps its words and its width, turns a ring, and takes no second press. */
export function Button({ look, small, wide, busy, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy === true}
      aria-busy={busy === true}
      className={classNames(shapeClass({ look, small, wide }), className)}
    >
      {busy === true && <span className={styles["spinner"]} aria-hidden="true" />}
      {children}
    </button>
  );
}

type LinkButtonProps = Shape & { href: string; external?: boolean | undefined };

/** Looks like a button, goes somewhere: `href="#/home/home"`. */
export function LinkButton({ look, small, wide, href, external, children }: LinkButtonProps) {
  const target = external === true ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a href={href} {...target} className={shapeClass({ look, small, wide })}>
      {children}
    </a>
  );
}

type ShapeNames = {
  look: Look | undefined;
  small: boolean | undefined;
  wide: boolean | undefined;
};

function shapeClass({ look = "primary", small, wide }: ShapeNames): string {
  return classNames(
    styles["button"],
    styles[look],
    small === true && styles["small"],
    wide === true && styles["wide"],
  );
}
