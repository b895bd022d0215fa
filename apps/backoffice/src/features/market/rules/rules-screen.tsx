import type { RulesBody } from "@sanshi/contract";
import { rulesAddress } from "@sanshi/contract/constants";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { ruleText, useText, wordFor } from "../../../shared/text.ts";
import { rowsOf, type Row } from "./rule-rows.ts";
import styles from "./rules.module.css";

/** What the rulebook could not confirm, for somebody to look up; on request all of it. */
export default function RulesScreen() {
  const t = useText("ruleList");
  const [isAll, setAll] = useState(false);
  const query = useRules(t("failed"));
  const rows = query.data === undefined ? null : rowsOf(query.data);
  const open = rows?.filter(({ confirmed }) => !confirmed) ?? [];
  return (
    <Page title={t("title")}>
      {rows === null && !query.isError && <SkeletonTable />}
      {rows === null && query.isError && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows !== null && (
        <Panel
          title={t("count", { open: open.length, all: rows.length })}
          aside={
            <label className={styles["all"]}>
              <input
                type="checkbox"
                checked={isAll}
                onChange={(event) => setAll(event.currentTarget.checked)}
              />
              {t("show_all")}
            </label>
          }
          flush
        >
          <div className={styles["scroll"]} tabIndex={0} role="group" aria-label={t("title")}>
            <RuleTable rows={isAll ? rows : open} />
          </div>
        </Panel>
      )}
    </Page>
  );
}

function RuleTable({ rows }: { rows: readonly Row[] }) {
  const t = useText("ruleList");
  const columns: Column<Row>[] = [
    { key: "market", head: t("market"), cell: (row) => wordFor("words", "market_", row.market) },
    {
      key: "rule",
      head: t("rule"),
      cell: ({ rule, scope }) => (
        <span className={styles["rule"]}>
          {ruleText(rule)}
          {scope !== null && <span className="muted"> {scope}</span>}
        </span>
      ),
    },
    {
      key: "since",
      head: t("since"),
      cell: ({ since, in_force_before: before }) =>
        since ?? (
          <span className={styles["rule"]}>
            {before === null ? t("since_older") : t("since_unknown", { date: before })}
          </span>
        ),
    },
    {
      key: "state",
      head: t("state"),
      cell: ({ confirmed }) => (
        <Badge tone={confirmed ? "good" : "waits"}>
          {t(confirmed ? "confirmed" : "unconfirmed")}
        </Badge>
      ),
    },
    {
      key: "source",
      head: t("source"),
      grow: true,
      cell: ({ source }) => <span className={styles["source"]}>{source}</span>,
    },
  ];
  return (
    <DataTable
      name={t("title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.market} ${row.id} ${row.since}`}
    />
  );
}

const answerMsMax = 20_000;

/** As everybody reads them. */
function useRules(failed: string) {
  return useQuery<RulesBody, Error>({
    queryKey: [rulesAddress],
    queryFn: async ({ signal }) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]);
      const answer = await fetch(rulesAddress, { signal: until }).catch(() => null);
      if (answer?.ok !== true) throw new Error(failed);
      return (await answer.json()) as RulesBody;
    },
  });
}
