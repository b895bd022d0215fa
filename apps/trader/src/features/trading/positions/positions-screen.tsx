import type { HeldStock } from "@sanshi/contract";
import { isMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { PullToRefresh, SegmentedControl, Tabs } from "@sanshi/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { AccountBanner } from "../../../shared/account-banner.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { MarginBanner } from "../../../shared/margin-banner.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, chosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import { StockHoldingList } from "./by-stock/holding-list.tsx";
import { useSort, useView } from "./by-stock/view.ts";
import { readFilter, type Filter } from "./arranging.ts";
import { AmendSheet } from "./amend-sheet.tsx";
import { CancelSheet } from "./cancel-sheet.tsx";
import { CloseSheet } from "./close-sheet.tsx";
import { MarginCard } from "./margin-card.tsx";
import { useFillToasts } from "./fill-toasts.ts";
import { ListTools } from "./list-tools.tsx";
import { ClosedList, HoldingList, WaitingList } from "./lists.tsx";
import { refreshPositions, useClosedPositions, useHeldPositions } from "./positions-queries.ts";
import styles from "./positions-screen.module.css";
import { HeldSummary, ListWaiting, RealisedSummary, SummaryWaiting } from "./summary.tsx";
import type { WorkingOrder } from "./working-order.ts";

const tabs = ["holding", "waiting", "closed", "new_shares", "follow"] as const;
type Tab = (typeof tabs)[number];
type OpenSheet =
  | { name: "close"; position: HeldStock }
  | { name: "cancel" | "amend"; order: WorkingOrder };
/** `stock` is the one whose row a link opens. */
type Place = { type: MarketKey; tab: Tab; stock?: string; filter: Filter };

type ScreenProps = {
  /** The customer's subscriptions of a market. */
  newShares: (type: MarketKey) => ReactNode;
  /** The strategies that the customer follows there. */
  followings: (type: MarketKey) => ReactNode;
};

export default function PositionsScreen({ newShares, followings }: ScreenProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const [{ type, tab, stock, filter }, setPlace] = usePlace();
  const [view, setView] = useView(stock !== undefined);
  const [sort, setSort] = useSort();
  const arrangement = { sort, filter };
  const showAll = () => setPlace({ type, tab, filter: "all" });
  const byStock = tab === "holding" && view === "stock";
  const held = useHeldPositions(type);
  const closed = useClosedPositions(type, tab === "closed");
  useFillToasts([
    ...(held.data?.holding ?? []),
    ...(held.data?.waiting.map(({ position }) => position) ?? []),
  ]);
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const cancel = (order: WorkingOrder) => setSheet({ name: "cancel", order });
  const amend = (order: WorkingOrder) => setSheet({ name: "amend", order });
  const leave = () => setSheet(null);
  const counts: Partial<Record<Tab, number>> = {
    holding: held.data?.holding.length ?? 0,
    waiting: held.data?.waiting.length ?? 0,
  };
  return (
    <Screen title={t("title")} root quickLinks>
      <PullToRefresh onRefresh={refreshPositions} texts={pullTexts()}>
        <div className={styles["markets"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={type}
            onChange={(next) => {
              chooseMarket(next);
              setPlace({ type: next, tab, filter });
            }}
          />
        </div>
        <AccountBanner />
        <MarginBanner type={type} here="positions" />
        <Summary tab={tab} type={type} held={held} closed={closed} />
        {tab !== "closed" && <MarginCard type={type} />}
        <div className={styles["tabs"]}>
          <Tabs
            label={t("tabs")}
            choices={tabs.map((one) => ({
              value: one,
              label: (counts[one] ?? 0) > 0 ? `${t(`tab_${one}`)} ${counts[one]}` : t(`tab_${one}`),
            }))}
            value={tab}
            onChange={(next) => setPlace({ type, tab: next, filter })}
          />
        </div>
        <div className={styles["list"]}>
          {tab === "holding" && (
            <ListTools
              view={view}
              onView={setView}
              arrangement={arrangement}
              onArrange={(changed) => {
                if (changed.sort !== undefined) setSort(changed.sort);
                if (changed.filter !== undefined) setPlace({ type, tab, filter: changed.filter });
              }}
            />
          )}
          {byStock && (
            <StockHoldingList
              key={`${type}:${stock ?? ""}`}
              type={type}
              stock={stock}
              arrangement={arrangement}
              onShowAll={showAll}
            />
          )}
          {((tab === "holding" && !byStock) || tab === "waiting") && (
            <Loaded query={held} waiting={<ListWaiting />}>
              {({ holding, waiting }) =>
                tab === "holding" ? (
                  <HoldingList
                    positions={holding}
                    arrangement={arrangement}
                    onShowAll={showAll}
                    onClose={(position) => setSheet({ name: "close", position })}
                    onCancel={cancel}
                  />
                ) : (
                  <WaitingList orders={waiting} onAmend={amend} onCancel={cancel} />
                )
              }
            </Loaded>
          )}
          {tab === "closed" && (
            <Loaded query={closed} waiting={<ListWaiting />}>
              {({ items, realisedProfit }) => (
                <ClosedList positions={items} realisedProfit={realisedProfit} />
              )}
            </Loaded>
          )}
          {tab === "new_shares" && <div className={styles["newShares"]}>{newShares(type)}</div>}
          {tab === "follow" && <div className={styles["newShares"]}>{followings(type)}</div>}
        </div>
      </PullToRefresh>
      <CloseSheet position={sheet?.name === "close" ? sheet.position : null} onClose={leave} />
      <CancelSheet order={sheet?.name === "cancel" ? sheet.order : null} onClose={leave} />
      <AmendSheet order={sheet?.name === "amend" ? sheet.order : null} onClose={leave} />
    </Screen>
  );
}

type SummaryProps = Pick<Place, "tab" | "type"> & {
  held: ReturnType<typeof useHeldPositions>;
  closed: ReturnType<typeof useClosedPositions>;
};

/** The figure of the list below it; where that could not be had, the list says so and this is silent. */
function Summary({ tab, type, held, closed }: SummaryProps) {
  const query = tab === "closed" ? closed : held;
  if (query.data === undefined) return query.isError ? null : <SummaryWaiting />;
  if (tab === "closed") {
    return closed.data && <RealisedSummary type={type} closed={closed.data} />;
  }
  return held.data && <HeldSummary type={type} held={held.data} />;
}

/**
 * Market, tab and filter stand in the address, so that a link leads to them, but a change is no new visit:
 * the way back and the place in the list stay as they are.
 */
function usePlace(): [Place, (place: Place) => void] {
  const { search, key } = useLocation();
  // An address that is typed over comes with the same key.
  const visit = key + search;
  const [arrival, setArrival] = useState(visit);
  const [place, setPlace] = useState<Place>(() => placeOf(search));
  if (arrival !== visit) {
    setArrival(visit);
    setPlace(placeOf(search));
  }
  useEffect(() => {
    const { filter, ...rest } = place;
    const address = link(
      paths.positions({ ...rest, filter: filter === "all" ? undefined : filter }),
    );
    if (window.location.hash !== address && window.location.hash.startsWith("#/position/index")) {
      window.history.replaceState(window.history.state, "", address);
    }
  }, [place]);
  return [place, setPlace];
}

function placeOf(search: string): Place {
  const query = new URLSearchParams(search);
  const type = query.get("type") ?? "";
  const tab = tabs.find((one) => one === query.get("tab"));
  const stock = query.get("stock");
  const place = {
    type: isMarketKey(type) ? type : chosenMarket(),
    tab: tab ?? "holding",
    filter: readFilter(query.get("filter")),
  };
  return stock === null ? place : { ...place, stock };
}
