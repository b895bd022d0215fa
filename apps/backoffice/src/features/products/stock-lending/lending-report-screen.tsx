import {
  defaultMarketKey,
  displayDecimal,
  isMarketKey,
  marketKeys,
  type MarketKey,
} from "@sanshi/money";
import { Amount } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { Segments } from "../../../shared/kit/filters.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

type Report = Output<"/api/ops/stock-lending">;
type Stock = Report["stocks"][number];

const filterDefaults = { market: defaultMarketKey as string };

/** What customers lend and what shorts borrow, stock by stock: utilisation, exposure and what it costs. */
export default function LendingReportScreen() {
  const t = useText("stockLending");
  const words = useText("words");
  const [filter, change] = useAddress(filterDefaults);
  const market = isMarketKey(filter.market) ? filter.market : defaultMarketKey;
  const report = useCall("/api/ops/stock-lending", { type: market });
  return (
    <Page title={t("title")}>
      <Segments
        label={t("market")}
        value={market}
        onChange={(value) => change({ market: value })}
        options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
      />
      {report.data === undefined ? (
        report.isError ? (
          <Failed error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <SkeletonTable />
        )
      ) : (
        <>
          <Panel title={t("title")}>
            <Exposure report={report.data} />
          </Panel>
          <Pools market={market} stocks={report.data.stocks} />
        </>
      )}
    </Page>
  );
}

function Exposure({ report }: { report: Report }) {
  const t = useText("stockLending");
  const money = (value: string) => <Amount value={value} currency={report.currency} />;
  return (
    <Facts
      facts={[
        { name: t("lent_value"), value: money(report.lent_value) },
        { name: t("borrowed_value"), value: money(report.borrowed_value) },
        { name: t("short_value"), value: money(report.short_value) },
        { name: t("lenders"), value: report.lenders },
        { name: t("automatic"), value: report.automatic },
        { name: t("paid"), value: money(report.paid) },
      ]}
    />
  );
}

function Pools({ market, stocks }: { market: MarketKey; stocks: readonly Stock[] }) {
  const t = useText("stockLending");
  const whole = (
    key: "lent" | "borrowed" | "short" | "from_institutions",
    head: string,
  ): Column<Stock> => ({ key, head, end: true, cell: (row) => displayDecimal(row[key], 0, 0) });
  const percent = (
    key: "utilisation" | "borrow_rate" | "lender_rate",
    head: string,
  ): Column<Stock> => ({ key, head, end: true, cell: (row) => `${row[key]} %` });
  if (stocks.length === 0) return <Panel title={t("pool")}>{t("empty")}</Panel>;
  return (
    <Panel
      title={t("pool")}
      aside={<ListFiles list="/api/ops/stock-lending#stocks" filter={`type=${market}`} />}
      flush
    >
      <DataTable
        name={t("pool")}
        rows={stocks}
        rowKey={(row) => row.code}
        columns={[
          {
            key: "code",
            head: t("stock"),
            grow: true,
            cell: (row) => `${inLanguage(row.names)} ${row.code}`,
          },
          { key: "lenders", head: t("lenders"), end: true, cell: (row) => row.lenders },
          whole("lent", t("lent")),
          whole("borrowed", t("borrowed")),
          percent("utilisation", t("utilisation")),
          whole("short", t("short")),
          whole("from_institutions", t("institutions")),
          percent("borrow_rate", t("borrow_rate")),
          percent("lender_rate", t("lender_rate")),
          {
            key: "lent_value",
            head: t("lent_value"),
            end: true,
            cell: (row) => <Amount value={row.lent_value} />,
          },
        ]}
      />
    </Panel>
  );
}
