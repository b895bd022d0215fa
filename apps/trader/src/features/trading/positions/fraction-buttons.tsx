import { formatShares, type Shares } from "@sanshi/money";
import { useText } from "../../../shared/text.ts";
import styles from "./close-form.module.css";
import { fractionOf, type Quarters } from "./close-order.ts";

const fractions = [
  { quarters: 1, key: "quarter" },
  { quarters: 2, key: "half" },
  { quarters: 3, key: "three_quarters" },
  { quarters: 4, key: "all" },
] as const;

type FractionButtonsProps = {
  held: Shares;
  lot: Shares;
  quantity: Shares;
  onChoose: (quantity: string) => void;
};

/** A part of what is held, by one touch. */
export function FractionButtons({ held, lot, quantity, onChoose }: FractionButtonsProps) {
  const t = useText("positions");
  return (
    <div className={styles["fractions"]} role="group" aria-label={t("fractions")}>
      {fractions.map(({ quarters, key }) => {
        const wanted = fractionOf(held, quarters, lot);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={quantity === wanted && isLargestOfEqual(held, quarters, lot)}
            onClick={() => onChoose(formatShares(wanted))}
          >
            {t(key)}
          </button>
        );
      })}
    </div>
  );
}

/** With few shares several fractions give the same number; only the largest is marked. */
function isLargestOfEqual(held: Shares, quarters: Quarters, lot: Shares): boolean {
  if (quarters === 4) return true;
  const next = (quarters + 1) as Quarters;
  return fractionOf(held, quarters, lot) !== fractionOf(held, next, lot);
}
