import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { CopyText } from "../../../shared/kit/copy-text.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SearchBox, Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At, RealAt } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { refresh, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { NewInvitationDialog } from "./new-invitation-dialog.tsx";

type Row = Output<"/api/ops/invitations">["items"][number];

const filterDefaults = { q: "", state: "open" };
const states = ["open", "withdrawn", "all"] as const;

/** The codes that customers register by, and who invited whom. */
export default function InvitationsScreen() {
  const t = useText("invitations");
  const [filter, change] = useAddress(filterDefaults);
  const [withdrawing, setWithdrawing] = useState<Row | null>(null);
  const pages = usePages("/api/ops/invitations", {
    ...(filter.q !== "" && { q: filter.q }),
    state: filter.state as (typeof states)[number],
    limit: "50",
  });
  return (
    <Workbench title={t("title")} actions={<NewButton />}>
      <ListFrame
        filters={
          <>
            <Segments
              label={t("state")}
              value={filter.state}
              onChange={(state) => change({ state })}
              options={states.map((value) => ({ value, label: t(`state_${value}`) }))}
            />
            <SearchBox label={t("search")} value={filter.q} onChange={(q) => change({ q })} main />
          </>
        }
      >
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(setWithdrawing)}
          rowKey={(row) => row.code}
          empty={filter.q === "" ? t("empty") : t("nothing_matches")}
        />
      </ListFrame>
      {withdrawing !== null && (
        <WithdrawDialog code={withdrawing.code} onClose={() => setWithdrawing(null)} />
      )}
    </Workbench>
  );
}

function NewButton() {
  const t = useText("invitations");
  const shell = useText("shell");
  const lock = useLock()("manage_invitations");
  const [open, setOpen] = useState(false);
  const start = () => (lock === null ? setOpen(true) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: start }]);
  return (
    <>
      <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
        {t("new")}
      </Button>
      {open && <NewInvitationDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function useColumns(withdraw: (row: Row) => void): Column<Row>[] {
  const t = useText("invitations");
  const lock = useLock()("manage_invitations");
  return [
    { key: "code", head: t("code"), cell: (row) => <CopyText text={row.code} /> },
    {
      key: "inviter",
      head: t("inviter"),
      cell: (row) =>
        row.inviter === null ? (
          t("house")
        ) : (
          <a href={link(paths.customer(row.inviter))}>{row.inviter}</a>
        ),
    },
    { key: "customers", head: t("customers"), end: true, cell: (row) => row.customers },
    { key: "created", head: t("created"), cell: (row) => <RealAt iso={row.created_at} /> },
    {
      key: "state",
      head: t("state"),
      cell: (row) =>
        row.withdrawn_at === null ? (
          <Badge tone="good">{t("state_open")}</Badge>
        ) : (
          <Badge tone="quiet">{t("state_withdrawn")}</Badge>
        ),
    },
    { key: "withdrawn", head: t("withdrawn"), cell: (row) => <At iso={row.withdrawn_at} /> },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) =>
        row.withdrawn_at === null && (
          <Button look="plain" locked={lock} onClick={() => withdraw(row)}>
            {t("withdraw")}
          </Button>
        ),
    },
  ];
}

function WithdrawDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useText("invitations");
  const { busy, refused, submit } = useForm();
  const withdraw = () =>
    submit({
      send: () => send("/api/ops/invitations/:code/withdraw", { code }),
      done: async () => {
        await refresh("/api/ops/invitations");
        toast(t("was_withdrawn", { code }));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("withdraw_title", { code })}
      submit={t("withdraw")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void withdraw()}
    >
      <p>{t("withdraw_note")}</p>
    </FormDialog>
  );
}
