import { displayDecimal } from "@sanshi/money";
import { classNames, Price } from "@sanshi/ui";
import { showDate, showDateTime } from "@sanshi/web/times";
import { useText } from "../../../shared/text.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";

/** What was closed at the end of the listing: the receipt, with the published price. */
export function Settlements({ position }: { position: Position }) {
  const t = useText("positions");
  return position.settlements.map((receipt) => (
    <section key={receipt.at} className={classNames(styles["panel"], styles["receipt"])}>
      <h2 className={styles["heading"]}>{t("ending_stock_end")}</h2>
      <p className={styles["note"]}>{t("settled_note")}</p>
      <dl className={styles["facts"]}>
        <dt>{t("settled_at")}</dt>
        <dd>{showDateTime(receipt.at)}</dd>
        <dt>{t("quantity")}</dt>
        <dd>{displayDecimal(receipt.quantity, 0, 0)}</dd>
        <dt>{t("settled_price")}</dt>
        <dd>
          <Price value={receipt.price} />
        </dd>
        <dt>{t("settled_price_of")}</dt>
        <dd>{showDate(receipt.price_of)}</dd>
      </dl>
    </section>
  ));
}
