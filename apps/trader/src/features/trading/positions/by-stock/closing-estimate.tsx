import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, SignedAmount } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import type { ReactNode } from "react";
import { useText } from "../../../../shared/text.ts";
import form from "../close-form.module.css";
import styles from "./by-stock.module.css";
import type { ClosingPreview, Holding } from "./holding.ts";

type ClosingEstimateProps = { holding: Holding; preview: ClosingPreview | null };

/** What the orders would bring, marked as the estimate that it is, and what is not among them. */
export function ClosingEstimate({ holding, preview }: ClosingEstimateProps) {
  const t = useText("positions");
  const own = useText("holdings");
  const isLong = holding.side === "long";
  const isMissing = preview?.received.startsWith("-") === true;
  const count = preview?.parts.length ?? 0;
  return (
    <section className={form["estimate"]} aria-label={own("estimate")}>
      <p className={form["received"]}>
        <span>{t(isMissing ? "missing" : "received")}</span>
        <strong>
          {preview === null ? (
            "–"
          ) : (
            <>
              <span aria-hidden="true">≈ </span>
              <Amount
                value={preview.received.replace("-", "")}
                currency={settlementCurrency(holding.type)}
              />
            </>
          )}
        </strong>
      </p>
      <dl>
        <Row name={t(isLong ? "sale_value" : "cover_value")}>
          {preview && <Amount value={preview.amount} />}
        </Row>
        <Row name={t(isLong ? "fee_estimate" : "cover_fee_estimate")}>
          {preview && <Amount value={preview.fee} />}
        </Row>
        {/[1-9]/.test(preview?.interest ?? "") && (
          <Row name={t(isLong ? "interest" : "borrow_fee")}>
            <Amount value={preview?.interest} />
          </Row>
        )}
        <Row name={t("profit_estimate")}>{preview && <SignedAmount value={preview.profit} />}</Row>
      </dl>
      <p className={form["small"]}>
        {own("estimate_note")} {own("profit_note")}
      </p>
      {count > 1 && <p className={form["small"]}>{own("orders", { count })}</p>}
      {preview !== null && <Bound holding={holding} preview={preview} />}
      {preview !== null && <LeftOutList leftOut={preview.left_out} />}
    </section>
  );
}

/** Of more openings than one call closes, how far it reaches. */
function Bound({ holding, preview }: { holding: Holding; preview: ClosingPreview }) {
  const t = useText("holdings");
  const max = preview.quantity_max;
  if (max === holding.quantity_free) return null;
  if (holding.openings_count <= 100) return null;
  return <p className={form["small"]}>{t("max_note", { quantity: displayDecimal(max, 0, 0) })}</p>;
}

/** What cannot be closed yet, and until when. */
export function LeftOutList({ leftOut }: { leftOut: ClosingPreview["left_out"] }) {
  const t = useText("holdings");
  if (leftOut.length === 0) return null;
  return (
    <>
      <p className={form["small"]}>{t("left_out")}</p>
      <ul className={styles["leftOut"]}>
        {leftOut.slice(0, shownMax).map(({ id, order_number, quantity, reason, until }) => (
          <li key={`${id}:${reason}`}>
            {t("left_shares", { quantity: displayDecimal(quantity, 0, 0), number: order_number })}{" "}
            {t(reason === "locked" && until !== null ? "left_locked_until" : `left_${reason}`, {
              time: showDateTime(until),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

const shownMax = 10;

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? "–"}</dd>
    </div>
  );
}
