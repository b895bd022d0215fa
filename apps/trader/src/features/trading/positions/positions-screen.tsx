import type { HeldStock } from "@sanshi/contract";
import { isMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { PullToRefresh, SegmentedControl, Tabs } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { AccountBanner } from "../../../shared/account-banner.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { MarginBanner } from "../../../shared/margin-banner.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, chosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import { useView, type View } from "./by-stock/view.ts";
import { AmendSheet } from "./amend-sheet.tsx";
import { CancelSheet } from "./cancel-sheet.tsx";
import { CloseSheet } from "./close-sheet.tsx";
import { MarginCard } from "./margin-card.tsx";
import { useFillToasts } from "./fill-toasts.ts";
import { ClosedList, FollowRecords, HoldingList, WaitingList } from "./lists.tsx";
import { refreshPositions, useClosedPositions, useHeldPositions } from "./positions-queries.ts";
import styles from "./positions-screen.module.css";
import { HeldSummary, ListWaiting, RealisedSummary, SummaryWaiting } from "./summary.tsx";
import type { WorkingOrder } from "./working-order.ts";

// Who looks at the list by opening only does without it.
const StockHoldingList = lazy(() => import("./by-stock/holding-list.tsx"));

const tabs = ["holding", "waiting", "closed", "new_shares", "follow"] as const;
type Tab = (typeof tabs)[number];
type OpenSheet =
  | { name: "close"; position: HeldStock }
  | { name: "cancel" | "amend"; order: WorkingOrder };
/** `stock` is the one whose row a link opens. */
type Place = { type: MarketKey; tab: Tab; stock?: string };

type ScreenProps = {
  /** The customer's subscriptions of a market. */
  newShares: (type: MarketKey) => ReactNode;
};

export default function PositionsScreen({ newShares }: ScreenProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const [{ type, tab, stock }, setPlace] = usePlace();
  const [view, setView] = useView(stock !== undefined);
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
              setPlace({ type: next, tab });
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
            onChange={(next) => setPlace({ type, tab: next })}
          />
        </div>
        <div className={styles["list"]}>
          {tab === "holding" && <ViewChoice view={view} onChange={setView} />}
          {byStock && (
            <Suspense fallback={<ListWaiting />}>
              <StockHoldingList key={`${type}:${stock ?? ""}`} type={type} stock={stock} />
            </Suspense>
          )}
          {((tab === "holding" && !byStock) || tab === "waiting") && (
            <Loaded query={held} waiting={<ListWaiting />}>
              {({ holding, waiting }) =>
                tab === "holding" ? (
                  <HoldingList
                    positions={holding}
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
          {tab === "follow" && <FollowRecords />}
        </div>
      </PullToRefresh>
      <CloseSheet position={sheet?.name === "close" ? sheet.position : null} onClose={leave} />
      <CancelSheet order={sheet?.name === "cancel" ? sheet.order : null} onClose={leave} />
      <AmendSheet order={sheet?.name === "amend" ? sheet.order : null} onClose={leave} />
    </Screen>
  );
}

type ViewChoiceProps = { view: View; onChange: (view: View) => void };

/** One row a stock, or one for each opening. */
function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const t = useText("holdings");
  return (
    <div className={styles["view"]}>
      <SegmentedControl
        label={t("view")}
        choices={[
          { value: "stock", label: t("view_stock") },
          { value: "order", label: t("view_order") },
        ]}
        value={view}
        onChange={onChange}
      />
    </div>
  );
}

type SummaryProps = Place & {
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
 * Market and tab stand in the address, so that a link leads to them, but a change is no new visit:
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
    const address = link(paths.positions(place));
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
  const place = { type: isMarketKey(type) ? type : chosenMarket(), tab: tab ?? "holding" };
  return stock === null ? place : { ...place, stock };
}
