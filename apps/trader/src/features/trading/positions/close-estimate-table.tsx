import type { HeldStock } from "@sanshi/contract";
import { displayMoney, settlementCurrency } from "@sanshi/money";
import { Amount, Change, SignedAmount } from "@sanshi/ui";
import type { ReactNode } from "react";
import { useText } from "../../../shared/text.ts";
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
  const isMissing = estimate?.received.startsWith("-") === true;
  const isAbove = (amount: string | undefined) => /[1-9]/.test(amount ?? "");
  return (
    <section className={styles["estimate"]} aria-label={t("estimate")}>
      <p className={styles["received"]}>
        <span>{t(isMissing ? "missing" : "received")}</span>
        <strong>
          {estimate === null ? (
            "–"
          ) : (
            <>
              <span aria-hidden="true">≈ </span>
              <Amount value={estimate.received.replace("-", "")} currency={currency} />
            </>
          )}
        </strong>
      </p>
      <dl>
        {isAbove(estimate?.freed) && (
          <Row name={t("freed")}>
            <Amount value={estimate?.freed} />
          </Row>
        )}
        <Row name={t(position.side === "long" ? "sale_value" : "cover_value")}>
          {estimate && <Amount value={estimate.value} />}
        </Row>
        {isAbove(estimate?.repaid) && (
          <Row name={t("repaid")}>
            <Amount value={estimate?.repaid} />
          </Row>
        )}
        {isAbove(estimate?.interest) && (
          <Row name={t(position.side === "long" ? "interest" : "borrow_fee")}>
            <Amount value={estimate?.interest} />
          </Row>
        )}
        <Row name={t(position.side === "long" ? "fee_estimate" : "cover_fee_estimate")}>
          {estimate && <Amount value={estimate.fee} />}
        </Row>
        <Row name={t("profit_estimate")}>
          {estimate && (
            <>
              <SignedAmount value={estimate.profit} /> <Change percent={estimate.percent} />
            </>
          )}
        </Row>
      </dl>
      {isMissing && (
        <p className={styles["small"]}>
          {t(position.side === "long" ? "missing_note" : "missing_note_short")}
        </p>
      )}
      <p className={styles["small"]}>
        {t(position.side === "long" ? "estimate_note" : "estimate_note_short", {
          fee: displayMoney(estimate?.buyFee ?? "0"),
          currency,
        })}
      </p>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? "–"}</dd>
    </div>
  );
}
