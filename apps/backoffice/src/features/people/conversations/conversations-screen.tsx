import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Pick, SearchBox, Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { Split } from "../../../shared/kit/split.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useListKeys } from "../../../shared/list-keys.ts";
import { usePolling } from "../../../shared/presence.ts";
import { usePages } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { inLanguage } from "@sanshi/web/language";
import { ConversationPane } from "./conversation-pane.tsx";
import styles from "./conversations.module.css";

export type Conversation = Output<"/api/ops/conversations">["items"][number];

const refetchMs = 30_000;
const filterDefaults = { state: "waiting", claimed: "", q: "" };
const states = ["waiting", "open", "closed", "all"] as const;
type Filter = Record<keyof typeof filterDefaults, string>;

/** What customers ask, and beside the list the conversation that is open. */
export default function ConversationsScreen() {
  const t = useText("conversations");
  const navigate = useNavigate();
  const { account = null } = useParams();
  const [filter, change] = useAddress(filterDefaults);
  const [cursor, setCursor] = useState<string | null>(account);
  const pages = usePages(
    "/api/ops/conversations",
    {
      state: filter.state === "all" ? "" : (filter.state as "waiting" | "open" | "closed"),
      claimed: filter.claimed as "" | "mine" | "nobody",
      ...(filter.q !== "" && { q: filter.q }),
      limit: "50",
    },
    { refetchInterval: usePolling(refetchMs) },
  );
  const kept = Object.entries(filter).filter(
    ([name, value]) => value !== filterDefaults[name as keyof Filter],
  );
  const search = kept.length === 0 ? "" : `?${new URLSearchParams(kept).toString()}`;
  const place = (to: string | null) =>
    `${to === null ? paths.conversations : paths.conversation(to)}${search}`;
  const open = (to: string | null) => {
    setCursor(to);
    void navigate(place(to), { replace: account !== null });
  };
  useListKeys({
    keys: pages.rows.map((row) => row.account),
    cursor: account ?? cursor,
    onMove: (to) => (account === null ? setCursor(to) : open(to)),
    onOpen: open,
    onBack: account === null ? null : () => open(null),
  });
  return (
    <Workbench title={t("title")}>
      <Split
        list={
          <ListFrame
            filters={<Filters filter={filter} onChange={change} narrow={account !== null} />}
          >
            <PagedList
              name={t("title")}
              pages={pages}
              columns={useColumns()}
              rowKey={(row) => row.account}
              href={(row) => `#${place(row.account)}`}
              onOpen={(row) => open(row.account)}
              cursor={account ?? cursor}
              narrow={account !== null}
              empty={t(filter.state === "waiting" && filter.q === "" ? "empty" : "nothing_matches")}
            />
          </ListFrame>
        }
        detail={
          account === null ? null : (
            <ConversationPane
              key={account}
              account={account}
              mark={markOf(pages.rows.find((row) => row.account === account))}
              onClose={() => open(null)}
            />
          )
        }
      />
    </Workbench>
  );
}

/** What changes with whatever is new in a conversation. */
function markOf(row: Conversation | undefined): string | undefined {
  if (row === undefined) return undefined;
  return [row.last.id, row.state, row.proposed, row.assigned_to?.id].join();
}

type FiltersProps = { filter: Filter; onChange: (some: Partial<Filter>) => void; narrow: boolean };

function Filters({ filter, onChange, narrow }: FiltersProps) {
  const t = useText("conversations");
  const queue = useText("queue");
  const state = {
    label: t("state"),
    value: filter.state,
    onChange: (value: string) => onChange({ state: value }),
    options: states.map((value) => ({ value, label: t(`state_${value}`) })),
  };
  return (
    <>
      {narrow ? <Pick {...state} /> : <Segments {...state} />}
      <Pick
        label={queue("whose")}
        value={filter.claimed}
        onChange={(claimed) => onChange({ claimed })}
        options={[
          { value: "", label: queue("whose_all") },
          { value: "mine", label: queue("whose_mine") },
          { value: "nobody", label: queue("whose_nobody") },
        ]}
      />
      <SearchBox label={t("search")} value={filter.q} onChange={(q) => onChange({ q })} main />
    </>
  );
}

function useColumns(): Column<Conversation>[] {
  const t = useText("conversations");
  const help = useText("help");
  const me = useMe();
  const none = <span className="muted">–</span>;
  return [
    { key: "account", head: t("account"), cell: (row) => row.account },
    {
      key: "waiting",
      head: t("waiting_since"),
      cell: (row) =>
        row.waiting_since === null ? (
          <StateBadge conversation={row} />
        ) : (
          <span className={styles["waiting"]}>
            <Badge tone="waits">{t("unanswered", { count: row.unanswered })}</Badge>
            <At iso={row.waiting_since} />
          </span>
        ),
    },
    {
      key: "last",
      head: t("last"),
      grow: true,
      clip: true,
      cell: ({ last }) =>
        `${last.author === null ? "" : "↩ "}${lastWords(last) || (last.article === null ? "" : help(last.article))}`,
    },
    { key: "at", head: t("at"), wide: true, cell: (row) => <At iso={row.last.at} /> },
    {
      key: "assigned",
      head: t("assigned"),
      wide: true,
      clip: true,
      cell: ({ assigned_to: who }) =>
        who === null ? none : who.email === me.email ? t("mine") : who.email,
    },
  ];
}

export function StateBadge({ conversation }: { conversation: Conversation }) {
  const t = useText("conversations");
  if (conversation.proposed > 0) return <Badge tone="active">{t("reply_proposed")}</Badge>;
  return conversation.state === "closed" ? (
    <Badge tone="quiet">{t("state_closed")}</Badge>
  ) : (
    <Badge tone="good">{t("answered")}</Badge>
  );
}

function lastWords({
  body,
  texts,
}: Output<"/api/ops/conversations">["items"][number]["last"]): string {
  return texts === null ? body : inLanguage(texts);
}
