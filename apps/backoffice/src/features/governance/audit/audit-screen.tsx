import { useNavigate, useParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { Locked } from "../../../shared/kit/locked.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { Split } from "../../../shared/kit/split.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { RealAt } from "../../../shared/kit/time.tsx";
import { useListKeys } from "../../../shared/list-keys.ts";
import { useLock } from "../../../shared/may.ts";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { AuditActions, type AuditInput } from "./audit-actions.tsx";
import { AuditEntry, type Entry } from "./audit-entry.tsx";
import { AuditFilters, auditDefaults, type AuditFilter } from "./audit-filters.tsx";
import { firstMoment, momentAfter } from "./days.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

/** Everything that operators did or tried, and whether the chain of it still holds. */
export default function AuditScreen() {
  const t = useText("audit");
  const lock = useLock()("view_audit");
  return (
    <Workbench title={t("title")} actions={lock === null && <Actions />}>
      {lock === null ? <AuditLog /> : <Locked reason={lock} />}
    </Workbench>
  );
}

function Actions() {
  const [filter] = useAddress(auditDefaults);
  return <AuditActions filter={inputOf(filter)} />;
}

function AuditLog() {
  const t = useText("audit");
  const navigate = useNavigate();
  const { number = null } = useParams();
  const [filter, change] = useAddress(auditDefaults);
  const pages = usePages("/api/ops/audit", { ...inputOf(filter), limit: "50" });
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  const address = (to: string | null) =>
    `${to === null ? paths.audit : paths.auditEntry(to)}${search.size === 0 ? "" : `?${search}`}`;
  const open = (to: string | null) => void navigate(address(to), { replace: number !== null });
  const shown = pages.rows.find((row) => row.number === number) ?? null;
  useListKeys({
    keys: pages.rows.map((row) => row.number),
    cursor: number,
    onMove: open,
    onOpen: open,
    onBack: number === null ? null : () => open(null),
  });
  return (
    <Split
      list={
        <ListFrame filters={<AuditFilters filter={filter} onChange={change} />}>
          <PagedList
            name={t("title")}
            pages={pages}
            columns={useColumns()}
            rowKey={(row) => row.number}
            href={(row) => link(address(row.number))}
            onOpen={(row) => open(row.number)}
            cursor={number}
            narrow={shown !== null}
            empty={t("empty")}
          />
        </ListFrame>
      }
      detail={shown === null ? null : <AuditEntry entry={shown} onClose={() => open(null)} />}
    />
  );
}

function useColumns(): Column<Entry>[] {
  const t = useText("audit");
  return [
    { key: "number", head: t("number"), cell: (row) => row.number },
    { key: "at", head: t("at"), cell: (row) => <RealAt iso={row.at} /> },
    {
      key: "operator",
      head: t("operator"),
      clip: true,
      cell: (row) => row.operator ?? t("nobody"),
    },
    {
      key: "call",
      head: t("call"),
      grow: true,
      cell: (row) => (
        <span className="mono">{`${row.method} ${row.path.replace("/api/ops", "")}`}</span>
      ),
    },
    { key: "subject", head: t("subject"), wide: true, cell: (row) => row.subject },
    { key: "outcome", head: t("outcome"), cell: (row) => <OutcomeBadge outcome={row.outcome} /> },
    { key: "address", head: t("address"), wide: true, cell: (row) => row.address },
  ];
}

/** Days are the operator's own: from their midnight to the one after. */
function inputOf(filter: AuditFilter): AuditInput {
  const text = (name: "operator" | "subject") =>
    filter[name] === "" ? {} : { [name]: filter[name] };
  return {
    ...text("operator"),
    ...text("subject"),
    ...(filter.path !== "" && { path: fullPath(filter.path) }),
    ...(filter.outcome !== "" && { outcome: filter.outcome as "ok" | "refused" }),
    ...(filter.changes === "only" && { changes: "only" as const }),
    ...(filter.from !== "" && { from: firstMoment(filter.from) }),
    ...(filter.to !== "" && { to: momentAfter(filter.to) }),
  };
}

/** The list leaves the beginning out that all paths share; it is found with and without. */
function fullPath(typed: string): string {
  return typed.startsWith("/api") ? typed : `/api/ops/${typed.replace(/^\//, "")}`;
}
