import { Badge } from "../../../shared/kit/badge.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useText, wordFor } from "../../../shared/text.ts";
import type { Fees } from "./commission-draft.ts";
import { Bound } from "./decisions.tsx";
import styles from "./fees.module.css";

type Line = Fees["statutory"][number];

/** The rulebook's fees with their sources; one that is announced names its day. */
export function StatutoryFees({ fees }: { fees: Fees }) {
  const t = useText("fees");
  const columns = useColumns(fees);
  if (fees.statutory.length === 0) return <p className="muted">{t("no_statutory")}</p>;
  return (
    <DataTable
      name={t("statutory")}
      columns={columns}
      rows={fees.statutory}
      rowKey={(row) => `${row.name} ${row.since ?? ""}`}
    />
  );
}

function useColumns({ currency }: Fees): Column<Line>[] {
  const t = useText("fees");
  return [
    { key: "name", head: t("fee"), cell: (row) => wordFor("fees", "name_", row.name) },
    { key: "sides", head: t("sides"), cell: (row) => t(`sides_${row.sides}`) },
    {
      key: "rate",
      head: t("rate"),
      end: true,
      cell: ({ basis, rate }) =>
        basis === "notional" ? t("of_value", { rate }) : t("a_share", { rate, currency }),
    },
    {
      key: "maximum",
      head: t("maximum"),
      end: true,
      cell: (row) => <Bound amount={row.maximum} none={t("none")} />,
    },
    { key: "since", head: t("since"), cell: (row) => row.since ?? t("always") },
    {
      key: "confirmed",
      head: t("state"),
      cell: (row) => (
        <Badge tone={row.confirmed ? "good" : "waits"}>
          {t(row.confirmed ? "confirmed" : "unconfirmed")}
        </Badge>
      ),
    },
    {
      key: "source",
      head: t("source"),
      grow: true,
      cell: (row) => <span className={styles["source"]}>{row.source}</span>,
    },
  ];
}
