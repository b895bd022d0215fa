import { displayDecimal } from "@sanshi/money";
import { classNames } from "./class-names.ts";
import { directionOf } from "./direction.ts";
import styles from "./change.module.css";

type ChangeProps = {
  /** In percent, for example `-1.25`. */
  percent: string | null | undefined;
  /** The absolute change, shown before the percentage when given. */
  change?: string | null | undefined;
  className?: string | undefined;
};

/** A move by colour, arrow and sign, never by colour alone. */
export function Change(props: ChangeProps) {
  return <ChangeMark {...props} extraClass={undefined} />;
}

/** The same as a filled chip of fixed width, for the right edge of a list. */
export function ChangeChip(props: ChangeProps) {
  return <ChangeMark {...props} extraClass={styles["chip"]} />;
}

function ChangeMark({
  percent,
  change,
  className,
  extraClass,
}: ChangeProps & { extraClass: string | undefined }) {
  const direction = directionOf(percent) === "flat" ? directionOf(change) : directionOf(percent);
  return (
    <span className={classNames(styles["change"], styles[direction], extraClass, className)}>
      <DirectionArrow direction={direction} />
      {change !== undefined && <span>{signed(change, 2, 4)}</span>}
      <span>{signed(percent, 2, 2)}%</span>
    </span>
  );
}

function DirectionArrow({ direction }: { direction: "up" | "down" | "flat" }) {
  const path = { up: "M6 1 11.5 11H.5z", down: "M6 11 .5 1h11z", flat: "M1 5h10v2H1z" }[direction];
  return (
    <svg className={styles["arrow"]} viewBox="0 0 12 12" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function signed(value: string | null | undefined, digitsMin: number, digitsMax: number): string {
  const shown = displayDecimal(value, digitsMin, digitsMax);
  return /[1-9]/.test(shown) && !shown.startsWith("−") ? `+${shown}` : shown;
}
