import { EmptyState } from "@sanshi/ui";
import type { ReactNode } from "react";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Notice, Panel } from "../kit/panel.tsx";
import { Page } from "../kit/screen.tsx";
import { DataTable, type Column } from "../kit/table.tsx";
import { At } from "../kit/time.tsx";
import { useShortcuts } from "../keys.ts";
import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import type { OfferTexts } from "./offer-texts.ts";

type PageProps = {
  texts: OfferTexts;
  lock: string | null;
  note: string;
  onWrite: () => void;
  /** What was published, as a list. */
  list: ReactNode;
  children: ReactNode;
};

/** What was published, and the way to write what is to be. */
export function OffersPage({ texts, lock, note, onWrite, list, children }: PageProps) {
  const t = useText(texts);
  const shell = useText("shell");
  const write = () => (lock === null ? onWrite() : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("write"), run: write }]);
  return (
    <Page
      title={t("title")}
      actions={
        <Button look="primary" keys="n" locked={lock} onClick={write}>
          {t("write")}
        </Button>
      }
    >
      <Notice tone="info">{note}</Notice>
      <Panel title={t("title")} flush>
        {list}
      </Panel>
      {children}
    </Page>
  );
}

type DraftsProps<Draft> = {
  texts: OfferTexts;
  items: readonly Draft[];
  /** Of what and until when it is to be. */
  columns: readonly Column<Draft>[];
  /** What can be read of it before it is published. */
  before?: (draft: Draft) => ReactNode;
  onOpen: (open: { name: "write" | "publish"; draft: Draft }) => void;
};

/** Nobody but operators sees a draft. */
export function Drafts<Draft extends { id: string }>({
  texts,
  items,
  columns,
  before,
  onOpen,
}: DraftsProps<Draft>) {
  const t = useText(texts);
  const actions: Column<Draft> = {
    key: "actions",
    head: "",
    end: true,
    cell: (draft) => (
      <>
        {before?.(draft)}
        <Button look="plain" onClick={() => onOpen({ name: "write", draft })}>
          {t("edit")}
        </Button>
        <Button look="plain" onClick={() => onOpen({ name: "publish", draft })}>
          {t("propose")}
        </Button>
      </>
    ),
  };
  return (
    <Panel title={t("drafts")} flush>
      {items.length === 0 ? (
        <EmptyState sentence={t("no_drafts")} />
      ) : (
        <DataTable
          name={t("drafts")}
          columns={[...columns, actions]}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </Panel>
  );
}

/** Where it stands, or since when it is withdrawn. */
export function StateBadge({
  texts,
  row: { withdrawn_at: withdrawnAt },
  state,
}: {
  texts: OfferTexts;
  row: { withdrawn_at: string | null };
  state: string;
}) {
  const t = useText(texts);
  return withdrawnAt === null ? (
    <Badge tone="quiet">{state}</Badge>
  ) : (
    <Badge tone="bad">
      {t("withdrawn")} <At iso={withdrawnAt} />
    </Badge>
  );
}
