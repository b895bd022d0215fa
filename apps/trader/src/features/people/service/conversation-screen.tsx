import type { ServiceMessage } from "@sanshi/contract";
import { serviceBodyMax } from "@sanshi/contract/constants";
import { Button, EmptyState, Icon, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { config } from "../../../shared/config.ts";
import { fillText } from "@sanshi/web/fill-text";
import { inLanguage } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh } from "../../../shared/queries.ts";
import { NeverAsked } from "../../../shared/operator-words.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { safeServiceLink } from "../../../shared/service-link.ts";
import { refusalText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { useConversation, useReadUpTo } from "./conversation-queries.ts";
import { useHelp, type Help } from "./help-texts.ts";
import styles from "./conversation.module.css";

/** /mine/service: the customer writes, an operator answers. */
export default function ConversationScreen() {
  const help = useHelp();
  const query = useConversation();
  const [newest] = query.data?.pages ?? [];
  const elsewhere = safeServiceLink(config("kefu"));
  useReadUpTo(newest?.items[0]?.id, newest?.unread ?? 0);
  return (
    <Screen title={help.conversation.title}>
      <div className={styles["page"]}>
        <p className={styles["lead"]}>{help.conversation.lead}</p>
        <Loaded query={query} waiting={<SkeletonRows count={4} />}>
          {({ pages }) => (
            <>
              {query.hasNextPage && (
                <Button
                  look="plain"
                  wide
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {help.conversation.older}
                </Button>
              )}
              <Messages
                help={help}
                messages={pages.flatMap(({ items }) => items).toReversed()}
                newestId={newest?.items[0]?.id}
              />
            </>
          )}
        </Loaded>
        {newest?.state === "closed" && <p className={styles["note"]}>{help.conversation.closed}</p>}
      </div>
      {elsewhere === null ? (
        <Composer help={help} />
      ) : (
        <div className={styles["composer"]}>
          <LinkButton wide external href={elsewhere}>
            {help.screen.contact_elsewhere}
          </LinkButton>
        </div>
      )}
    </Screen>
  );
}

type MessagesProps = {
  help: Help;
  messages: readonly ServiceMessage[];
  newestId: string | undefined;
};

/** The oldest first; a new one brings its own place on the screen with it. */
function Messages({ help, messages, newestId }: MessagesProps) {
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (newestId !== undefined) end.current?.scrollIntoView({ block: "end" });
  }, [newestId]);
  if (messages.length === 0) {
    return (
      <EmptyState
        picture={<Illustration name="conversation" />}
        sentence={help.conversation.empty}
      />
    );
  }
  return (
    <>
      <div role="log" aria-label={help.conversation.list}>
        <ol className={styles["list"]}>
          {messages.map((message) => (
            <Bubble key={message.id} help={help} message={message} />
          ))}
        </ol>
      </div>
      <div ref={end} className={styles["end"]} />
    </>
  );
}

function Bubble({ help, message }: { help: Help; message: ServiceMessage }) {
  const { author, texts, article, checked, at } = message;
  const body = texts === null ? message.body : inLanguage(texts);
  const words = help.conversation;
  return (
    <li className={styles["message"]} data-from={author === null ? "customer" : "operator"}>
      {author === null ? (
        <span className="visually-hidden">{words.you}</span>
      ) : (
        <span className={styles["author"]}>
          {fillText(words.written_by, {
            broker: author.broker,
            role: words[`role_${author.role}`],
          })}
        </span>
      )}
      {message.case_number !== null && (
        <p className={styles["unchecked"]}>
          {fillText(words.by_case, { number: message.case_number })}
        </p>
      )}
      {body !== "" && <p className={styles["body"]}>{body}</p>}
      {article !== null && (
        <a className={styles["article"]} href={link(paths.helpArticle({ id: article }))}>
          <Icon name="document" size={20} />
          <span>
            <b>{help.titles[article]}</b>
            <small>{words.article}</small>
          </span>
          <Icon name="chevron" size={16} />
        </a>
      )}
      {author !== null && body !== "" && (
        <>
          {!checked && <p className={styles["unchecked"]}>{words.not_checked}</p>}
          <NeverAsked />
        </>
      )}
      <time className={styles["time"]} dateTime={at}>
        {showDateTime(at)}
      </time>
    </li>
  );
}

function Composer({ help }: { help: Help }) {
  const [body, setBody] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const isFirst = useRef(true);
  // Back to the field after an answer; not when the screen opens, where the keyboard would hide what is there.
  useEffect(() => {
    if (!busy && !isFirst.current) field.current?.focus();
    isFirst.current = false;
  }, [busy]);
  const words = help.conversation;
  const text = body.trim();
  const send = async () => {
    if (text === "" || busy) return;
    setBusy(true);
    const asked = await askOnce("/user/write-to-service", { body: text });
    if (asked.ok) {
      setBody("");
      setRefusal("");
      await refresh("/user/conversation");
    } else {
      setRefusal(asked.isUnknown ? words.unknown : refusalText(asked.refusal));
    }
    setBusy(false);
  };
  return (
    <form
      className={styles["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={styles["refusal"]} role="alert">
        {refusal}
      </p>
      <div className={styles["row"]}>
        <textarea
          ref={field}
          className={styles["field"]}
          rows={1}
          maxLength={serviceBodyMax}
          aria-label={words.field}
          placeholder={words.field}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <Button type="submit" busy={busy} disabled={text === ""}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
