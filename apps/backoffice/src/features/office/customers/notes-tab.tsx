import { noteLengthMax } from "@sanshi/contract/constants";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { useAttempts } from "@sanshi/web/attempts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { TextArea } from "../../../shared/kit/fields.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { refresh, usePages } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./customer.module.css";

type Note = Output<"/api/ops/customers/:account/notes">["items"][number];

/** What operators noted for one another; the customer does not see it. */
export function NotesTab({ account }: { account: string }) {
  const t = useText("customers");
  const pages = usePages("/api/ops/customers/:account/notes", { account, limit: "50" });
  const columns: Column<Note>[] = [
    { key: "at", head: t("at"), cell: (row) => <At iso={row.at} /> },
    {
      key: "note",
      head: t("note"),
      grow: true,
      cell: (row) => <span className={styles["noted"]}>{row.body}</span>,
    },
    { key: "by", head: t("noted_by"), cell: (row) => row.written_by },
    { key: "role", head: t("role"), cell: (row) => wordFor("words", "role_", row.role) },
  ];
  return (
    <>
      <NoteForm account={account} />
      <ListFrame>
        <PagedList
          name={t("tab_notes")}
          pages={pages}
          columns={columns}
          rowKey={(row) => row.id}
          empty={t("no_notes")}
        />
      </ListFrame>
    </>
  );
}

function NoteForm({ account }: { account: string }) {
  const t = useText("customers");
  const lock = useLock()("write_notes");
  const [body, setBody] = useState("");
  const attempt = useAttempts();
  const { busy, refused, submit } = useForm<"body">();
  const add = () =>
    submit({
      send: () =>
        attempt(body, (request_id) =>
          send("/api/ops/customers/:account/notes/add", { account, body, request_id }),
        ),
      fieldByCode: { note_says_nothing: "body" },
      fields: ["body"],
      done: async () => {
        setBody("");
        await refresh("/api/ops/customers/:account/notes");
      },
    });
  return (
    <form
      className={styles["noteForm"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (lock === null) void add();
      }}
    >
      <TextArea
        label={t("new_note")}
        hint={t("note_hint")}
        rows={2}
        maxLength={noteLengthMax}
        value={body}
        onChange={setBody}
        refusal={refused.body ?? refused.form}
      />
      <Button look="primary" type="submit" busy={busy} locked={lock}>
        {t("add_note")}
      </Button>
    </form>
  );
}
