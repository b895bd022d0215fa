import { Amount } from "@sanshi/ui";
import type { Currency } from "@sanshi/money";
import { useState } from "react";
import { useNavigate } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { daysOf } from "../../../shared/kit/chart-bars.ts";
import { BarChart, ChartPanel } from "../../../shared/kit/chart-panel.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { DataTable } from "../../../shared/kit/table.tsx";
import { useText } from "../../../shared/text.ts";
import { CurrencyPick } from "./currency-pick.tsx";
import { dailyBooks, type Dashboard, type Span } from "./dashboard.ts";
import styles from "./dashboard.module.css";
import { currenciesOf, heightOf, showShort } from "./figures.ts";

/** What customers paid in and were paid out, as the house's accounts at the bank have it. */
export function MoneyChart({ data, days: span }: { data: Dashboard; days: Span }) {
  const t = useText("dashboard");
  const navigate = useNavigate();
  const currencies = currenciesOf(data.money);
  const [chosen, setChosen] = useState<Currency | null>(null);
  const currency = chosen ?? currencies[0] ?? "JPY";
  const days = daysOf(data.from, data.to);
  const rows = data.money.filter((row) => row.currency === currency);
  const ofDay = (day: string) => rows.find((row) => row.day === day);
  const total = data.money_totals.find((one) => one.currency === currency);
  return (
    <ChartPanel
      title={t("money")}
      note={t("money_note")}
      choice={<CurrencyPick value={currency} currencies={currencies} onChange={setChosen} />}
      head={
        total !== undefined && (
          <div className={styles["totals"]}>
            <p className={styles["total"]}>
              <a href={link(`${paths.deposits}?state=approved&sort=newest`)}>{t("money_in")}</a>
              <strong>
                <Amount value={total.in} currency={currency} />
              </strong>
            </p>
            <p className={styles["total"]}>
              <a href={link(`${paths.withdrawals}?state=approved&sort=newest`)}>{t("money_out")}</a>
              <strong>
                <Amount value={total.out} currency={currency} />
              </strong>
            </p>
          </div>
        )
      }
      empty={rows.length === 0 ? t("money_none") : null}
      chart={
        <BarChart
          label={t("money_label", { currency })}
          days={days}
          series={[
            { name: t("money_in"), values: days.map((day) => heightOf(ofDay(day)?.in ?? "0")) },
            { name: t("money_out"), values: days.map((day) => heightOf(ofDay(day)?.out ?? "0")) },
          ]}
          tip={(index) => {
            const day = days[index] ?? "";
            const { in: paidIn = "0", out = "0" } = ofDay(day) ?? {};
            return t("money_tip", { day, in: paidIn, out, currency });
          }}
          onOpen={(day) => void navigate(dailyBooks(day, day))}
          show={showShort}
        />
      }
      csv={<ListFiles list="/api/ops/dashboard#money" filter={`days=${span}`} />}
      table={
        <DataTable
          name={t("money")}
          rows={rows.toReversed()}
          rowKey={(row) => row.day}
          href={(row) => link(dailyBooks(row.day, row.day))}
          columns={[
            { key: "day", head: t("day"), cell: (row) => row.day },
            {
              key: "in",
              head: t("money_in"),
              end: true,
              cell: (row) => <Amount value={row.in} currency={currency} />,
            },
            {
              key: "out",
              head: t("money_out"),
              end: true,
              cell: (row) => <Amount value={row.out} currency={currency} />,
            },
          ]}
        />
      }
    />
  );
}
