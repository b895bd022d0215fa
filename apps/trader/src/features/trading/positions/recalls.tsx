import { displayDecimal } from "@sanshi/money";
import { classNames, Price } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { expectedDate, ruleText, useText } from "../../../shared/text.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";

/** What a short has to give back, and the receipts of what was bought in for its lender. */
export function Recalls({ position }: { position: Position }) {
  const t = useText("positions");
  const { recalls, side } = position;
  return (
    <>
      {recalls.length > 0 && side === "short" && (
        <section className={classNames(styles["panel"], styles["receipt"])}>
          <h2 className={styles["heading"]}>{t("recall")}</h2>
          {recalls.map((recall) => (
            <p key={recall.due_at} className={styles["note"]}>
              {t("recall_note", {
                quantity: displayDecimal(recall.quantity, 0, 0),
                due: expectedDate(showDateTime(recall.due_at), recall.due_at_status),
              })}
            </p>
          ))}
        </section>
      )}
      {position.buy_ins.map((receipt) => (
        <Receipt key={`${receipt.at} ${receipt.quantity}`} receipt={receipt} />
      ))}
    </>
  );
}

function Receipt({ receipt }: { receipt: Position["buy_ins"][number] }) {
  const t = useText("positions");
  const facts = [
    [t("forced_at"), showDateTime(receipt.at)],
    [t("quantity"), displayDecimal(receipt.quantity, 0, 0)],
    [t("fill_price"), <Price key="price" value={receipt.price} />],
    [t("recall_due"), showDateTime(receipt.due_at)],
    [t("rule"), ruleText(receipt.rule, receipt.since)],
  ] as const;
  return (
    <section className={classNames(styles["panel"], styles["receipt"])}>
      <h2 className={styles["heading"]}>{t("bought_in")}</h2>
      <p className={styles["note"]}>{t("bought_in_note")}</p>
      <dl className={styles["facts"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
