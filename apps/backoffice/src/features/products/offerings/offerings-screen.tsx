import { EmptyState } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { useCall, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import {
  PriceDialog,
  PublishDialog,
  WithdrawDialog,
  type Draft,
  type Row,
} from "./act-dialogs.tsx";
import { OfferingDialog } from "./offering-dialog.tsx";

type Open =
  | { name: "write"; draft: Draft | null }
  | { name: "publish"; draft: Draft }
  | { name: "price" | "withdraw"; row: Row };

/** Offerings of new shares: their funnel, quota and books. Nothing here touches a draw. */
export default function OfferingsScreen() {
  const t = useText("offerings");
  const lock = useLock()("manage_products");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const pages = usePages("/api/ops/offerings", { limit: "50" });
  const shell = useText("shell");
  const write = () => (lock === null ? setOpen({ name: "write", draft: null }) : toast(lock));
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
      <Notice tone="info">{t("no_draw")}</Notice>
      <Panel title={t("title")} flush>
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(lock, (name, row) => setOpen({ name, row }))}
          rowKey={(row) => row.id}
          empty={t("empty")}
        />
      </Panel>
      {lock === null && <Drafts onOpen={setOpen} />}
      {open?.name === "write" && <OfferingDialog saved={open.draft} onClose={close} />}
      {open?.name === "publish" && <PublishDialog draft={open.draft} onClose={close} />}
      {open?.name === "price" && <PriceDialog row={open.row} onClose={close} />}
      {open?.name === "withdraw" && <WithdrawDialog row={open.row} onClose={close} />}
    </Page>
  );
}

function Drafts({ onOpen }: { onOpen: (open: Open) => void }) {
  const t = useText("offerings");
  const drafts = useCall("/api/ops/offerings/drafts", {});
  const items = drafts.data?.items ?? [];
  const columns: Column<Draft>[] = [
    {
      key: "company",
      head: t("company"),
      grow: true,
      cell: ({ form }) => `${inLanguage(form.names)} (${form.type} ${form.code})`,
    },
    { key: "at", head: t("closes"), cell: ({ form }) => <At iso={form.closes_at} /> },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (draft) => (
        <>
          <Button look="plain" onClick={() => onOpen({ name: "write", draft })}>
            {t("edit")}
          </Button>
          <Button look="plain" onClick={() => onOpen({ name: "publish", draft })}>
            {t("propose")}
          </Button>
        </>
      ),
    },
  ];
  return (
    <Panel title={t("drafts")} flush>
      {items.length === 0 ? (
        <EmptyState sentence={t("no_drafts")} />
      ) : (
        <DataTable name={t("drafts")} columns={columns} rows={items} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

function useColumns(
  lock: string | null,
  act: (name: "price" | "withdraw", row: Row) => void,
): Column<Row>[] {
  const t = useText("offerings");
  const step = (name: keyof Row["funnel"], head: string): Column<Row> => ({
    key: name,
    head,
    end: true,
    cell: ({ funnel }) => t("funnel", { count: funnel[name].count, lots: funnel[name].lots }),
  });
  const currency = (row: Row) => row.type.toUpperCase();
  return [
    {
      key: "company",
      head: t("company"),
      cell: (row) => (
        <strong>
          {inLanguage(row.names)} ({row.code})
        </strong>
      ),
    },
    { key: "status", head: t("status"), cell: (row) => <State row={row} /> },
    {
      key: "actions",
      head: "",
      cell: (row) => <Acts row={row} lock={lock} act={act} />,
    },
    {
      key: "price",
      head: t("price"),
      end: true,
      cell: (row) =>
        `${row.price ?? `${row.provisional_low} – ${row.provisional_high}`} ${currency(row)}`,
    },
    { key: "closes", head: t("closes"), cell: (row) => <At iso={row.closes_at} /> },
    { key: "draws", head: t("draws"), cell: (row) => <At iso={row.drawn_at ?? row.draws_at} /> },
    { key: "quota", head: t("quota"), end: true, cell: (row) => String(row.quota) },
    step("subscribed", t("subscribed")),
    step("allotted", t("allotted")),
    step("paid", t("paid")),
    step("waiting", t("waiting")),
    {
      key: "unpaid",
      head: t("unpaid"),
      end: true,
      cell: ({ funnel: { waived, missed } }) => String(waived.count + missed.count),
    },
    {
      key: "frozen",
      head: t("frozen"),
      end: true,
      cell: (row) => `${row.frozen} ${currency(row)}`,
    },
    {
      key: "to_pay",
      head: t("to_pay"),
      end: true,
      cell: (row) => `${row.payable} ${currency(row)}`,
    },
  ];
}

function State({ row }: { row: Row }) {
  const t = useText("offerings");
  return row.withdrawn_at === null ? (
    <Badge tone="quiet">{t(`status_${row.status as 0}`)}</Badge>
  ) : (
    <Badge tone="bad">
      {t("withdrawn")} <At iso={row.withdrawn_at} />
    </Badge>
  );
}

type ActsProps = {
  row: Row;
  lock: string | null;
  act: (name: "price" | "withdraw", row: Row) => void;
};

function Acts({ row, lock, act }: ActsProps) {
  const t = useText("offerings");
  const isLive = row.withdrawn_at === null && row.status < 4;
  return (
    <>
      <a href={row.address} target="_blank" rel="noreferrer">
        {t("bundle")}
      </a>
      {isLive && row.price === null && row.status >= 2 && (
        <Button look="plain" locked={lock} onClick={() => act("price", row)}>
          {t("set_price")}
        </Button>
      )}
      {isLive && (
        <Button look="plain" locked={lock} onClick={() => act("withdraw", row)}>
          {t("withdraw")}
        </Button>
      )}
    </>
  );
}
