import { displayMoney, settlementCurrency, type MarketKey } from "@sanshi/money";
import { Icon } from "@sanshi/ui";
import { link, paths } from "../app/paths.ts";
import styles from "./margin-banner.module.css";
import { useCall } from "./queries.ts";
import { expectedDate, useText } from "./text.ts";
import { showDateTime } from "@sanshi/web/times";

const refreshMs = 60_000;

/** A margin call with its deadline, or what a closing left unpaid; nothing while there is neither. */
export function MarginBanner({ type, here }: { type: MarketKey; here?: "positions" }) {
  const t = useText("positions");
  const shell = useText("shell");
  const { data } = useCall("/trade/margin", { type }, { quiet: true, refetchInterval: refreshMs });
  if (data === undefined) return null;
  const currency = settlementCurrency(type);
  const market = shell(`market_${type}`);
  const debt = data.unpaid_debt.replace("-", "");
  const notices = [
    ...(data.call === null
      ? []
      : [
          {
            title: t("call_title", {
              market,
              time: expectedDate(unbroken(showDateTime(data.call.due_at)), data.call.due_at_status),
            }),
            text: t("call_text", { amount: `${displayMoney(data.call.missing)} ${currency}` }),
          },
        ]),
    ...(/[1-9]/.test(debt)
      ? [
          {
            title: t("debt_title", { market, amount: `${displayMoney(debt)} ${currency}` }),
            text: t("debt_text"),
          },
        ]
      : []),
  ];
  if (notices.length === 0) return null;
  return (
    <section className={styles["banner"]} role="alert">
      <span className={styles["icon"]}>
        <Icon name="alert" size={22} />
      </span>
      <div className={styles["words"]}>
        {notices.map(({ title, text }) => (
          <p key={title}>
            <strong>{title}</strong> {text}
          </p>
        ))}
        <p className={styles["ways"]}>
          <a href={link(paths.stored)}>{t("to_deposit")}</a>
          <a href={link(paths.exchangeInto(currency))}>{t("to_exchange")}</a>
          {here !== "positions" && <a href={link(paths.positions({ type }))}>{t("to_close")}</a>}
        </p>
      </div>
    </section>
  );
}

/** A date and its time stay on one line. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}
