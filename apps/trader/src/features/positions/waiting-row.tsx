import type { HeldStock } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { Amount, Button, FlashingPrice, Price } from "@sanshi/ui";
import { stockName } from "../../shared/language.ts";
import { useText } from "../../shared/text.ts";
import { useNowPrice } from "./positions-queries.ts";
import { RowHead } from "./row-head.tsx";
import styles from "./rows.module.css";
import { distancePercent } from "./valuation.ts";

type WaitingRowProps = { position: HeldStock; onCancel: (position: HeldStock) => void };

/** An opening order at its limit, how far the market is from it, and the money it holds. */
export function WaitingRow({ position, onCancel }: WaitingRowProps) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const distance = displayDecimal(distancePercent(position.buy_price, now), 2, 2);
  return (
    <article className={styles["row"]}>
      <RowHead
        position={position}
        figure={<Price value={position.buy_price} />}
        detail={position.side === "long" ? t("limit_buy") : t("limit_short")}
      />
      <div className={styles["foot"]}>
        <div className={styles["facts"]}>
          <p className={styles["prices"]}>
            {t("now_price")}
            <FlashingPrice value={now} className={styles["now"] ?? ""} />
            <span>{t("distance", { percent: signed(distance) })}</span>
          </p>
          <p>
            {t("reserved")} <Amount value={position.margin} />
          </p>
          <p className={styles["order"]}>{t("order_short", { number: position.order_number })}</p>
        </div>
        <Button
          look="quiet"
          small
          aria-label={`${t("cancel_order")} ${stockName(position.names)}`}
          onClick={() => onCancel(position)}
        >
          {t("cancel_short")}
        </Button>
      </div>
    </article>
  );
}

function signed(shown: string): string {
  return /[1-9]/.test(shown) && !shown.startsWith("−") ? `+${shown}` : shown;
}
