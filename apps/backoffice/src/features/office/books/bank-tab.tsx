import { SignedAmount } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { useLock } from "../../../shared/may.ts";
import { usePages } from "../../../shared/queries.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { useText } from "../../../shared/text.ts";
import { Age } from "./age.tsx";
import { lastDays } from "./days.ts";
import { ExportLink } from "./export-link.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { MatchDialog, type Movement } from "./match-dialog.tsx";
import styles from "./books.module.css";

type State = "open" | "matched";

const exportedDays = 366;

/** What the bank says came and went, and what of our books each line belongs to. */
export function BankTab() {
  const t = useText("books");
  const lock = useLock()("import_bank_movements");
  const [state, setState] = useState<State>("open");
  const [importing, setImporting] = useState(false);
  const [matching, setMatching] = useState<Movement | null>(null);
  const pages = usePages("/api/ops/books/bank-movements", { state, limit: "50" });
  return (
    <>
      <ListFrame
        filters={
          <div className={styles["bar"]}>
            <Segments
              label={t("state")}
              value={state}
              onChange={setState}
              options={(["open", "matched"] as const).map((value) => ({
                value,
                label: t(`state_${value}`),
              }))}
            />
            <span className={styles["end"]}>
              <ExportLink which="bank_movements" {...lastDays(exportedDays, serverNow())} />
              <Button look="primary" icon="plus" locked={lock} onClick={() => setImporting(true)}>
                {t("import")}
              </Button>
            </span>
          </div>
        }
      >
        <PagedList
          name={t("tab_bank")}
          pages={pages}
          columns={useColumns(state, setMatching)}
          rowKey={(row) => row.id}
          empty={t(state === "open" ? "nothing_open" : "nothing_matched")}
        />
      </ListFrame>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {matching !== null && <MatchDialog movement={matching} onClose={() => setMatching(null)} />}
    </>
  );
}

function useColumns(state: State, match: (movement: Movement) => void): Column<Movement>[] {
  const t = useText("books");
  const lock = useLock()("import_bank_movements");
  return [
    { key: "date", head: t("date"), cell: (row) => row.booked_on },
    {
      key: "amount",
      head: t("amount"),
      end: true,
      cell: (row) => <SignedAmount value={row.amount} currency={row.currency} />,
    },
    { key: "reference", head: t("reference"), grow: true, cell: (row) => row.reference },
    { key: "counterparty", head: t("counterparty"), clip: true, cell: (row) => row.counterparty },
    { key: "bank_id", head: t("bank_id"), clip: true, cell: (row) => row.bank_id },
    state === "open"
      ? { key: "age", head: t("age"), end: true, cell: (row) => <Age days={row.age_days} /> }
      : { key: "record", head: t("record"), cell: (row) => <RecordLink movement={row} /> },
    state === "open"
      ? {
          key: "actions",
          head: "",
          end: true,
          cell: (row) => (
            <Button look="plain" locked={lock} onClick={() => match(row)}>
              {t("match")}
            </Button>
          ),
        }
      : { key: "by", head: t("by"), clip: true, cell: (row) => row.matched_by ?? t("by_itself") },
  ];
}

function RecordLink({ movement }: { movement: Movement }) {
  const { matched_id: id, matched_number: number, matched_kind: kind } = movement;
  if (id === null) return <span className="muted">–</span>;
  return <a href={link(kind === "deposit" ? paths.deposit(id) : paths.withdrawal(id))}>{number}</a>;
}
