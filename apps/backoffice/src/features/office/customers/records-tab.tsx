import { Amount, SignedAmount } from "@sanshi/ui";
import type { Output } from "../../../shared/calls.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { inLanguage } from "@sanshi/web/language";
import { usePages } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";

type Row = Output<"/api/ops/customers/:account/records">["items"][number];

/** The movements as the customer reads them. */
export function RecordsTab({ account }: { account: string }) {
  const t = useText("customers");
  const pages = usePages("/api/ops/customers/:account/records", { account, limit: "50" });
  const columns: Column<Row>[] = [
    { key: "at", head: t("at"), cell: (row) => <At iso={row.at} /> },
    { key: "kind", head: t("kind"), cell: (row) => wordFor("words", "kind_", row.kind) },
    {
      key: "stock",
      head: t("stock"),
      grow: true,
      cell: (row) =>
        row.stock === null ? null : `${row.stock.code} ${inLanguage(row.stock.names)}`,
    },
    { key: "order", head: t("order_number"), cell: (row) => row.order_number },
    {
      key: "amount",
      head: t("amount"),
      end: true,
      cell: (row) => <SignedAmount value={row.amount} currency={row.currency} />,
    },
    {
      key: "reserved",
      head: t("reserved"),
      end: true,
      cell: (row) => <SignedAmount value={row.reserved} />,
    },
    {
      key: "after",
      head: t("available_after"),
      end: true,
      cell: (row) => (row.balance_after === null ? null : <Amount value={row.balance_after} />),
    },
  ];
  return (
    <ListFrame>
      <PagedList
        name={t("tab_records")}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t("no_records")}
      />
    </ListFrame>
  );
}
