import { link, paths } from "../../../app/paths.ts";
import { daysOf } from "../../../shared/kit/chart-bars.ts";
import { BarChart, ChartPanel } from "../../../shared/kit/chart-panel.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { DataTable } from "../../../shared/kit/table.tsx";
import { useText } from "../../../shared/text.ts";
import type { Dashboard, Span } from "./dashboard.ts";
import { showShort } from "./figures.ts";

/** Who signed in and who traded, each customer once a day. */
export function CustomersChart({ data, days: span }: { data: Dashboard; days: Span }) {
  const t = useText("dashboard");
  const days = daysOf(data.from, data.to);
  const ofDay = (day: string) => data.customers.find((row) => row.day === day);
  const seen = span === "7" ? "7" : "30";
  return (
    <ChartPanel
      title={t("customers")}
      note={t("customers_note")}
      head={
        <p>
          <a href={link(`${paths.customers}?seen=${seen}`)}>
            {t("customers_seen", { count: Number(seen) })}
          </a>
        </p>
      }
      empty={data.customers.length === 0 ? t("customers_none") : null}
      chart={
        <BarChart
          label={t("customers_label")}
          days={days}
          series={[
            { name: t("signed_in"), values: days.map((day) => ofDay(day)?.signed_in ?? 0) },
            { name: t("traded"), values: days.map((day) => ofDay(day)?.traded ?? 0) },
          ]}
          tip={(index) => {
            const day = days[index] ?? "";
            const { signed_in = 0, traded = 0, registered = 0 } = ofDay(day) ?? {};
            return t("customers_tip", { day, signed_in, traded, registered });
          }}
          show={showShort}
        />
      }
      csv={<ListFiles list="/api/ops/dashboard#customers" filter={`days=${span}`} />}
      table={
        <DataTable
          name={t("customers")}
          rows={data.customers.toReversed()}
          rowKey={(row) => row.day}
          columns={[
            { key: "day", head: t("day"), cell: (row) => row.day },
            { key: "signed_in", head: t("signed_in"), end: true, cell: (row) => row.signed_in },
            { key: "traded", head: t("traded"), end: true, cell: (row) => row.traded },
            { key: "registered", head: t("registered"), end: true, cell: (row) => row.registered },
          ]}
        />
      }
    />
  );
}
