import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { Button } from "../../../shared/kit/button.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { Drafts, OffersPage, StateBadge } from "../../../shared/offers/offers-page.tsx";
import { useCall, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { PublishBlock, WithdrawBlock, type Draft, type Row } from "./act-dialogs.tsx";
import type { BlockDraft } from "./block-offer-draft.ts";
import { BlockOfferDetails } from "./block-offer-details.tsx";
import { BlockOfferDialog } from "./block-offer-dialog.tsx";
import { Consents } from "./consents.tsx";

type Open =
  | { name: "write"; draft: Draft | null; begin?: BlockDraft }
  | { name: "publish"; draft: Draft }
  | { name: "details" | "withdraw"; row: Row };

/** Block trades: what is offered, what is applied for and frozen, and who is invited. */
export default function BlockOffersScreen() {
  const t = useText("blockOffers");
  const lock = useLock()("manage_products");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const pages = usePages("/api/ops/block-offers", { limit: "50" });
  return (
    <OffersPage
      texts="blockOffers"
      lock={lock}
      note={t("first_come")}
      onWrite={() => setOpen({ name: "write", draft: null })}
      list={
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(lock, (name, row) => setOpen({ name, row }))}
          rowKey={(row) => row.id}
          empty={t("empty")}
        />
      }
    >
      {lock === null && <OwnDrafts onOpen={setOpen} />}
      <Consents lock={lock} onWrite={(begin) => setOpen({ name: "write", draft: null, begin })} />
      {open?.name === "write" && (
        <BlockOfferDialog saved={open.draft} begin={open.begin} onClose={close} />
      )}
      {open?.name === "publish" && <PublishBlock draft={open.draft} onClose={close} />}
      {open?.name === "details" && <BlockOfferDetails row={open.row} onClose={close} />}
      {open?.name === "withdraw" && <WithdrawBlock row={open.row} onClose={close} />}
    </OffersPage>
  );
}

function OwnDrafts({ onOpen }: { onOpen: (open: Open) => void }) {
  const t = useText("blockOffers");
  const drafts = useCall("/api/ops/block-offers/drafts", {});
  const columns: Column<Draft>[] = [
    {
      key: "stock",
      head: t("stock"),
      grow: true,
      cell: ({ form }) => `${form.code} · ${inLanguage(form.seller_names)}`,
    },
    { key: "at", head: t("closes_at"), cell: ({ form }) => <At iso={form.closes_at} /> },
  ];
  return (
    <Drafts
      texts="blockOffers"
      items={drafts.data?.items ?? []}
      columns={columns}
      onOpen={onOpen}
    />
  );
}

function useColumns(
  lock: string | null,
  act: (name: "details" | "withdraw", row: Row) => void,
): Column<Row>[] {
  const t = useText("blockOffers");
  const step = (name: keyof Row["applications"], head: string): Column<Row> => ({
    key: name,
    head,
    end: true,
    cell: ({ applications }) =>
      t("funnel", { count: applications[name].count, shares: applications[name].quantity }),
  });
  const currency = (row: Row) => row.type.toUpperCase();
  return [
    {
      key: "stock",
      head: t("stock"),
      cell: (row) => (
        <strong>
          {inLanguage(row.names)} ({row.code})
        </strong>
      ),
    },
    { key: "status", head: t("status"), cell: (row) => <State row={row} /> },
    { key: "actions", head: "", cell: (row) => <Acts row={row} lock={lock} act={act} /> },
    {
      key: "seller",
      head: t("seller"),
      cell: (row) => `${inLanguage(row.seller_names)} (${t(`seller_${row.seller}`)})`,
    },
    {
      key: "price",
      head: t("price"),
      end: true,
      cell: (row) => `${row.price} ${currency(row)} (−${row.discount}%)`,
    },
    { key: "closes", head: t("closes_at"), cell: (row) => <At iso={row.closes_at} /> },
    { key: "locked", head: t("locked_until"), cell: (row) => <At iso={row.locked_until} /> },
    { key: "rule", head: t("rule"), cell: (row) => t(`rule_${row.rule}`) },
    { key: "left", head: t("left"), end: true, cell: (row) => `${row.left} / ${row.total}` },
    step("applied", t("applied")),
    step("filled", t("filled")),
    step("failed", t("failed")),
    step("cancelled", t("cancelled")),
    {
      key: "frozen",
      head: t("frozen"),
      end: true,
      cell: (row) => `${row.frozen} ${currency(row)}`,
    },
  ];
}

function State({ row }: { row: Row }) {
  const t = useText("blockOffers");
  return <StateBadge texts="blockOffers" row={row} state={t(`status_${row.status as 0}`)} />;
}

type ActsProps = {
  row: Row;
  lock: string | null;
  act: (name: "details" | "withdraw", row: Row) => void;
};

function Acts({ row, lock, act }: ActsProps) {
  const t = useText("blockOffers");
  const isLive = row.withdrawn_at === null && row.status < 3;
  return (
    <>
      {row.draw !== null && (
        <a href={row.draw.address} target="_blank" rel="noreferrer">
          {t("bundle")}
        </a>
      )}
      <Button look="plain" onClick={() => act("details", row)}>
        {t(row.invited_only ? "details_invited" : "details")}
      </Button>
      {isLive && (
        <Button look="plain" locked={lock} onClick={() => act("withdraw", row)}>
          {t("withdraw")}
        </Button>
      )}
    </>
  );
}
