import { isMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { PullToRefresh, SegmentedControl, Tabs } from "@sanshi/ui";
import { lazy, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText, withLaterTexts } from "../../../shared/text.ts";
import { IndexStrip } from "./index-strip.tsx";
import styles from "./market-screen.module.css";
import { chooseView, isMarketView, marketViews, useMarketView } from "./market-view.ts";
import { Rankings } from "./rankings.tsx";
import { SessionLine } from "./session-line.tsx";

// Each is opened by its own tab, and loaded then.
const HeatMap = lazy(() => withLaterTexts(() => import("./heat-map/heat-map.tsx")));
const Screener = lazy(() => withLaterTexts(() => import("./screener/screener.tsx")));
const MarketCalendar = lazy(() => withLaterTexts(() => import("./calendar/market-calendar.tsx")));

const statusMs = 30_000;

export default function MarketScreen() {
  const t = useText("market");
  const shell = useText("shell");
  usePlace();
  const market = useChosenMarket();
  const view = useMarketView();
  return (
    <Screen title={t("title")} root quickLinks>
      <PullToRefresh onRefresh={refreshAll} texts={pullTexts()}>
        <div className={styles["head"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={market}
            onChange={chooseMarket}
          />
          <Session market={market} />
          <IndexStrip market={market} />
        </div>
        <div className={styles["views"]}>
          <Tabs
            label={t("views")}
            spread
            choices={marketViews.map((value) => ({ value, label: t(`view_${value}`) }))}
            value={view}
            onChange={chooseView}
          />
        </div>
        <Suspense fallback={<div className={styles["waiting"]} aria-busy="true" />}>
          {view === "rankings" && <Rankings market={market} />}
          {view === "map" && <HeatMap market={market} />}
          {view === "screener" && <Screener market={market} />}
          {view === "calendar" && <MarketCalendar market={market} />}
        </Suspense>
      </PullToRefresh>
    </Screen>
  );
}

function refreshAll(): Promise<void> {
  return refresh(
    "/market/stocks",
    "/market/lines",
    "/market/figures",
    "/market/calendar",
    "/market/screens",
    "/market/indexes",
    "/market/status",
  );
}

/** A link may name the market and the view (`?type=usd&view=map`); afterwards both are the customer's again. */
function usePlace(): void {
  const [query, setQuery] = useSearchParams();
  const market = query.get("type");
  const view = query.get("view");
  useEffect(() => {
    if (market === null && view === null) return;
    if (market !== null && isMarketKey(market)) chooseMarket(market);
    if (isMarketView(view)) chooseView(view);
    setQuery({}, { replace: true });
  }, [market, view, setQuery]);
}

function Session({ market }: { market: MarketKey }) {
  const statuses = useCall("/market/status", {}, { quiet: true, refetchInterval: statusMs });
  return <SessionLine status={statuses.data?.find(({ type }) => type === market)} />;
}
