import { Amount, EmptyState, SignedAmount } from "@sanshi/ui";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useCall } from "../../../shared/queries.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { useText, wordFor } from "../../../shared/text.ts";
import { lastDays } from "./days.ts";
import { Differences, LastCheck } from "./book-check.tsx";
import { ExportLink } from "./export-link.tsx";
import styles from "./books.module.css";

type Trial = Output<"/api/ops/books/trial-balance">;
type Row = Trial["rows"][number];

/** Every currency sums to zero over customers and house, or the books are wrong. */
export function TrialTab() {
  const query = useCall("/api/ops/books/trial-balance", {});
  const trial = query.data;
  if (trial === undefined) {
    if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
    return <SkeletonTable />;
  }
  return (
    <ListFrame
      filters={
        <div className={styles["bar"]}>
          <Sums sums={trial.sums} />
          <LastCheck check={trial.check} />
          <span className={styles["end"]}>
            <ExportLink which="trial_balance" {...lastDays(1, serverNow())} />
          </span>
        </div>
      }
    >
      {trial.check !== null && <Differences check={trial.check} />}
      <Accounts rows={trial.rows.filter((row) => Number(row.sum) !== 0)} />
    </ListFrame>
  );
}

function Accounts({ rows }: { rows: readonly Row[] }) {
  const t = useText("books");
  const columns = useColumns();
  if (rows.length === 0) return <EmptyState picture="list" sentence={t("nothing_booked")} />;
  return (
    <DataTable
      name={t("tab_trial")}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.currency} ${row.owner} ${row.purpose}`}
    />
  );
}

function Sums({ sums }: { sums: Trial["sums"] }) {
  const t = useText("books");
  const wrong = sums.filter(({ sum }) => Number(sum) !== 0);
  if (wrong.length === 0) return <Badge tone="good">{t("balanced")}</Badge>;
  return (
    <span className={styles["sums"]} role="alert">
      <Badge tone="bad">{t("not_balanced")}</Badge>
      {wrong.map(({ currency, sum }) => (
        <Amount key={currency} value={sum} currency={currency} />
      ))}
    </span>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText("books");
  return [
    { key: "currency", head: t("currency"), cell: (row) => row.currency },
    { key: "owner", head: t("owner"), cell: (row) => t(`owner_${row.owner}`) },
    {
      key: "purpose",
      head: t("account"),
      grow: true,
      cell: (row) => wordFor("words", "purpose_", row.purpose),
    },
    { key: "accounts", head: t("accounts"), end: true, cell: (row) => row.accounts },
    { key: "sum", head: t("balance"), end: true, cell: (row) => <SignedAmount value={row.sum} /> },
  ];
}
