import { displayDecimal } from "@sanshi/money";
import { SkeletonRows } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

const StockRules = lazy(() => import("../../../shared/rules/stock-rules.tsx"));

/** The rules that an order for this stock meets first, asked for when they are opened. */
export function OrderRules({ stock }: { stock: StockDetail }) {
  const t = useText("order");
  const [isOpen, setOpen] = useState(false);
  const price = (value: string) => displayDecimal(value, 0, 4);
  const { limit_down: low, limit_up: high } = stock;
  return (
    <details className={styles["details"]} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("stock_rules")}</summary>
      <dl className={styles["summary"]}>
        <div className={styles["line"]}>
          <dt>{t("rule_tick")}</dt>
          <dd>{price(stock.tick)}</dd>
        </div>
        <div className={styles["line"]}>
          <dt>{t("rule_limits")}</dt>
          <dd>
            {low === null || high === null ? t("rule_no_limits") : `${price(low)}–${price(high)}`}
          </dd>
        </div>
        <div className={styles["line"]}>
          <dt>{t("rule_lot")}</dt>
          <dd>{t("shares_count", { quantity: displayDecimal(stock.lot, 0, 0) })}</dd>
        </div>
      </dl>
      {isOpen && (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <StockRules type={stock.type} ids={stock.rules} />
        </Suspense>
      )}
      <a className={styles["rulesLink"]} href={link(paths.rules({ type: stock.type }))}>
        {t("all_rules")}
      </a>
    </details>
  );
}
