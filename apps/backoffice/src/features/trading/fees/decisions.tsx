import { Amount } from "@sanshi/ui";
import { Badge, type Tone } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";
import type { Fees } from "./commission-draft.ts";

type Decision = Fees["decisions"][number];
type DecisionsProps = { fees: Fees; onWithdraw: (from: string) => void };

/** Every decision on the commission, the newest first: what is planned can still be withdrawn. */
export function Decisions({ fees, onWithdraw }: DecisionsProps) {
  const t = useText("fees");
  const columns = useColumns(fees, onWithdraw);
  if (fees.decisions.length === 0) return <p className="muted">{t("no_decisions")}</p>;
  return (
    <DataTable
      name={t("decisions")}
      columns={columns}
      rows={fees.decisions}
      rowKey={(row) => row.id}
    />
  );
}

const tones: Record<Decision["state"], Tone> = {
  in_force: "good",
  planned: "waits",
  past: "quiet",
  replaced: "quiet",
  withdrawn: "quiet",
  withdrawal: "quiet",
};

function useColumns(fees: Fees, withdraw: (from: string) => void): Column<Decision>[] {
  const t = useText("fees");
  const mayNot = useLock()("manage_fees");
  const lock = mayNot ?? (fees.pending === null ? null : t("locked_pending"));
  return [
    { key: "from", head: t("from"), cell: (row) => row.valid_from },
    {
      key: "state",
      head: t("state"),
      cell: (row) => <Badge tone={tones[row.state]}>{t(`state_${row.state}`)}</Badge>,
    },
    {
      key: "rate",
      head: t("rate"),
      end: true,
      cell: ({ commission }) => (commission === null ? "–" : `${commission.rate}%`),
    },
    {
      key: "minimum",
      head: t("minimum"),
      end: true,
      cell: ({ commission }) => (commission === null ? "–" : <Amount value={commission.minimum} />),
    },
    {
      key: "maximum",
      head: t("maximum"),
      end: true,
      cell: ({ commission }) =>
        commission === null ? "–" : <Bound amount={commission.maximum} none={t("none")} />,
    },
    { key: "proposed", head: t("proposed_by"), clip: true, cell: (row) => row.proposed_by.email },
    { key: "approved", head: t("approved_by"), clip: true, cell: (row) => row.approved_by.email },
    { key: "at", head: t("decided_at"), cell: (row) => <At iso={row.decided_at} /> },
    { key: "note", head: t("note"), grow: true, cell: (row) => row.note },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) =>
        row.state === "planned" && (
          <Button look="plain" locked={lock} onClick={() => withdraw(row.valid_from)}>
            {t("withdraw")}
          </Button>
        ),
    },
  ];
}

export function Bound({ amount, none }: { amount: string | null; none: string }) {
  return amount === null ? <span className="muted">{none}</span> : <Amount value={amount} />;
}
