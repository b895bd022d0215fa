import { displayDecimal } from "@sanshi/money";
import { classNames, directionOf, Fitted, Skeleton } from "@sanshi/ui";
import type { ReactNode } from "react";
import { sectorText, useText } from "../../../shared/text.ts";
import { compactMoney } from "./stock-figures-format.ts";
import { useLiveStock, type StockDetail } from "./stock-queries.ts";
import styles from "./stock-figures.module.css";

/** Everything else about the day, in the order in which a broker's screen has it. */
export function Figures({ stock }: { stock: StockDetail }) {
  const t = useText("stock");
  const live = useLiveStock(stock);
  const shares = (quantity: string) => t("shares", { quantity: displayDecimal(quantity, 0, 0) });
  const volume = displayDecimal(live.volume, 0, 0);
  const limit = (price: string | null) => (price === null ? t("no_limit") : figure(price));
  return (
    <section className={styles["figures"]} aria-label={t("figures")}>
      <dl className={styles["grid"]}>
        <Figure label={t("open")} value={<Compared price={stock.open} stock={stock} />} />
        <Figure label={t("high")} value={<Compared price={live.high} stock={stock} />} />
        <Figure label={t("low")} value={<Compared price={live.low} stock={stock} />} />
        <Figure label={t("previous_close")} value={figure(stock.previous_close)} />
        <Figure label={t("volume")} value={<Fitted characters={volume.length}>{volume}</Fitted>} />
        <Figure label={t("turnover")} value={compactMoney(live.turnover, stock.type)} />
        <Figure label={t("limit_up")} value={limit(stock.limit_up)} />
        <Figure label={t("limit_down")} value={limit(stock.limit_down)} />
        <Figure label={t("lot")} value={shares(stock.lot)} />
      </dl>
      <dl className={styles["about"]}>
        <Figure label={t("sector")} value={sectorText(stock.sector)} />
        <Figure label={t("listed_on")} value={stock.listed_on.replaceAll("-", "/")} />
      </dl>
    </section>
  );
}

export function FiguresWaiting() {
  return (
    <div className={styles["figures"]} aria-busy="true">
      <div className={styles["grid"]}>
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className={styles["figure"]}>
            <Skeleton width="3rem" height="0.75rem" />
            <Skeleton width="5rem" />
          </div>
        ))}
      </div>
      <div className={styles["about"]}>
        <div className={styles["figure"]}>
          <Skeleton width="3rem" height="0.75rem" />
          <Skeleton width="5rem" />
        </div>
      </div>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={styles["figure"]}>
      <dt className={styles["label"]}>{label}</dt>
      <dd className={styles["value"]}>{value}</dd>
    </div>
  );
}

/** A price in the colour of its distance to the previous close. */
function Compared({ price, stock }: { price: string; stock: StockDetail }) {
  const distance = Number(price) - Number(stock.previous_close);
  const direction = directionOf(String(distance));
  return <span className={classNames(styles[direction])}>{figure(price)}</span>;
}

function figure(price: string): string {
  return displayDecimal(price, 2, 4);
}
