import { SignedAmount } from "@sanshi/ui";
import type { Currency } from "@sanshi/money";
import { useState } from "react";
import { useNavigate } from "react-router";
import { link } from "../../../app/paths.ts";
import { daysOf } from "../../../shared/kit/chart-bars.ts";
import { BarChart, ChartPanel } from "../../../shared/kit/chart-panel.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { DataTable } from "../../../shared/kit/table.tsx";
import { useText, wordFor } from "../../../shared/text.ts";
import { CurrencyPick } from "./currency-pick.tsx";
import { dailyBooks, type Dashboard, type Span } from "./dashboard.ts";
import styles from "./dashboard.module.css";
import { currenciesOf, heightOf, showShort } from "./figures.ts";

/** What was booked on the house's income accounts, net of what was given back. */
export function RevenueChart({ data, days: span }: { data: Dashboard; days: Span }) {
  const t = useText("dashboard");
  const navigate = useNavigate();
  const currencies = currenciesOf(data.revenue);
  const [chosen, setChosen] = useState<Currency | null>(null);
  const currency = chosen ?? currencies[0] ?? "JPY";
  const days = daysOf(data.from, data.to);
  const rows = data.revenue.filter((row) => row.currency === currency);
  const heights = days.map((day) =>
    rows.filter((row) => row.day === day).reduce((sum, row) => sum + heightOf(row.amount), 0),
  );
  const total = data.revenue_totals.find((one) => one.currency === currency);
  return (
    <ChartPanel
      title={t("revenue")}
      note={t("revenue_note")}
      choice={<CurrencyPick value={currency} currencies={currencies} onChange={setChosen} />}
      head={
        total !== undefined && (
          <p className={styles["total"]}>
            <a href={link(dailyBooks(data.from, data.to))}>{t("revenue_total")}</a>
            <strong>
              <SignedAmount value={total.amount} currency={currency} />
            </strong>
          </p>
        )
      }
      empty={rows.length === 0 ? t("revenue_none") : null}
      chart={
        <BarChart
          label={t("revenue_label", { currency })}
          days={days}
          series={[{ name: t("revenue"), values: heights }]}
          tip={(index) => {
            const day = days[index] ?? "";
            const parts = rows
              .filter((row) => row.day === day)
              .map((row) => `${wordFor("words", "purpose_", row.purpose)} ${row.amount}`);
            return [day, ...parts].join(" · ");
          }}
          onOpen={(day) => void navigate(dailyBooks(day, day))}
          show={showShort}
        />
      }
      csv={<ListFiles list="/api/ops/dashboard#revenue" filter={`days=${span}`} />}
      table={
        <DataTable
          name={t("revenue")}
          rows={rows.toReversed()}
          rowKey={(row) => `${row.day} ${row.purpose}`}
          href={(row) => link(dailyBooks(row.day, row.day))}
          columns={[
            { key: "day", head: t("day"), cell: (row) => row.day },
            {
              key: "purpose",
              head: t("purpose"),
              cell: (row) => wordFor("words", "purpose_", row.purpose),
            },
            {
              key: "amount",
              head: t("amount"),
              end: true,
              cell: (row) => <SignedAmount value={row.amount} currency={currency} />,
            },
          ]}
        />
      }
    />
  );
}
