import type { PriceAlert } from "@sanshi/contract";
import { displaySignedMoney } from "@sanshi/money";
import { Sheet, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { useQuote } from "../../../shared/quotes.ts";
import { useText } from "../../../shared/text.ts";
import { AlertForm, type AlertStock } from "./alert-form.tsx";
import { alertsOn, useAlerts } from "./alert-queries.ts";
import { AlertRows } from "./alert-rows.tsx";
import { amountText } from "./condition.ts";
import styles from "./alerts.module.css";

type AlertSheetProps = { stock: AlertStock; open: boolean; onClose: () => void };

/** A stock's alerts: a new one, and those that wait. */
export default function AlertSheet({ stock, open, onClose }: AlertSheetProps) {
  const t = useText("alerts");
  const shell = useText("shell");
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("title_of", { name: inLanguage(stock.names) })}
      closeLabel={shell("close")}
    >
      <Content stock={stock} />
    </Sheet>
  );
}

function Content({ stock }: { stock: AlertStock }) {
  const t = useText("alerts");
  const alerts = useAlerts();
  const quote = useQuote(stock.type, stock.code);
  const price = quote?.price ?? stock.price;
  const change = quote?.changePercent ?? stock.change_percent;
  const [changing, setChanging] = useState<PriceAlert | null>(null);
  return (
    <>
      <p className={styles["now"]}>
        {t("now", {
          price: amountText(stock.type, price, t),
          change: displaySignedMoney(change),
        })}
      </p>
      <AlertForm
        key={changing?.id ?? ""}
        stock={stock}
        price={price}
        changing={changing}
        onLeave={() => setChanging(null)}
      />
      <h3 className={styles["heading"]}>{t("waiting")}</h3>
      <Loaded query={alerts} waiting={<SkeletonRows count={2} />}>
        {(all) => {
          const here = alertsOn(all, stock);
          if (here.length === 0) return <p className={styles["note"]}>{t("none_here")}</p>;
          return <AlertRows alerts={here} named={false} onChange={setChanging} />;
        }}
      </Loaded>
      <p className={styles["note"]}>{t("once_note")}</p>
    </>
  );
}
