import { displayDecimal } from "@sanshi/money";
import { inLanguage } from "@sanshi/web/language";
import { useState, type ReactNode } from "react";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { CloseDialog, WindDownDialog, type Row } from "./act-dialogs.tsx";
import styles from "./copy-products.module.css";
import { Consents } from "./consents.tsx";
import { PublishDialog, type Draft } from "./publish-dialog.tsx";
import { ValuationsDialog } from "./valuations-dialog.tsx";

type Open =
  | { name: "publish"; begin?: Draft }
  | { name: "close" | "wind_down" | "valuations"; row: Row };

/** Strategies that are followed: their exposure, flows and values. Nobody types a value here. */
export default function CopyProductsScreen() {
  const t = useText("copyProducts");
  const shell = useText("shell");
  const lock = useLock()("manage_products");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const pages = usePages("/api/ops/copy-products", { limit: "50" });
  const publish = () => (lock === null ? setOpen({ name: "publish" }) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("publish"), run: publish }]);
  return (
    <Page
      title={t("title")}
      actions={
        <Button look="primary" keys="n" locked={lock} onClick={publish}>
          {t("publish")}
        </Button>
      }
    >
      <Notice tone="info">{t("no_value")}</Notice>
      <Panel title={t("title")} flush>
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(lock, setOpen)}
          rowKey={(row) => row.id}
          empty={t("empty")}
        />
      </Panel>
      <Consents lock={lock} onWrite={(begin) => setOpen({ name: "publish", begin })} />
      {open?.name === "publish" && <PublishDialog begin={open.begin} onClose={close} />}
      {open?.name === "close" && <CloseDialog row={open.row} onClose={close} />}
      {open?.name === "wind_down" && <WindDownDialog row={open.row} onClose={close} />}
      {open?.name === "valuations" && <ValuationsDialog row={open.row} onClose={close} />}
    </Page>
  );
}

function useColumns(lock: string | null, setOpen: (open: Open) => void): Column<Row>[] {
  const t = useText("copyProducts");
  return [
    {
      key: "name",
      head: t("name"),
      cell: (row) => (
        <Pair
          first={<strong>{inLanguage(row.names)}</strong>}
          second={`${t(`strategy_${row.strategy}`)} · ${row.pool}`}
        />
      ),
    },
    {
      key: "state",
      head: t("state"),
      cell: (row) => <Pair first={<State row={row} />} second={<At iso={row.valued_at} />} />,
    },
    { key: "actions", head: "", cell: (row) => <Acts row={row} lock={lock} setOpen={setOpen} /> },
    {
      key: "paid_in",
      head: t("paid_in"),
      end: true,
      cell: (row) => (
        <Pair
          first={moneyOf(row, row.paid_in)}
          second={t("followers_of", { count: String(row.followers) })}
          third={t("capacity_of", { amount: plain(row.capacity) })}
        />
      ),
    },
    {
      key: "value",
      head: t("value"),
      end: true,
      cell: (row) => (
        <Pair
          first={moneyOf(row, row.value)}
          second={t("of_it_house", { amount: plain(row.house_value) })}
          third={t("a_unit", { amount: displayDecimal(row.unit_value, 2, 4) })}
        />
      ),
    },
    {
      key: "exposure",
      head: t("exposure"),
      end: true,
      cell: ({ exposure }) => (
        <Pair
          first={t("exposure_long", { amount: plain(exposure.long) })}
          second={t("exposure_short", { amount: plain(exposure.short) })}
          third={t("exposure_money", { amount: plain(exposure.money) })}
        />
      ),
    },
    {
      key: "flows",
      head: t("next_at"),
      end: true,
      cell: (row) => (
        <Pair
          first={<At iso={row.next_at} />}
          second={t("waits_in", { amount: plain(row.waits_in) })}
          third={t("waits_out", { amount: plain(row.waits_out) })}
        />
      ),
    },
  ];
}

function plain(amount: string): string {
  return displayDecimal(amount, 0, 2);
}

function moneyOf({ type }: Row, amount: string): string {
  return `${plain(amount)} ${type.toUpperCase()}`;
}

type PairProps = { first: ReactNode; second: ReactNode; third?: ReactNode };

/** What belongs together stands in one column: the table has to fit beside the menu. */
function Pair({ first, second, third }: PairProps) {
  return (
    <span className={styles["pair"]}>
      <span>{first}</span>
      <small>{second}</small>
      {third !== undefined && <small>{third}</small>}
    </span>
  );
}

function State({ row }: { row: Row }) {
  const t = useText("copyProducts");
  if (row.suspended !== null) {
    return <Badge tone="waits">{t(`suspended_${row.suspended.cause}`)}</Badge>;
  }
  if (row.stopped_at !== null && row.ended_at === null) {
    return (
      <Badge tone="bad">
        {t("stopped")} {row.stopped_why}
      </Badge>
    );
  }
  return <Badge tone="quiet">{t(`state_${row.state}`)}</Badge>;
}

type ActsProps = { row: Row; lock: string | null; setOpen: (open: Open) => void };

function Acts({ row, lock, setOpen }: ActsProps) {
  const t = useText("copyProducts");
  const isLive = row.ended_at === null && row.winds_down_at === null;
  return (
    <span className={styles["acts"]}>
      <Button look="plain" onClick={() => setOpen({ name: "valuations", row })}>
        {t("valuations")}
      </Button>
      {isLive && row.closed_at === null && (
        <Button look="plain" locked={lock} onClick={() => setOpen({ name: "close", row })}>
          {t("close")}
        </Button>
      )}
      {isLive && (
        <Button look="plain" locked={lock} onClick={() => setOpen({ name: "wind_down", row })}>
          {t("wind_down")}
        </Button>
      )}
    </span>
  );
}
