import type { HeldStock } from "@sanshi/contract";
import { displayMoney, settlementCurrency } from "@sanshi/money";
import { Amount, Change, SignedAmount } from "@sanshi/ui";
import { useText } from "../../shared/text.ts";
import type { CloseEstimate } from "./close-estimate.ts";
import styles from "./close-form.module.css";

type EstimateTableProps = {
  position: HeldStock;
  estimate: CloseEstimate | null;
};

/** What the order would bring, marked as the estimate that it is. */
export function EstimateTable({ position, estimate }: EstimateTableProps) {
  const t = useText("positions");
  const currency = settlementCurrency(position.type);
  return (
    <section className={styles["estimate"]} aria-label={t("estimate")}>
      <p className={styles["received"]}>
        <span>{t("received")}</span>
        <strong>
          {estimate === null ? (
            "–"
          ) : (
            <>
              <span aria-hidden="true">≈ </span>
              <Amount value={estimate.received} currency={currency} />
            </>
          )}
        </strong>
      </p>
      <dl>
        <div>
          <dt>{position.side === "long" ? t("sale_value") : t("cover_value")}</dt>
          <dd>{estimate === null ? "–" : <Amount value={estimate.value} />}</dd>
        </div>
        <div>
          <dt>{t("fee_estimate")}</dt>
          <dd>{estimate === null ? "–" : <Amount value={estimate.fee} />}</dd>
        </div>
        <div>
          <dt>{t("profit_estimate")}</dt>
          <dd>
            {estimate === null ? (
              "–"
            ) : (
              <>
                <SignedAmount value={estimate.profit} /> <Change percent={estimate.percent} />
              </>
            )}
          </dd>
        </div>
      </dl>
      <p className={styles["small"]}>
        {t("estimate_note", { fee: displayMoney(estimate?.buyFee ?? "0"), currency })}
      </p>
    </section>
  );
}
