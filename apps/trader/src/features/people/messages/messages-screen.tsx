import type { Message, MessageGroup } from "@sanshi/contract";
import { messageGroups } from "@sanshi/contract/constants";
import { Button, EmptyState, LinkButton, PullToRefresh, SkeletonRows, Tabs } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { toastRefusal } from "../../../shared/api.ts";
import { isSimulated } from "../../../shared/config.ts";
import { language } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh } from "../../../shared/queries.ts";
import { Older } from "../../../shared/older.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { messageText } from "./message-text.ts";
import { sentWhen } from "./message-time.ts";
import { markRead, useMessages } from "./messages-queries.ts";
import styles from "./messages.module.css";

type Tab = "messages" | "alerts";

/** `alerts` is another feature's list: the app hands it in. */
export default function MessagesScreen({ alerts }: { alerts: ReactNode }) {
  const t = useText("messages");
  const { tab, group, choose, chooseGroup } = useFilter();
  const messages = useMessages(group);
  const unread = messages.data?.pages[0]?.unread ?? 0;
  return (
    <Screen title={t("title")} actions={tab === "messages" && unread > 0 && <ReadAll />}>
      <Tabs
        label={t("tabs")}
        spread
        choices={[
          { value: "messages", label: t("tab_messages") },
          { value: "alerts", label: t("tab_alerts") },
        ]}
        value={tab}
        onChange={choose}
      />
      <PullToRefresh
        onRefresh={() => refresh(tab === "alerts" ? "/market/alerts" : "/user/messages")}
        texts={pullTexts()}
      >
        {tab === "alerts" ? (
          alerts
        ) : (
          <>
            <Groups chosen={group} onChoose={chooseGroup} />
            <Loaded query={messages} waiting={<SkeletonRows count={8} />}>
              {({ pages }) => (
                <List
                  items={pages.flatMap((page) => page.items)}
                  query={messages}
                  onShowAll={group === null ? null : () => chooseGroup(null)}
                />
              )}
            </Loaded>
          </>
        )}
      </PullToRefresh>
    </Screen>
  );
}

/** Kept in the address, so that a return finds the same tab and the same messages. */
function useFilter() {
  const [query, setQuery] = useSearchParams();
  const tab: Tab = query.get("tab") === "alerts" ? "alerts" : "messages";
  const group = messageGroups.find((one) => one === query.get("group")) ?? null;
  return {
    tab,
    group,
    choose: (chosen: Tab) =>
      setQuery(chosen === "alerts" ? { tab: chosen } : {}, { replace: true }),
    chooseGroup: (chosen: MessageGroup | null) =>
      setQuery(chosen === null ? {} : { group: chosen }, { replace: true }),
  };
}

type GroupsProps = {
  chosen: MessageGroup | null;
  onChoose: (group: MessageGroup | null) => void;
};

/** One group at a time, as radio buttons that scroll sideways. */
function Groups({ chosen, onChoose }: GroupsProps) {
  const t = useText("messages");
  return (
    <fieldset className={styles["groups"]} aria-label={t("groups")}>
      {[null, ...messageGroups].map((group) => (
        <label key={group} className={styles["group"]}>
          <input
            type="radio"
            name="message-group"
            checked={group === chosen}
            onChange={() => onChoose(group)}
          />
          {t(`group_${group ?? "all"}`)}
        </label>
      ))}
    </fieldset>
  );
}

function ReadAll() {
  const t = useText("messages");
  const [busy, setBusy] = useState(false);
  const readAll = async () => {
    setBusy(true);
    const refusal = await markRead("all");
    setBusy(false);
    if (refusal === null) toast(t("read_all_done"));
    else toastRefusal(refusal);
  };
  return (
    <button
      type="button"
      className={styles["readAll"]}
      disabled={busy}
      onClick={() => void readAll()}
    >
      {t("read_all")}
    </button>
  );
}

type ListProps = {
  items: readonly Message[];
  query: ReturnType<typeof useMessages>;
  /** Where a group of them is shown. */
  onShowAll: (() => void) | null;
};

function List({ items, query, onShowAll }: ListProps) {
  const t = useText("messages");
  if (items.length === 0 && onShowAll !== null) {
    return (
      <EmptyState picture={<Illustration name="messages_filtered" />} sentence={t("empty_group")}>
        <Button look="quiet" onClick={onShowAll}>
          {t("show_all")}
        </Button>
      </EmptyState>
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState picture={<Illustration name="messages" />} sentence={t("empty")}>
        <LinkButton href={link(paths.market())}>{t("to_market")}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles["list"]} aria-label={t("list")}>
        {items.map((message) => (
          <Row key={message.id} message={message} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Older query={query} className={styles["end"]}>
          {t("older")}
        </Older>
      ) : (
        <p className={styles["end"]}>{t("all_shown")}</p>
      )}
    </>
  );
}

function Row({ message }: { message: Message }) {
  const t = useText("messages");
  const { title, body } = messageText(message, t, {
    language: language(),
    simulated: isSimulated(),
  });
  const isUnread = message.read_at === null;
  return (
    <li>
      <a
        className={styles["row"]}
        href={link(paths.messageInfo({ id: message.id }))}
        data-unread={isUnread}
      >
        <span
          className={styles["dot"]}
          {...(isUnread && { role: "img", "aria-label": t("unread") })}
        />
        <span className={styles["main"]}>
          <span className={styles["head"]}>
            <span className={styles["title"]}>{title}</span>
            <time className={styles["time"]} dateTime={message.at}>
              {sentWhen(message.at)}
            </time>
          </span>
          {message.author !== null && (
            <span className={styles["author"]}>
              {t("written_by", {
                role: t(`role_${message.author.role}`),
                broker: message.author.broker,
              })}
            </span>
          )}
          <span className={styles["preview"]}>{body}</span>
        </span>
      </a>
    </li>
  );
}
