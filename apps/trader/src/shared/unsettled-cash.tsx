import { displayMoney } from "@sanshi/money";
import { calendarDate } from "./calendar-date.ts";
import styles from "./unsettled-cash.module.css";
import { ExpectedNote } from "./expected-note.tsx";
import { expectedDate, useText } from "./text.ts";

type UnsettledCashProps = {
  cash: {
    withdrawable: string;
    unsettled: readonly { settles_on: string; settles_on_status: string; amount: string }[];
  };
  currency: string;
};

/** What of the available money can leave now, and what sale proceeds add on which day; nothing where all can. */
export function UnsettledCash({ cash: { withdrawable, unsettled }, currency }: UnsettledCashProps) {
  const t = useText("settlement");
  if (unsettled.length === 0) return null;
  return (
    <section className={styles["box"]} aria-label={t("title")}>
      <dl className={styles["rows"]}>
        <div>
          <dt>{t("withdrawable")}</dt>
          <dd>
            {displayMoney(withdrawable)} {currency}
          </dd>
        </div>
        {unsettled.map(({ settles_on: date, settles_on_status: status, amount }) => (
          <div key={date}>
            <dt>{t("settles", { date: expectedDate(calendarDate(date), status) })}</dt>
            <dd>
              +{displayMoney(amount)} {currency}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles["note"]}>{t("note")}</p>
      <ExpectedNote
        statuses={unsettled.map(({ settles_on_status: status }) => status)}
        className={styles["note"]}
      />
    </section>
  );
}
