import type { PriceAlert } from "@sanshi/contract";
import { Change, FlashingPrice, Icon } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { toastRefusal } from "../../../shared/api.ts";
import { inLanguage } from "@sanshi/web/language";
import { useQuote } from "../../../shared/quotes.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { removeAlert } from "./alert-queries.ts";
import { conditionText } from "./condition.ts";
import styles from "./alerts.module.css";

type AlertRowsProps = {
  alerts: readonly PriceAlert[];
  /** With the stock's name and price, where the list is of several stocks. */
  named: boolean;
  /** Leads to the form that changes it. */
  onChange?: (alert: PriceAlert) => void;
};

export function AlertRows({ alerts, named, onChange }: AlertRowsProps) {
  const t = useText("alerts");
  return (
    <ul className={styles["rows"]} aria-label={t("waiting")}>
      {alerts.map((alert) => (
        <li key={alert.id} className={styles["row"]}>
          {named ? (
            <NamedAlert alert={alert} />
          ) : (
            <ChangeButton alert={alert} onPress={() => onChange?.(alert)} />
          )}
          <RemoveButton alert={alert} />
        </li>
      ))}
    </ul>
  );
}

function NamedAlert({ alert }: { alert: PriceAlert }) {
  const t = useText("alerts");
  const quote = useQuote(alert.type, alert.code);
  const price = quote?.price ?? alert.price;
  return (
    <a className={styles["stock"]} href={link(paths.stock(alert))}>
      <span className={styles["names"]}>
        <span className={styles["name"]}>{inLanguage(alert.names)}</span>
        <span className={styles["condition"]}>{conditionText(alert, t)}</span>
      </span>
      {price !== null && (
        <span className={styles["price"]}>
          <FlashingPrice value={price} />
          <Change percent={quote?.changePercent ?? alert.change_percent} />
        </span>
      )}
    </a>
  );
}

function ChangeButton({ alert, onPress }: { alert: PriceAlert; onPress: () => void }) {
  const t = useText("alerts");
  const condition = conditionText(alert, t);
  return (
    <button
      type="button"
      className={styles["change"]}
      aria-label={t("change_alert", { condition })}
      onClick={onPress}
    >
      <span className={styles["condition"]}>{condition}</span>
      <span className={styles["word"]}>{t("change")}</span>
    </button>
  );
}

function RemoveButton({ alert }: { alert: PriceAlert }) {
  const t = useText("alerts");
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const refusal = await removeAlert(alert.id);
    if (refusal === null) return toast(t("removed"));
    setBusy(false);
    toastRefusal(refusal);
  };
  return (
    <button
      type="button"
      className={styles["remove"]}
      disabled={busy}
      aria-label={t("remove_alert", {
        name: inLanguage(alert.names),
        condition: conditionText(alert, t),
      })}
      onClick={() => void remove()}
    >
      <Icon name="close" size={18} />
    </button>
  );
}
