import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Pane } from "../../../shared/kit/pane.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { refresh, useCall, usePages } from "../../../shared/queries.ts";
import { TemplateButton } from "../../../shared/template-dialog.tsx";
import { inLanguage } from "@sanshi/web/language";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { ReplyForm } from "./reply-form.tsx";
import styles from "./conversations.module.css";

type Shown = Output<"/api/ops/conversations/:account">;
type Message = Shown["items"][number];

const path = "/api/ops/conversations/:account";
const rowsPerPage = "50";

type ConversationPaneProps = {
  account: string;
  /** Changes with whatever is new in it. */
  mark: string | undefined;
  onClose: () => void;
};

/** One conversation: every word of both sides, and the next answer. */
export function ConversationPane({ account, mark, onClose }: ConversationPaneProps) {
  const shown = useCall(path, { account, limit: rowsPerPage });
  const { data } = shown;
  // The customer reads of each look: there is one more where there is something to see.
  const seen = useRef(mark);
  useEffect(() => {
    if (mark === undefined || mark === seen.current) return;
    seen.current = mark;
    void refresh(path);
  }, [mark]);
  return (
    <Pane
      title={<a href={link(paths.customer(account))}>{account}</a>}
      aside={data !== undefined && <Actions shown={data} />}
      foot={data !== undefined && <Foot shown={data} />}
      onClose={onClose}
    >
      {data === undefined && shown.isError && (
        <Failed error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {data === undefined && !shown.isError && <SkeletonTable />}
      {data !== undefined && <Content account={account} shown={data} />}
    </Pane>
  );
}

function Content({ account, shown }: { account: string; shown: Shown }) {
  const t = useText("conversations");
  const [earlier, setEarlier] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const newest = shown.items[0]?.id;
  useLayoutEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: "nearest" });
  }, [newest]);
  return (
    <>
      {shown.next_cursor !== null && !earlier && (
        <Button look="plain" onClick={() => setEarlier(true)}>
          {t("earlier")}
        </Button>
      )}
      {earlier && shown.next_cursor !== null && (
        <Earlier account={account} from={shown.next_cursor} />
      )}
      <Messages messages={shown.items.toReversed()} />
      <Proposed shown={shown} />
      {shown.closed_at !== null && (
        <Notice tone="info">
          {t("closed_by", { operator: shown.closed_by ?? "" })} <At iso={shown.closed_at} />
        </Notice>
      )}
      <div ref={end} />
    </>
  );
}

/** What was said before the newest page, which alone is read again and again. */
function Earlier({ account, from }: { account: string; from: string }) {
  const t = useText("conversations");
  const [start] = useState(from);
  const pages = usePages(path, { account, limit: rowsPerPage, cursor: start });
  return (
    <>
      {pages.hasMore && (
        <Button look="plain" busy={pages.loadingMore} onClick={pages.loadMore}>
          {t("earlier")}
        </Button>
      )}
      <Messages messages={pages.rows.toReversed()} />
    </>
  );
}

function Messages({ messages }: { messages: readonly Message[] }) {
  const t = useText("conversations");
  const help = useText("help");
  return (
    <ol className={styles["list"]}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={styles["message"]}
          data-from={message.author === null ? "customer" : "operator"}
        >
          {message.body !== "" && <p className={styles["body"]}>{message.body}</p>}
          {message.texts !== null && <p className={styles["body"]}>{inLanguage(message.texts)}</p>}
          {message.article !== null && (
            <p className={styles["body"]}>{t("help_page", { title: help(message.article) })}</p>
          )}
          <p className={styles["by"]}>
            {message.author === null ? t("customer") : message.written_by} · <At iso={message.at} />
            {message.case_number !== null && (
              <> · {t("by_case", { number: message.case_number })}</>
            )}
            {message.approved_by !== null && (
              <> · {t("approved_by", { operator: message.approved_by })}</>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Replies that the customer does not see yet. */
function Proposed({ shown }: { shown: Shown }) {
  const t = useText("conversations");
  const help = useText("help");
  return shown.replies.map(({ body, article, pending }) => (
    <div key={pending.proposal_id} className={styles["message"]} data-from="proposed">
      <p className={styles["body"]}>
        {[body, article === null ? "" : t("help_page", { title: help(article) })]
          .filter((text) => text !== "")
          .join("\n")}
      </p>
      <p className={styles["by"]}>
        {pending.proposed_by.email} · {t("reply_proposed")} ·{" "}
        <a href={link(paths.proposal(pending.proposal_id))}>{t("see_proposal")}</a>
      </p>
    </div>
  ));
}

function Foot({ shown: { conversation, items } }: { shown: Shown }) {
  const t = useText("conversations");
  const lock = useLock()("message_customers");
  const me = useMe();
  const other = conversation.assigned_to;
  const taken = other === null || other.email === me.email ? null : other.email;
  const assigned = taken === null ? null : t("assigned_elsewhere", { operator: taken });
  // Whoever asked last is answered: who wrote by a case's number reads there.
  const asked = items.find(({ author }) => author === null);
  const caseNumber = asked?.case_number ?? null;
  const templates = (
    <TemplateButton account={conversation.account} place="conversation" caseNumber={caseNumber} />
  );
  return (
    <ReplyForm
      templates={templates}
      account={conversation.account}
      caseNumber={caseNumber}
      lock={lock ?? assigned}
    />
  );
}

function Actions({ shown: { conversation } }: { shown: Shown }) {
  const t = useText("conversations");
  const lock = useLock()("message_customers");
  const me = useMe();
  const { busy, refused, submit } = useForm<never>();
  const { account, state, assigned_to: who } = conversation;
  const isMine = who?.email === me.email;
  const done = () => refresh("/api/ops/conversations", path);
  const assign = () =>
    submit({
      send: () =>
        send("/api/ops/conversations/:account/assign", { account, to: isMine ? "nobody" : "me" }),
      done,
    });
  const change = () =>
    submit({
      send: () =>
        send("/api/ops/conversations/:account/state", {
          account,
          state: state === "open" ? "closed" : "open",
        }),
      done,
    });
  return (
    <span className={styles["actions"]}>
      <span className="muted">
        {refused.form ?? (who === null ? "" : isMine ? t("mine") : who.email)}
      </span>
      <Button busy={busy} locked={lock} onClick={() => void assign()}>
        {t(isMine ? "leave" : "take")}
      </Button>
      <Button busy={busy} locked={lock} onClick={() => void change()}>
        {t(state === "open" ? "close" : "reopen")}
      </Button>
    </span>
  );
}
