import { displayDecimal } from "@sanshi/money";
import { useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./flashing-price.module.css";

type FlashingPriceProps = { value: string | null | undefined; className?: string | undefined };

/** A live price: washes for 300 ms in the direction of its last move. */
export function FlashingPrice({ value, className }: FlashingPriceProps) {
  const [seen, setSeen] = useState({ value, moves: 0, direction: "flat" });
  if (seen.value !== value) {
    const direction = moveBetween(seen.value, value);
    setSeen({ value, moves: seen.moves + (direction === "flat" ? 0 : 1), direction });
  }
  return (
    <span
      // A new key restarts the wash when two moves go the same way.
      key={seen.moves}
      className={classNames(styles["price"], styles[seen.direction], className)}
    >
      {displayDecimal(value, 2, 4)}
    </span>
  );
}

function moveBetween(before: string | null | undefined, after: string | null | undefined): string {
  const difference = Number(after) - Number(before);
  if (!Number.isFinite(difference) || difference === 0) return "flat";
  return difference > 0 ? "up" : "down";
}
