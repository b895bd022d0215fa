import { language } from "@sanshi/web/language";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { GivenReason } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import type { Closing } from "./calendars.ts";

type ClosingsProps = { closings: readonly Closing[]; onWithdraw: (closing: Closing) => void };

/** Days that were closed without a calendar, the newest first: what has not begun can be withdrawn. */
export function Closings({ closings, onWithdraw }: ClosingsProps) {
  const t = useText("calendars");
  const columns = useColumns(onWithdraw);
  if (closings.length === 0) return <p className="muted">{t("no_closings")}</p>;
  return (
    <DataTable name={t("closings")} columns={columns} rows={closings} rowKey={({ id }) => id} />
  );
}

function useColumns(withdraw: (closing: Closing) => void): Column<Closing>[] {
  const t = useText("calendars");
  const words = useText("words");
  const lock = useLock()("halt_trading");
  return [
    { key: "market", head: t("market"), cell: (row) => words(`market_${row.type}`) },
    { key: "date", head: t("date"), cell: (row) => <strong>{row.date}</strong> },
    {
      key: "begins",
      head: t("closing_begins"),
      cell: (row) => (row.whole_day ? t("whole_day") : <At iso={row.begins_at} />),
    },
    {
      key: "reason",
      head: t("closing_reason"),
      grow: true,
      cell: (row) => (
        <GivenReason reason={{ code: row.reason, words: row.texts?.[language()] ?? "" }} />
      ),
    },
    { key: "by", head: t("closed_by"), clip: true, cell: (row) => row.closed_by },
    { key: "at", head: t("closed_at"), cell: (row) => <At iso={row.closed_at} /> },
    {
      key: "state",
      head: t("closing_state"),
      cell: (row) => {
        if (row.withdrawn_at !== null) return <Badge tone="quiet">{t("closing_withdrawn")}</Badge>;
        if (row.begun_at !== null) return <Badge tone="bad">{t("closing_begun")}</Badge>;
        return <Badge tone="waits">{t("closing_ahead")}</Badge>;
      },
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) =>
        row.withdrawn_at === null &&
        row.begun_at === null && (
          <Button look="plain" locked={lock} onClick={() => withdraw(row)}>
            {t("withdraw")}
          </Button>
        ),
    },
  ];
}
