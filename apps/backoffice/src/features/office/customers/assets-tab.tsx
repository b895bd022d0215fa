import { Amount, SignedAmount } from "@sanshi/ui";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

type Assets = Output<"/api/ops/customers/:account/assets">;
type Total = NonNullable<Assets["total"]>;
type Row = Omit<Total, "currency" | "day" | "rates_from" | "rates_at"> & {
  currency: string;
  isTotal: boolean;
  /** Sale proceeds by the days on which they settle; of the total none. */
  unsettled: Assets["currencies"][number]["unsettled"];
};

const displays = ["JPY", "USD", "CNY"] as const;
const figures = [
  ...["total_assets", "available", "frozen", "holdings_value", "total_debt"],
] as const satisfies readonly (keyof Total)[];

/** What the customer has, as the customer reads it: per currency, and in one at the mid rates. */
export function AssetsTab({ account }: { account: string }) {
  const t = useText("customers");
  const [{ display }, change] = useAddress({ display: "JPY" });
  const currency = displays.find((one) => one === display) ?? "JPY";
  const assets = useCall("/api/ops/customers/:account/assets", { account, currency });
  const columns = useColumns();
  if (assets.data === undefined) {
    return assets.isError ? (
      <Failed error={assets.error} onRetry={() => void assets.refetch()} />
    ) : (
      <SkeletonTable />
    );
  }
  const { currencies, total } = assets.data;
  const rows: Row[] = [
    ...(total === null ? [] : [{ ...total, isTotal: true, unsettled: [] }]),
    ...currencies.map((one) => ({ ...one, isTotal: false })),
  ];
  return (
    <ListFrame
      tools={
        <ListFiles
          list="/api/ops/customers/:account/assets#currencies"
          filter={new URLSearchParams({ account, currency }).toString()}
        />
      }
      filters={
        <Segments
          label={t("total_in")}
          value={currency}
          onChange={(value) => change({ display: value })}
          options={displays.map((value) => ({ value, label: value }))}
        />
      }
    >
      <DataTable
        name={t("tab_assets")}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.isTotal}${row.currency}`}
      />
    </ListFrame>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText("customers");
  return [
    {
      key: "currency",
      head: t("currency"),
      grow: true,
      cell: (row) =>
        row.isTotal ? <b>{t("assets_total", { currency: row.currency })}</b> : row.currency,
    },
    ...figures.map((name) => ({
      key: name,
      head: t(name),
      end: true,
      cell: (row: Row) => <Amount value={row[name]} />,
    })),
    {
      key: "unsettled",
      head: t("unsettled"),
      end: true,
      cell: ({ unsettled }) =>
        unsettled.length === 0
          ? "–"
          : unsettled.map(({ settles_on: date, amount }) => (
              <div key={date}>
                {date} <Amount value={amount} />
              </div>
            )),
    },
    {
      key: "unrealized",
      head: t("unrealized"),
      end: true,
      cell: (row) => <SignedAmount value={row.unrealized} />,
    },
    {
      key: "net_assets",
      head: t("net_assets"),
      end: true,
      cell: (row) => <Amount value={row.net_assets} />,
    },
  ];
}
