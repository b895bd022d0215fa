import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { RealAt } from "../../../shared/kit/time.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./books.module.css";

type Report = Output<"/api/ops/books/trial-balance">["check"];
type Difference = NonNullable<Report>["differences"][number];

/** When the books were last held against themselves, with what came of it, and a way to do it now. */
export function LastCheck({ check }: { check: Report }) {
  const t = useText("books");
  const { busy, refused, submit } = useForm<never>();
  const checkNow = () =>
    submit({
      send: () => send("/api/ops/books/check", {}),
      done: async ({ running }) => {
        if (running) toast(t("check_goes_on"));
        await refresh("/api/ops/books/trial-balance");
      },
    });
  return (
    <span className={styles["check"]}>
      {check === null ? (
        <Badge tone="quiet">{t("not_checked")}</Badge>
      ) : (
        <>
          <Badge tone={check.difference_count === 0 ? "good" : "bad"}>
            {t("differences", { count: check.difference_count })}
          </Badge>
          <span className="muted">
            {t("checked_at")} <RealAt iso={check.finished_at} />
          </span>
        </>
      )}
      <Button busy={busy} onClick={() => void checkNow()}>
        {t("check_now")}
      </Button>
      {refused.form !== undefined && <span role="alert">{refused.form}</span>}
    </span>
  );
}

/** What does not hold, each with its record; nothing where everything does. */
export function Differences({ check }: { check: NonNullable<Report> }) {
  const t = useText("books");
  const columns = useColumns();
  if (check.differences.length === 0) return null;
  return (
    <Panel
      title={t("differences_title")}
      flush
      aside={<ListFiles list="/api/ops/books/trial-balance#check.differences" filter="" />}
    >
      <DataTable
        name={t("differences_title")}
        columns={columns}
        rows={check.differences}
        rowKey={(row) => JSON.stringify(row)}
      />
    </Panel>
  );
}

function useColumns(): Column<Difference>[] {
  const t = useText("books");
  return [
    { key: "check", head: t("differences_title"), cell: (row) => t(`check_${row.check}`) },
    {
      key: "ids",
      head: t("record"),
      grow: true,
      cell: (row) => (
        <span className="mono">
          {Object.entries(row.ids)
            .map(([name, id]) => `${name} ${id}`)
            .join(" · ")}
        </span>
      ),
    },
    { key: "figure", head: t("figure"), cell: (row) => <span className="mono">{row.figure}</span> },
    { key: "expected", head: t("expected"), end: true, cell: (row) => row.expected ?? "–" },
    { key: "found", head: t("found"), end: true, cell: (row) => row.found ?? "–" },
  ];
}
