import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { RealAt } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

type Row = Output<"/api/ops/customers/:account/sessions">["items"][number];

export function SessionsTab({ account }: { account: string }) {
  const t = useText("customers");
  const pages = usePages("/api/ops/customers/:account/sessions", { account });
  const columns: Column<Row>[] = [
    { key: "device", head: t("device"), grow: true, cell: (row) => row.device },
    { key: "created", head: t("signed_in"), cell: (row) => <RealAt iso={row.created_at} /> },
    { key: "seen", head: t("last_seen"), cell: (row) => <RealAt iso={row.last_seen_at} /> },
    {
      key: "state",
      head: t("state"),
      cell: (row) =>
        row.ended_at === null ? (
          <Badge tone="good">{t("session_live")}</Badge>
        ) : (
          <Badge tone="quiet">{t("session_ended")}</Badge>
        ),
    },
    { key: "ended", head: t("ended"), cell: (row) => <RealAt iso={row.ended_at} /> },
  ];
  return (
    <ListFrame>
      <PagedList
        name={t("tab_sessions")}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t("no_sessions")}
      />
    </ListFrame>
  );
}
