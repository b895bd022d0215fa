import { displayMoney } from "@sanshi/money";
import { EmptyState, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { homeCurrency } from "../../../shared/home-currency.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { useExchanges } from "./exchange-queries.ts";
import { rateText } from "./exchange-text.ts";
import styles from "./exchange.module.css";

/** The newest few; all of them stand among the records. */
export function RecentExchanges() {
  const t = useText("exchange");
  const exchanges = useExchanges();
  return (
    <section className={styles["section"]} aria-labelledby="recent-exchanges">
      <h2 id="recent-exchanges">{t("recent")}</h2>
      <Loaded query={exchanges} waiting={<SkeletonRows count={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState picture={<Illustration name="exchanges" />} sentence={t("none_yet")} />
          ) : (
            <ul className={styles["recent"]}>
              {items.map((made) => (
                <li key={made.id}>
                  <span>
                    {displayMoney(made.amount)} {made.from} → {displayMoney(made.receive)} {made.to}
                  </span>
                  <small>
                    {showDateTime(made.at)} · {rateText(made, homeCurrency())}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
