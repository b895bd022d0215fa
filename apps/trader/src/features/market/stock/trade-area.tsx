import { Button, Icon } from "@sanshi/ui";
import type { ReactNode } from "react";
import { useText } from "../../../shared/text.ts";
import type { Side } from "./order-ticket.ts";
import styles from "./trade-area.module.css";

type TradeAreaProps = {
  /** False while nothing is known of the stock, and while it is halted: the banner says why. */
  isOpen: boolean;
  /** What the customer holds of it, and the buttons that close that. */
  own: ReactNode;
  closing: ReactNode;
  onOrder: (side: Side) => void;
};

/** In the thumb's reach: what one holds, buying more, selling what is there, and selling short apart. */
export function TradeArea({ isOpen, own, closing, onOrder }: TradeAreaProps) {
  const t = useText("stock");
  return (
    <section className={styles["area"]} aria-label={t("trade")}>
      <div className={styles["head"]}>
        <div className={styles["own"]}>{own}</div>
        <button
          type="button"
          className={styles["short"]}
          disabled={!isOpen}
          aria-haspopup="dialog"
          onClick={() => onOrder("short")}
        >
          {t("short")}
          <Icon name="chevron" size={14} />
        </button>
      </div>
      <div className={styles["buttons"]}>
        <Button
          look="up"
          wide
          disabled={!isOpen}
          aria-haspopup="dialog"
          onClick={() => onOrder("long")}
        >
          {t("buy")}
        </Button>
        {closing}
      </div>
    </section>
  );
}
