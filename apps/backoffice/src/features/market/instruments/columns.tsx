import type { Output } from "../../../shared/calls.ts";
import { link, paths } from "../../../app/paths.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { MenuButton } from "../../../shared/kit/menu-button.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { inLanguage } from "@sanshi/web/language";
import { useLock } from "../../../shared/may.ts";
import { useText, wordFor } from "../../../shared/text.ts";
import styles from "./instruments.module.css";
import { showLeverages } from "./leverages.ts";

export type Instrument = Output<"/api/ops/instruments">["items"][number];

/** What of an instrument is changed in a dialog of its own. */
export type Changed = "names" | "code" | "terms" | "offer" | "end";
type Change = (what: Changed, row: Instrument) => void;

export function useColumns(change: Change): Column<Instrument>[] {
  const t = useText("instruments");
  return [
    { key: "code", head: t("code"), cell: (row) => row.code },
    { key: "name", head: t("name"), grow: true, cell: (row) => <Named row={row} /> },
    { key: "exchange", head: t("exchange"), cell: (row) => row.exchange },
    {
      key: "sector",
      head: t("sector"),
      wide: true,
      cell: (row) => row.sector !== "" && wordFor("instruments", "sector_", row.sector),
    },
    {
      key: "lot",
      head: t("lot"),
      end: true,
      cell: (row) => (
        <>
          {row.feed !== null && row.feed.lot_size !== row.lot_size && (
            <Badge tone="active">{t("own")}</Badge>
          )}{" "}
          {row.lot_size}
        </>
      ),
    },
    {
      key: "leverage",
      head: t("leverage"),
      cell: (row) => (
        <Offered isOwn={row.leverages !== ""} offered={showLeverages(row.offered_leverages)} />
      ),
    },
    {
      key: "short",
      head: t("short"),
      cell: (row) => (
        <Offered
          isOwn={row.short_offered !== "market_rules"}
          offered={t(row.offered_short ? "offered" : "not_offered")}
        />
      ),
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) => <Actions row={row} change={change} />,
    },
  ];
}

/** Its name in the operator's language, and what is not usual about it. */
function Named({ row }: { row: Instrument }) {
  const t = useText("instruments");
  if (row.code === "") return <strong>{t("whole_market")}</strong>;
  if (row.names === null) return null;
  return (
    <>
      {inLanguage(row.names)}
      <span className={styles["tags"]}>
        {row.added_at !== null && <Badge tone="quiet">{t("added")}</Badge>}{" "}
        {row.lot_size === null && (
          <Badge tone="waits">{t("from_first_trade", { date: row.listed_on ?? "" })}</Badge>
        )}
        {!row.offered && <Badge tone="bad">{t("shelf_not_offered")}</Badge>}
      </span>
    </>
  );
}

/** What customers are offered; marked where an operator decided it, and not the market's rules. */
function Offered({ isOwn, offered }: { isOwn: boolean; offered: string }) {
  const t = useText("instruments");
  return (
    <>
      {offered} {isOwn && <Badge tone="active">{t("own")}</Badge>}
    </>
  );
}

function Actions({ row, change }: { row: Instrument; change: Change }) {
  const t = useText("instruments");
  const may = useLock()("manage_instruments");
  const isMarket = row.code === "";
  // What has had no trade yet is not known to the order path.
  const lock = may ?? (!isMarket && row.lot_size === null ? t("not_traded_yet") : null);
  return (
    <span className={styles["actions"]}>
      {!isMarket && (
        <ChangeOrPending pending={row.pending_terms} locked={lock} run={() => change("terms", row)}>
          {t("change_terms")}
        </ChangeOrPending>
      )}
      <ChangeOrPending pending={row.pending} locked={lock} run={() => change("offer", row)}>
        {t("change_offer")}
      </ChangeOrPending>
      {!isMarket && <ListingMenu locked={lock} change={(what) => change(what, row)} />}
    </span>
  );
}

/** What is rarely done, and concerns the listing itself. */
function ListingMenu({
  locked,
  change,
}: {
  locked: string | null;
  change: (what: "names" | "code" | "end") => void;
}) {
  const t = useText("instruments");
  return (
    <MenuButton label={t("listing_menu")} icon="list">
      {(close) =>
        (["names", "code", "end"] as const).map((what) => (
          <Button
            key={what}
            look="plain"
            locked={locked}
            onClick={() => {
              close();
              change(what);
            }}
          >
            {t(`change_${what}`)}
          </Button>
        ))
      }
    </MenuButton>
  );
}

type ChangeOrPendingProps = {
  pending: Instrument["pending"];
  locked: string | null;
  run: () => void;
  children: string;
};

/** Of one subject one proposal waits at a time: its place is the way to it. */
function ChangeOrPending({ pending, locked, run, children }: ChangeOrPendingProps) {
  const t = useText("instruments");
  if (pending === null) {
    return (
      <Button look="plain" locked={locked} onClick={run}>
        {children}
      </Button>
    );
  }
  return (
    <a href={link(paths.proposal(pending.proposal_id))}>
      <Badge tone="waits">
        {children} · {t("pending")}
      </Badge>
    </a>
  );
}
