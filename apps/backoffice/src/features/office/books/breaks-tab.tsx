import { SignedAmount } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { Age } from "./age.tsx";

type Break = Output<"/api/ops/books/breaks">["items"][number];

/** Money that our books say came or went, and that the bank has not confirmed. */
export function BreaksTab() {
  const t = useText("books");
  const pages = usePages("/api/ops/books/breaks", {});
  return (
    <ListFrame>
      <PagedList
        name={t("tab_breaks")}
        pages={pages}
        columns={useColumns()}
        rowKey={(row) => `${row.kind} ${row.id}`}
        empty={t("no_breaks")}
      />
    </ListFrame>
  );
}

function useColumns(): Column<Break>[] {
  const t = useText("books");
  return [
    {
      key: "number",
      head: t("record"),
      cell: (row) => (
        <a href={link(row.kind === "deposit" ? paths.deposit(row.id) : paths.withdrawal(row.id))}>
          {row.number}
        </a>
      ),
    },
    { key: "kind", head: t("kind"), cell: (row) => t(`kind_${row.kind}`) },
    {
      key: "account",
      head: t("customer"),
      grow: true,
      cell: (row) => <a href={link(paths.customer(row.account))}>{row.account}</a>,
    },
    {
      key: "amount",
      head: t("amount"),
      end: true,
      cell: (row) => <SignedAmount value={row.amount} currency={row.currency} />,
    },
    { key: "booked", head: t("booked"), cell: (row) => <At iso={row.booked_at} /> },
    { key: "age", head: t("age"), end: true, cell: (row) => <Age days={row.age_days} /> },
  ];
}
