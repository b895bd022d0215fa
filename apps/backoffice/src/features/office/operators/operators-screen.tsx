import type { OperatorRole } from "@sanshi/contract/permissions";
import { useState } from "react";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { RealAgo, RealAt } from "../../../shared/kit/time.tsx";
import { Locked } from "../../../shared/kit/locked.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { usePages } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { NewOperatorDialog } from "./new-operator-dialog.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { RoleTable } from "./role-table.tsx";
import { SingleApproval } from "./single-approval.tsx";
import { StateDialog } from "./state-dialog.tsx";
import styles from "./operators.module.css";
import type { OperatorRow } from "./operator-row.ts";

type Open = { what: "new" } | { what: "role" | "state" | "reset"; operator: OperatorRow };

/** Who works here and as what, and what each role may do. */
export default function OperatorsScreen() {
  const t = useText("operators");
  const lock = useLock();
  const viewLock = lock("view_operators");
  return (
    <Page title={t("title")} actions={viewLock === null && <NewButton />}>
      {viewLock === null ? <Operators /> : <Locked reason={viewLock} />}
      {viewLock === null && <SingleApproval />}
      <Panel title={t("roles")} flush reading>
        <RoleTable />
      </Panel>
    </Page>
  );
}

function NewButton() {
  const t = useText("operators");
  const shell = useText("shell");
  const lock = useLock()("manage_operators");
  const [open, setOpen] = useState(false);
  const start = () => (lock === null ? setOpen(true) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: start }]);
  return (
    <>
      <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
        {t("new")}
      </Button>
      {open && <NewOperatorDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Operators() {
  const t = useText("operators");
  const [open, setOpen] = useState<Open | null>(null);
  const pages = usePages("/api/ops/operators", {});
  const close = () => setOpen(null);
  return (
    <div className={styles["list"]}>
      <ListFrame>
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(setOpen)}
          rowKey={(row) => row.id}
          empty={t("empty")}
        />
      </ListFrame>
      {open?.what === "role" && <RoleDialog operator={open.operator} onClose={close} />}
      {open?.what === "reset" && <ResetDialog operator={open.operator} onClose={close} />}
      {open?.what === "state" && <StateDialog operator={open.operator} onClose={close} />}
    </div>
  );
}

function useColumns(setOpen: (open: Open) => void): Column<OperatorRow>[] {
  const t = useText("operators");
  const role = useText("roles");
  const me = useMe();
  const lock = useLock()("manage_operators");
  return [
    {
      key: "email",
      head: t("email"),
      grow: true,
      cell: (row) => (row.id === me.id ? t("you", { email: row.email }) : row.email),
    },
    { key: "role", head: t("role"), cell: (row) => role(row.role as OperatorRole) },
    {
      key: "state",
      head: t("state"),
      cell: (row) =>
        row.disabled_at === null ? (
          <Badge tone="good">{t("enabled")}</Badge>
        ) : (
          <Badge tone="bad">{t("disabled")}</Badge>
        ),
    },
    {
      key: "factor",
      head: t("second_factor"),
      cell: (row) =>
        row.second_factor ? (
          <Badge tone="good">{t("factor_set")}</Badge>
        ) : (
          <Badge tone="waits">{t("factor_missing")}</Badge>
        ),
    },
    {
      key: "seen",
      head: t("last_seen"),
      cell: (row) => (row.last_seen_at === null ? t("never") : <RealAgo iso={row.last_seen_at} />),
    },
    { key: "created", head: t("created"), cell: (row) => <RealAt iso={row.created_at} /> },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) => (
        <>
          <Button
            look="plain"
            locked={lock}
            onClick={() => setOpen({ what: "role", operator: row })}
          >
            {t("change_role")}
          </Button>
          <Button
            look="plain"
            locked={lock ?? (row.id === me.id ? t("reset_own") : null)}
            onClick={() => setOpen({ what: "reset", operator: row })}
          >
            {t("reset")}
          </Button>
          <Button
            look="plain"
            locked={lock}
            onClick={() => setOpen({ what: "state", operator: row })}
          >
            {row.disabled_at === null ? t("disable") : t("enable")}
          </Button>
        </>
      ),
    },
  ];
}
