import { caseCommentLengthMax, type CaseQueue } from "@sanshi/contract/constants";
import { useAttempts } from "@sanshi/web/attempts";
import { useState } from "react";
import { send } from "../api.ts";
import type { Output } from "../calls.ts";
import { Button } from "../kit/button.tsx";
import { TextArea } from "../kit/fields.tsx";
import { Panel } from "../kit/panel.tsx";
import { SkeletonTable } from "../kit/skeleton-table.tsx";
import { At } from "../kit/time.tsx";
import { useLock } from "../may.ts";
import { refresh, useCall } from "../queries.ts";
import { useText } from "../text.ts";
import { useForm } from "../use-form.ts";
import styles from "./queue.module.css";

type Comment = Output<"/api/ops/cases/:queue/:id/comments">["items"][number];

const path = "/api/ops/cases/:queue/:id/comments";

/** What operators said about a case to one another, and to whom it went: no customer sees it. */
export function Comments({ queue, id }: { queue: CaseQueue; id: string }) {
  const t = useText("queue");
  const query = useCall(path, { queue, id });
  const items = query.data?.items;
  return (
    <Panel title={t("comments")} aside={<span className="muted">{t("comments_inside")}</span>}>
      {items === undefined && !query.isError && <SkeletonTable rows={1} />}
      {query.isError && <p className="muted">{query.error.message}</p>}
      {items !== undefined && items.length > 0 && (
        <ol className={styles["comments"]}>
          {items.map((comment) => (
            <li key={comment.id}>
              <p className={styles["said"]}>
                <strong>{comment.written_by.email}</strong> <At iso={comment.at} />
              </p>
              <Words comment={comment} />
            </li>
          ))}
        </ol>
      )}
      <CommentForm queue={queue} id={id} />
    </Panel>
  );
}

function Words({ comment: { body, handed_to: to } }: { comment: Comment }) {
  const t = useText("queue");
  return (
    <>
      {to !== null && (
        <p className={styles["handed"]}>{t("handed_over_to", { operator: to.email })}</p>
      )}
      {body !== "" && <p className={styles["words"]}>{body}</p>}
    </>
  );
}

function CommentForm({ queue, id }: { queue: CaseQueue; id: string }) {
  const t = useText("queue");
  const lock = useLock()("write_notes");
  const [body, setBody] = useState("");
  const attempt = useAttempts();
  const { busy, refused, submit } = useForm<"body">();
  const add = () =>
    submit({
      send: () =>
        attempt(`${queue} ${id} ${body}`, (request_id) =>
          send(`${path}/add`, { queue, id, body, request_id }),
        ),
      fieldByCode: { note_says_nothing: "body", comments_too_many: "body" },
      fields: ["body"],
      done: async () => {
        setBody("");
        await refresh(path);
      },
    });
  return (
    <form
      className={styles["commentForm"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (lock === null && !busy) void add();
      }}
    >
      <TextArea
        label={t("comment_new")}
        rows={2}
        maxLength={caseCommentLengthMax}
        value={body}
        onChange={setBody}
        refusal={refused.body ?? refused.form}
      />
      <Button type="submit" busy={busy} locked={lock}>
        {t("comment_add")}
      </Button>
    </form>
  );
}
