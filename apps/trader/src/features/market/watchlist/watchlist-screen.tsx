import type { StockRow } from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import {
  classNames,
  EmptyState,
  Icon,
  LinkButton,
  PullToRefresh,
  SegmentedControl,
} from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { link, paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { StockLine, StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { removeSoon, settleRemoval, shownRows, undoRemoval, useRemoved } from "./removal.ts";
import styles from "./watchlist-screen.module.css";

type Filter = MarketKey | "all";

/** Kept while the app runs, so that a return finds the same part of the list. */
const useFilter = create<{ filter: Filter }>(() => ({ filter: "all" }));

export default function WatchlistScreen() {
  const t = useText("watchlist");
  const shell = useText("shell");
  const { filter } = useFilter();
  const [editing, setEditing] = useState(false);
  const watchlist = useCall("/market/watchlist", {}, { quiet: true });
  const removed = useRemoved();
  useSettledOnLeaving();
  const rows = shownRows(watchlist.data ?? [], removed, "all");
  return (
    <Screen
      title={t("title")}
      actions={
        <>
          {rows.length > 0 && (
            <button
              type="button"
              className={styles["edit"]}
              aria-pressed={editing}
              onClick={() => setEditing(!editing)}
            >
              {editing ? t("done") : t("edit")}
            </button>
          )}
          <a className={styles["add"]} href={link(paths.search)} aria-label={t("add")}>
            <Icon name="plus" />
          </a>
        </>
      }
    >
      <PullToRefresh onRefresh={() => refresh("/market/watchlist")} texts={pullTexts()}>
        <div className={styles["head"]}>
          <SegmentedControl
            label={t("filter")}
            choices={[
              { value: "all" as Filter, label: t("all") },
              ...marketKeys.map((key) => ({ value: key as Filter, label: shell(`market_${key}`) })),
            ]}
            value={filter}
            onChange={(chosen) => useFilter.setState({ filter: chosen })}
          />
        </div>
        <Loaded query={watchlist} waiting={<Waiting />}>
          {() => <Rows rows={shownRows(rows, null, filter)} filter={filter} editing={editing} />}
        </Loaded>
      </PullToRefresh>
      {removed !== null && <UndoBar row={removed} />}
    </Screen>
  );
}

/** What was taken off is told to the server when the screen closes, or the page goes away. */
function useSettledOnLeaving(): void {
  useEffect(() => {
    const onHidden = () => {
      if (document.hidden) settleRemoval();
    };
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      settleRemoval();
    };
  }, []);
}

function Waiting() {
  return (
    <div className={styles["list"]}>
      <StockLinesWaiting count={8} />
    </div>
  );
}

type RowsProps = { rows: readonly StockRow[]; filter: Filter; editing: boolean };

function Rows({ rows, filter, editing }: RowsProps) {
  const t = useText("watchlist");
  const shell = useText("shell");
  if (rows.length === 0) {
    return (
      <EmptyState
        picture={<Illustration name="watchlist" />}
        sentence={
          filter === "all" ? t("empty") : t("empty_market", { market: shell(`market_${filter}`) })
        }
      >
        <LinkButton href={link(filter === "all" ? paths.search : paths.market({ type: filter }))}>
          {filter === "all" ? t("find_stocks") : t("see_rankings")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className={styles["list"]}>
      {rows.map((row) => (
        <SwipedRow key={`${row.type}${row.code}`} row={row} editing={editing} filter={filter} />
      ))}
    </div>
  );
}

/** Swiped to the left it shows the button that takes it off: the browser's own scrolling moves it. */
function SwipedRow({ row, editing, filter }: { row: StockRow; editing: boolean; filter: Filter }) {
  const t = useText("watchlist");
  const name = inLanguage(row.names);
  return (
    <div className={classNames(styles["swiped"], editing && styles["still"])}>
      <div className={styles["front"]}>
        <StockLine
          row={row}
          badge={filter === "all"}
          metric="turnover"
          shape={editing ? "stacked" : "wide"}
          before={
            editing && (
              <button
                type="button"
                className={styles["remove"]}
                aria-label={t("remove_stock", { name })}
                onClick={() => removeSoon(row)}
              >
                <span className={styles["minus"]}>
                  <Icon name="minus" size={16} />
                </span>
              </button>
            )
          }
        />
      </div>
      {!editing && (
        <button
          type="button"
          className={styles["behind"]}
          aria-label={t("remove_stock", { name })}
          onClick={() => removeSoon(row)}
        >
          {t("remove")}
        </button>
      )}
    </div>
  );
}

function UndoBar({ row }: { row: StockRow }) {
  const t = useText("watchlist");
  return (
    <div className={styles["undo"]} role="status">
      <span>{t("removed", { name: inLanguage(row.names) })}</span>
      <button type="button" onClick={undoRemoval}>
        {t("undo")}
      </button>
    </div>
  );
}
