import { useState } from "react";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { usePages } from "../../../shared/queries.ts";
import { language } from "@sanshi/web/language";
import { useText, wordFor } from "../../../shared/text.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { toldParams } from "./told-params.ts";
import styles from "./customer.module.css";

type Row = Output<"/api/ops/customers/:account/messages">["items"][number];

/** What the customer was told, and whether they have read it. */
export function MessagesTab({ account }: { account: string }) {
  const t = useText("customers");
  const pages = usePages("/api/ops/customers/:account/messages", { account, limit: "50" });
  const columns: Column<Row>[] = [
    { key: "at", head: t("at"), cell: (row) => <At iso={row.sent_at} /> },
    { key: "kind", head: t("kind"), cell: (row) => wordFor("words", "message_", row.kind) },
    { key: "text", head: t("message"), grow: true, cell: messageText },
    { key: "read", head: t("read"), cell: (row) => <At iso={row.read_at} /> },
  ];
  return (
    <ListFrame filters={<WriteButton account={account} />}>
      <PagedList
        name={t("tab_messages")}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t("no_messages")}
      />
    </ListFrame>
  );
}

function WriteButton({ account }: { account: string }) {
  const t = useText("customers");
  const lock = useLock()("message_customers");
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* The key is the whole page's. */}
      <Button keys="m" icon="plus" locked={lock} onClick={() => setOpen(true)}>
        {t("write_message")}
      </Button>
      {open && <MessageDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What an operator wrote, in full; of the other kinds, what fills the sentences that the app has for it. */
function messageText(row: Row) {
  const written = row.texts?.[language()];
  if (written !== undefined) {
    return (
      <span className={styles["written"]}>
        <b>{written.title}</b>
        <span>{written.body}</span>
      </span>
    );
  }
  return toldParams(row.params, language(), (prefix, code) => wordFor("words", prefix, code));
}
