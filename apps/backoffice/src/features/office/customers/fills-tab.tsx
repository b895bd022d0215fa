import { inLanguage } from "@sanshi/web/language";
import { Amount, Price, Quantity } from "@sanshi/ui";
import type { Output } from "../../../shared/calls.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./customer.module.css";

type Row = Output<"/api/ops/customers/:account/fills">["items"][number];

/** Every fill beside the quote that it was made at: one price for everybody can be seen here. */
export function FillsTab({ account }: { account: string }) {
  const t = useText("customers");
  const words = useText("words");
  const pages = usePages("/api/ops/customers/:account/fills", { account, limit: "50" });
  const columns: Column<Row>[] = [
    { key: "at", head: t("at"), cell: (row) => <At iso={row.filled_at} /> },
    { key: "position", head: t("position"), cell: (row) => `${row.position_id}-${row.number}` },
    {
      key: "stock",
      head: t("stock"),
      cell: (row) => `${inLanguage(row.names)} ${row.code} · ${words(`market_${row.market}`)}`,
    },
    { key: "side", head: t("side"), cell: (row) => words(`fill_${row.side}`) },
    {
      key: "quantity",
      head: t("quantity"),
      end: true,
      cell: (row) => <Quantity value={row.quantity} />,
    },
    {
      key: "price",
      head: t("price"),
      end: true,
      cell: (row) => <Price value={row.price} currency={row.market} />,
    },
    { key: "amount", head: t("amount"), end: true, cell: (row) => <Amount value={row.amount} /> },
    { key: "fee", head: t("fee"), end: true, cell: (row) => <Amount value={row.fee} /> },
    { key: "bid", head: t("bid"), end: true, cell: (row) => <Price value={row.bid} /> },
    { key: "ask", head: t("ask"), end: true, cell: (row) => <Price value={row.ask} /> },
    {
      key: "quote",
      head: t("quote"),
      cell: (row) => (
        <span className={styles["against"]}>
          <At iso={row.quote_at} />
          <span className="muted">
            {row.feed} #{row.quote_sequence}
          </span>
        </span>
      ),
    },
  ];
  return (
    <ListFrame>
      <PagedList
        name={t("tab_fills")}
        pages={pages}
        columns={columns}
        rowKey={(row) => `${row.position_id}-${row.number}`}
        empty={t("no_fills")}
      />
    </ListFrame>
  );
}
