import { displayDecimal, type MarketKey } from "@sanshi/money";
import { Amount, SignedAmount } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { ExportLink } from "./export-link.tsx";

type Exposure = Output<"/api/ops/intraday">;
type Stock = Exposure["stocks"][number];
type Customer = Exposure["by_customer"][number];
type Figures = Pick<
  Exposure,
  "trades" | "long_value" | "short_value" | "margin" | "borrowed" | "profit"
>;

const readAgainMs = 5_000;

/** What runs now: in all, by stock and by customer. */
export function ExposureTab({ market }: { market: MarketKey }) {
  const query = useCall("/api/ops/intraday", { type: market }, { refetchInterval: readAgainMs });
  const exposure = query.data;
  if (exposure === undefined) {
    if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
    return <SkeletonTable />;
  }
  return (
    <>
      <Total exposure={exposure} />
      <Stocks stocks={exposure.stocks} />
      <Customers customers={exposure.by_customer} />
    </>
  );
}

function Total({ exposure }: { exposure: Exposure }) {
  const t = useText("intraday");
  const money = (value: string) => <Amount value={value} currency={exposure.currency} />;
  return (
    <Panel title={t("now")} aside={<ExportLink which="exposure" type={exposure.type} />}>
      <Facts
        facts={[
          { name: t("trades"), value: exposure.trades },
          { name: t("customers"), value: exposure.customers },
          { name: t("long_value"), value: money(exposure.long_value) },
          { name: t("short_value"), value: money(exposure.short_value) },
          { name: t("margin"), value: money(exposure.margin) },
          { name: t("borrowed"), value: money(exposure.borrowed) },
          { name: t("profit"), value: <SignedAmount value={exposure.profit} /> },
          { name: t("taken_until"), value: <At iso={exposure.taken_until} /> },
          { name: t("squares_off_at"), value: <At iso={exposure.squares_off_at} /> },
          { name: t("session_ends_at"), value: <At iso={exposure.session_ends_at} /> },
        ]}
      />
    </Panel>
  );
}

function useFigures<Row extends Figures>(): Column<Row>[] {
  const t = useText("intraday");
  const amount = (key: "long_value" | "short_value" | "margin" | "borrowed"): Column<Row> => ({
    key,
    head: t(key),
    end: true,
    cell: (row) => <Amount value={row[key]} />,
  });
  return [
    { key: "trades", head: t("trades"), end: true, cell: (row) => row.trades },
    amount("long_value"),
    amount("short_value"),
    amount("margin"),
    amount("borrowed"),
    {
      key: "profit",
      head: t("profit"),
      end: true,
      cell: (row) => <SignedAmount value={row.profit} />,
    },
  ];
}

function Stocks({ stocks }: { stocks: readonly Stock[] }) {
  const t = useText("intraday");
  const figures = useFigures<Stock>();
  if (stocks.length === 0) return <Panel title={t("by_stock")}>{t("nothing_runs")}</Panel>;
  const whole = (key: "long_shares" | "short_shares"): Column<Stock> => ({
    key,
    head: t(key),
    end: true,
    cell: (row) => displayDecimal(row[key], 0, 0),
  });
  return (
    <Panel title={t("by_stock")} flush>
      <DataTable
        name={t("by_stock")}
        rows={stocks}
        rowKey={(row) => row.code}
        columns={[
          {
            key: "code",
            head: t("stock"),
            grow: true,
            cell: (row) => `${inLanguage(row.names)} ${row.code}`,
          },
          whole("long_shares"),
          whole("short_shares"),
          ...figures,
        ]}
      />
    </Panel>
  );
}

function Customers({ customers }: { customers: readonly Customer[] }) {
  const t = useText("intraday");
  const figures = useFigures<Customer>();
  if (customers.length === 0) return null;
  return (
    <Panel title={t("by_customer")} flush>
      <DataTable
        name={t("by_customer")}
        rows={customers}
        rowKey={(row) => row.account}
        columns={[
          {
            key: "account",
            head: t("account"),
            grow: true,
            cell: (row) => <a href={link(paths.customer(row.account))}>{row.account}</a>,
          },
          ...figures,
        ]}
      />
    </Panel>
  );
}
