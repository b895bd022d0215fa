import type { Output } from "../../../shared/calls.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { language } from "@sanshi/web/language";
import { useText, wordFor } from "../../../shared/text.ts";
import { toldParams } from "./told-params.ts";

type Row = Output<"/api/ops/customers/:account/activity">["items"][number];

/** What the customer reads about the account, operators' looks included. */
export function ActivityTab({ account }: { account: string }) {
  const t = useText("customers");
  const pages = usePages("/api/ops/customers/:account/activity", { account, limit: "50" });
  const columns: Column<Row>[] = [
    { key: "at", head: t("at"), cell: (row) => <At iso={row.at} /> },
    { key: "kind", head: t("kind"), cell: (row) => wordFor("words", "activity_", row.kind) },
    {
      key: "details",
      head: t("details"),
      grow: true,
      cell: (row) =>
        toldParams(row.params, language(), (prefix, code) => wordFor("words", prefix, code)),
    },
  ];
  return (
    <ListFrame>
      <PagedList
        name={t("tab_activity")}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t("no_activity")}
      />
    </ListFrame>
  );
}
