import { displayMoney, displaySignedMoney } from "@sanshi/money";
import { Skeleton } from "@sanshi/ui";
import { locale } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { monthInput, type RecordFilter } from "./record-filter.ts";
import { useFundSums } from "./records-queries.ts";
import styles from "./records.module.css";

type MonthProps = { month: string; filter: RecordFilter };

/** A month with what came in and went out of it, over all of its records, loaded or not. */
export function MonthHead({ month, filter }: MonthProps) {
  return (
    <header className={styles["month"]}>
      <h2>{monthName(month)}</h2>
      {!filter.holds && filter.q === "" && <Sums month={month} filter={filter} />}
    </header>
  );
}

function Sums({ month, filter }: MonthProps) {
  const t = useText("records");
  const sums = useFundSums(monthInput(month, filter));
  if (sums.data === undefined) {
    return sums.isError ? null : <Skeleton width="14rem" height="0.9rem" />;
  }
  return (
    <dl className={styles["sums"]}>
      {sums.data.items.map(({ currency, received, paid, net }) => (
        <div key={currency}>
          <dt>{currency}</dt>
          <dd>
            <span className={styles["flows"]}>
              <span>
                {t("received")} {displayMoney(received)}
              </span>
              <span>
                {t("paid")} {displayMoney(paid.replace("-", ""))}
              </span>
            </span>
            <strong>
              <span className="visually-hidden">{t("net")} </span>
              {displaySignedMoney(net)}
            </strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `2026年11月`, `November 2026`. */
function monthName(month: string): string {
  const format = new Intl.DateTimeFormat(locale(), {
    timeZone: "UTC",
    year: "numeric",
    month: "long",
  });
  return format.format(new Date(`${month}-01`));
}
