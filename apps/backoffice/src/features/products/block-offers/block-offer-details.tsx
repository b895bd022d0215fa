import { inLanguage } from "@sanshi/web/language";
import { EmptyState } from "@sanshi/ui";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Dialog, DialogBody } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { refresh, useCall, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Row } from "./act-dialogs.tsx";

type Applied = Output<"/api/ops/block-offers/:id/applications">["items"][number];
type Invited = Output<"/api/ops/block-offers/:id/invitations">["items"][number];

/** Who applied for a block trade and what became of it; and who is invited, with each use. */
export function BlockOfferDetails({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText("blockOffers");
  return (
    <Dialog title={`${inLanguage(row.names)} (${row.code})`} wide onClose={onClose}>
      <DialogBody>
        <Applications row={row} />
        {row.invited_only && <Invitations row={row} />}
        <Button onClick={onClose}>{t("close")}</Button>
      </DialogBody>
    </Dialog>
  );
}

function Applications({ row }: { row: Row }) {
  const t = useText("blockOffers");
  const pages = usePages("/api/ops/block-offers/:id/applications", { id: row.id, limit: "50" });
  const columns: Column<Applied>[] = [
    { key: "at", head: t("applied_at"), cell: (one) => <At iso={one.applied_at} /> },
    { key: "account", head: t("account"), cell: (one) => one.account },
    { key: "state", head: t("status"), cell: (one) => t(`own_${one.status as 0}`) },
    { key: "quantity", head: t("quantity"), end: true, cell: (one) => one.quantity },
    { key: "filled", head: t("filled"), end: true, cell: (one) => one.filled_quantity ?? "–" },
    {
      key: "frozen",
      head: t("frozen"),
      end: true,
      cell: (one) => `${one.frozen} ${row.type.toUpperCase()}`,
    },
    {
      key: "failure",
      head: t("failure"),
      cell: (one) => (one.failure === null ? "–" : t(`failure_${one.failure}`)),
    },
  ];
  return (
    <Panel title={t("applications")} flush>
      <PagedList
        name={t("applications")}
        pages={pages}
        columns={columns}
        rowKey={(one) => one.id}
        empty={t("no_applications")}
      />
    </Panel>
  );
}

function Invitations({ row }: { row: Row }) {
  const t = useText("blockOffers");
  const lock = useLock()("manage_products");
  const invitations = useCall("/api/ops/block-offers/:id/invitations", { id: row.id });
  const items = invitations.data?.items ?? [];
  const columns: Column<Invited>[] = [
    { key: "account", head: t("account"), cell: (one) => one.account },
    { key: "at", head: t("invited_at"), cell: (one) => <At iso={one.invited_at} /> },
    { key: "by", head: t("invited_by"), cell: (one) => one.invited_by },
    { key: "uses", head: t("uses"), end: true, cell: (one) => String(one.applications) },
    { key: "wrong", head: t("wrong"), end: true, cell: (one) => String(one.wrong_passwords) },
    {
      key: "last",
      head: t("last_used"),
      cell: (one) => (one.last_used_at === null ? "–" : <At iso={one.last_used_at} />),
    },
  ];
  return (
    <Panel
      title={t("invitations")}
      aside={<ListFiles list="/api/ops/block-offers/:id/invitations" filter={`id=${row.id}`} />}
      flush
    >
      {lock === null && <Invite id={row.id} />}
      {items.length === 0 ? (
        <EmptyState sentence={t("no_invitations")} />
      ) : (
        <DataTable
          name={t("invitations")}
          columns={columns}
          rows={items}
          rowKey={({ account }) => account}
        />
      )}
    </Panel>
  );
}

/** The channel password is shown this once, to be handed on. */
function Invite({ id }: { id: string }) {
  const t = useText("blockOffers");
  const [account, setAccount] = useState("");
  const [made, setMade] = useState<{ account: string; channel_password: string } | null>(null);
  const { busy, refused, submit } = useForm<"account">();
  const invite = () =>
    submit({
      send: () => send("/api/ops/block-offers/:id/invite", { id, account: account.trim() }),
      fieldByCode: { customer_not_found: "account" },
      fields: ["account"],
      done: async (answer) => {
        setMade(answer);
        setAccount("");
        await refresh("/api/ops/block-offers/:id/invitations", "/api/ops/block-offers");
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <TextField
        label={t("account")}
        inputMode="numeric"
        maxLength={10}
        value={account}
        onChange={setAccount}
        refusal={refused.account ?? refused.form}
      />
      <Button type="submit" busy={busy}>
        {t("invite")}
      </Button>
      {made !== null && (
        <Notice tone="warn">
          {t("password_once", { account: made.account, password: made.channel_password })}
        </Notice>
      )}
    </form>
  );
}
