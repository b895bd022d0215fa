import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { SettingDialog } from "./setting-dialog.tsx";
import { groupsOf } from "./setting-groups.ts";
import { SettingValue, type Setting } from "./setting-value.tsx";

/** What an operator can change about the site, and what holds now. */
export default function SiteScreen() {
  const t = useText("site");
  const query = useCall("/api/ops/site", {});
  const [changing, setChanging] = useState<Setting | null>(null);
  const columns = useColumns(setChanging);
  return (
    <Page title={t("title")} actions={<ListFiles list="/api/ops/site" filter="" />}>
      {query.data === undefined && query.isError && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined && !query.isError && <SkeletonTable />}
      {query.data !== undefined &&
        groupsOf(query.data.items).map(({ group, settings }) => (
          <Panel key={group} title={t(`group_${group}`)} flush>
            <DataTable
              name={t(`group_${group}`)}
              columns={columns}
              rows={settings}
              rowKey={(row) => row.name}
            />
          </Panel>
        ))}
      {changing !== null && <SettingDialog setting={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

function useColumns(change: (setting: Setting) => void): Column<Setting>[] {
  const t = useText("site");
  const lock = useLock()("manage_site");
  return [
    { key: "name", head: t("setting"), cell: (row) => t(`name_${row.name}`) },
    { key: "value", head: t("value"), grow: true, cell: (row) => <SettingValue setting={row} /> },
    {
      key: "state",
      head: t("state"),
      cell: (row) =>
        row.pending === null ? (
          <Badge tone="quiet">{t(row.value === row.standard ? "standard" : "changed")}</Badge>
        ) : (
          <a href={link(paths.proposal(row.pending.proposal_id))}>
            <Badge tone="waits">{t("pending")}</Badge>
          </a>
        ),
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) => (
        <Button
          look="plain"
          locked={lock ?? (row.pending === null ? null : t("pending_locked"))}
          onClick={() => change(row)}
        >
          {t("change")}
        </Button>
      ),
    },
  ];
}
