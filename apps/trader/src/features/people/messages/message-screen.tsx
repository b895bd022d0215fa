import type { Message } from "@sanshi/contract";
import { Button, EmptyState, LinkButton, Skeleton } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { RefusedError } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { isSimulated } from "../../../shared/config.ts";
import { language } from "@sanshi/web/language";
import { NeverAsked, OperatorWords } from "../../../shared/operator-words.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { rolesOf } from "./delay-text.ts";
import { messageText } from "./message-text.ts";
import { markRead, useMessage } from "./messages-queries.ts";
import styles from "./messages.module.css";

export default function MessageScreen() {
  const t = useText("messages");
  const [query] = useSearchParams();
  const message = useMessage(query.get("id") ?? "");
  return (
    <Screen title={t("info_title")}>
      {message.data !== undefined && <Content message={message.data} />}
      {message.data === undefined && !message.isError && <Waiting />}
      {message.data === undefined && message.isError && <Failed query={message} />}
    </Screen>
  );
}

function Content({ message }: { message: Message }) {
  const t = useText("messages");
  const { id, read_at } = message;
  // A refusal changes nothing here: the message stays unread and is marked at the next look.
  useEffect(() => void (read_at === null && markRead([id])), [id, read_at]);
  const { title, body, words, way } = messageText(message, t, {
    language: language(),
    simulated: isSimulated(),
  });
  return (
    <article
      className={styles["article"]}
      data-author={message.author === null ? "system" : "person"}
    >
      {message.author !== null && (
        <p className={styles["author"]}>
          {t("written_by", {
            role: t(`role_${message.author.role}`),
            broker: message.author.broker,
          })}
        </p>
      )}
      <h2 className={styles["articleTitle"]}>{title}</h2>
      <time className={styles["time"]} dateTime={message.at}>
        {showDateTime(message.at)}
      </time>
      <p className={styles["body"]}>{body}</p>
      {words !== null && <OperatorWords words={words} />}
      {message.kind === "correction" && message.params["proposed_role"] !== undefined && (
        <p className={styles["note"]}>{t("correction_by", rolesOf(message.params, t))}</p>
      )}
      {message.kind === "correction_announced" && (
        <Objection id={message.params["correction"] ?? ""} />
      )}
      {message.author !== null && (
        <>
          <p className={styles["note"]}>{t("written_note")}</p>
          <NeverAsked />
        </>
      )}
      {way !== null && (
        <LinkButton look="quiet" href={link(way.place)}>
          {way.label}
        </LinkButton>
      )}
    </article>
  );
}

/** Until the correction takes effect; asked again it stays one objection. */
function Objection({ id }: { id: string }) {
  const t = useText("messages");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const object = async () => {
    setBusy(true);
    const asked = await askOnce("/user/object-to-correction", { id });
    setBusy(false);
    setSaid(asked.ok ? t("objected") : refusalText(asked.refusal));
  };
  if (said !== null) return <p role="status">{said}</p>;
  return (
    <Button look="quiet" busy={busy} onClick={() => void object()}>
      {t("object")}
    </Button>
  );
}

function Waiting() {
  return (
    <div className={styles["article"]} aria-busy="true">
      <Skeleton width="70%" height="1.5rem" />
      <Skeleton width="9rem" height="0.75rem" />
      <Skeleton height="5rem" />
    </div>
  );
}

function Failed({ query }: { query: ReturnType<typeof useMessage> }) {
  const t = useText("messages");
  const shell = useText("shell");
  const code = query.error instanceof RefusedError ? query.error.refusal.code : null;
  const missing = code === "message_not_found" || code === "invalid_request";
  return (
    <EmptyState
      picture={missing ? "list" : "cloud"}
      sentence={missing ? refusalText({ code: "message_not_found" }) : (query.error?.message ?? "")}
    >
      {missing ? (
        <LinkButton href={link(paths.messages)}>{t("to_messages")}</LinkButton>
      ) : (
        <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
          {shell("try_again")}
        </Button>
      )}
    </EmptyState>
  );
}
