import { Icon, Price } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDate } from "@sanshi/web/times";
import styles from "../../../shared/margin-banner.module.css";
import { useText } from "../../../shared/text.ts";
import type { StockDetail } from "./stock-queries.ts";

/** Until when the stock is traded, and what becomes of what is held then. */
export function EndBanner({ end }: { end: NonNullable<StockDetail["end"]> }) {
  const t = useText("stockNotes");
  const { last_trading_day: day, document_address: document } = end;
  const { target } = end;
  const price = target === null ? (end.settlement_price ?? end.cash_price) : null;
  return (
    <section className={styles["banner"]} role="alert">
      <span className={styles["icon"]}>
        <Icon name="alert" size={22} />
      </span>
      <div className={styles["words"]}>
        <p>
          <strong>{t(end.ended ? "ended_on" : "last_day", { day: showDate(day) })}</strong>
        </p>
        {target !== null && (
          <p>
            {t("end_in_shares", {
              name: inLanguage(target.names),
              code: target.code,
              ratio: target.ratio,
            })}
          </p>
        )}
        {!end.ended && target === null && (
          <p>{t(price === null ? "end_at_close" : "end_at_price")}</p>
        )}
        {price !== null && (
          <p>
            {t("end_price")} <Price value={price} />
          </p>
        )}
        {document !== null && (
          <p>
            <a href={document} rel="noreferrer" target="_blank">
              {t("end_document")}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
