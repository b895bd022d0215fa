import { prospectusHash } from "@sanshi/contract/constants";
import { displayDecimal } from "@sanshi/money";
import { inLanguage } from "@sanshi/web/language";
import { serverNow } from "@sanshi/web/server-clock";
import { useState } from "react";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { Drafts, OffersPage, StateBadge } from "../../../shared/offers/offers-page.tsx";
import { useCall, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { showDateTimeExactly } from "../../../shared/times.ts";
import {
  PriceDialog,
  PublishOffering,
  WithdrawOffering,
  type Draft,
  type Row,
} from "./act-dialogs.tsx";
import { OfferingDialog } from "./offering-dialog.tsx";
import styles from "./offerings.module.css";

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
  return (
    <OffersPage
      texts="offerings"
      lock={lock}
      note={t("no_draw")}
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
      {open?.name === "write" && <OfferingDialog saved={open.draft} onClose={close} />}
      {open?.name === "publish" && <PublishOffering draft={open.draft} onClose={close} />}
      {open?.name === "price" && <PriceDialog row={open.row} onClose={close} />}
      {open?.name === "withdraw" && <WithdrawOffering row={open.row} onClose={close} />}
    </OffersPage>
  );
}

function OwnDrafts({ onOpen }: { onOpen: (open: Open) => void }) {
  const t = useText("offerings");
  const drafts = useCall("/api/ops/offerings/drafts", {});
  const columns: Column<Draft>[] = [
    {
      key: "company",
      head: t("company"),
      grow: true,
      cell: ({ form }) => `${inLanguage(form.names)} (${form.code})`,
    },
    { key: "at", head: t("closes"), cell: ({ form }) => <At iso={form.closes_at} /> },
  ];
  return (
    <Drafts
      texts="offerings"
      items={drafts.data?.items ?? []}
      columns={columns}
      before={({ form }) => <DraftProspectus prospectus={form.prospectus} />}
      onOpen={onOpen}
    />
  );
}

/** Whoever approves reads it before it is published. */
function DraftProspectus({ prospectus }: { prospectus: string | null }) {
  const words = useText("words");
  if (prospectus === null) return null;
  const hash = prospectusHash(prospectus);
  return (
    <a
      href={hash === null ? prospectus : `/api/ops/prospectuses/${hash}`}
      target="_blank"
      rel="noreferrer"
    >
      {words("field_prospectus")}
    </a>
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
      cell: (row) => `${shownPrice(row)} ${currency(row)}`,
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

/** The price, or what it may be, as the currency writes it. */
function shownPrice({ type, price, provisional_low: low, provisional_high: high }: Row): string {
  const shown = (text: string) => displayDecimal(text, type === "jpy" ? 0 : 2, 4);
  return price === null ? `${shown(low)} – ${shown(high)}` : shown(price);
}

function State({ row }: { row: Row }) {
  const t = useText("offerings");
  if (row.withdrawn_at === null && row.withdraws_at !== null) {
    return (
      <Badge tone="waits">
        {t("withdraws")} <At iso={row.withdraws_at} />
      </Badge>
    );
  }
  return <StateBadge texts="offerings" row={row} state={t(`status_${row.status as 0}`)} />;
}

type ActsProps = {
  row: Row;
  lock: string | null;
  act: (name: "price" | "withdraw", row: Row) => void;
};

function Acts({ row, lock, act }: ActsProps) {
  const t = useText("offerings");
  const isLive = row.withdrawn_at === null && row.status < 4;
  const from = row.priced_at ?? row.closes_at;
  const tooEarly =
    Date.parse(from) > serverNow() ? t("price_from", { at: showDateTimeExactly(from) }) : null;
  return (
    <span className={styles["acts"]}>
      <a href={row.address} target="_blank" rel="noreferrer">
        {t("bundle")}
      </a>
      {isLive && row.price === null && row.status >= 1 && (
        <Button look="plain" locked={lock ?? tooEarly} onClick={() => act("price", row)}>
          {t("set_price")}
        </Button>
      )}
      {isLive && row.withdraws_at === null && (
        <Button look="plain" locked={lock} onClick={() => act("withdraw", row)}>
          {t("withdraw")}
        </Button>
      )}
    </span>
  );
}
