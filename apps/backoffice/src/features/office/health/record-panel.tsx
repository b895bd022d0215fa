import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { recordSentences, useText } from "../../../shared/text.ts";
import styles from "./health.module.css";
import type { Health } from "./queue-depths.tsx";

/** What a replay plays, and what of its folder it does not. */
export function RecordPanel({ record }: { record: NonNullable<Health["record"]> }) {
  const t = useText("health");
  const words = useText("words");
  const { stocks, stock_count: total } = record;
  const sentences = recordSentences(record);
  return (
    <Panel
      title={t("record")}
      aside={<span className="muted">{t("record_stocks", { total, shown: stocks.length })}</span>}
    >
      <div className={styles["record"]} tabIndex={0} role="region" aria-label={t("record")}>
        <Facts
          facts={stocks.map(({ type, code, days, minutes, extended, from, until }) => ({
            name: `${words(`market_${type}`)} ${code}`,
            value: (
              <span className={styles["line"]}>
                {t(minutes === 0 ? "record_days" : "record_minutes", { days, minutes })}
                {extended > 0 && t("record_extended", { extended })}
                <span className="muted">
                  {from} – {until}
                </span>
              </span>
            ),
          }))}
        />
      </div>
      {sentences.length === 0 ? (
        <p className="muted">{t("record_all")}</p>
      ) : (
        <>
          <p className="muted">{t("record_left_out")}</p>
          <ul className={styles["record"]} tabIndex={0} aria-label={t("record_left_out")}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
