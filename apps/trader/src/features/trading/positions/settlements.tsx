import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, classNames, Price } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
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

/** What a merger in shares has made of it: the receipt on the old position and on the one that goes on. */
export function Exchanges({ position }: { position: Position }) {
  const t = useText("positions");
  return position.exchanges.map((receipt) => (
    <section key={receipt.at} className={classNames(styles["panel"], styles["receipt"])}>
      <h2 className={styles["heading"]}>{t("exchanged")}</h2>
      <p className={styles["note"]}>{t("exchanged_note")}</p>
      <dl className={styles["facts"]}>
        <dt>{t("exchanged_at")}</dt>
        <dd>{showDateTime(receipt.at)}</dd>
        <dt>{t("exchanged_old", { code: receipt.code })}</dt>
        <dd>{displayDecimal(receipt.quantity, 0, 0)}</dd>
        {receipt.target !== null && (
          <>
            <dt>{inLanguage(receipt.target.names)}</dt>
            <dd>{displayDecimal(receipt.received, 0, 0)}</dd>
            <dt>{t("exchanged_ratio")}</dt>
            <dd>{receipt.target.ratio}</dd>
          </>
        )}
        <dt>{t("exchanged_cash")}</dt>
        <dd>
          <Amount value={receipt.cash} currency={settlementCurrency(position.type)} />
        </dd>
        {receipt.fraction_price !== null && (
          <>
            <dt>{t("exchanged_price")}</dt>
            <dd>
              <Price value={receipt.fraction_price} />
            </dd>
          </>
        )}
      </dl>
    </section>
  ));
}
