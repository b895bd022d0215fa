import type { MarketKey } from "@sanshi/money";
import { PullToRefresh } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { IndexCard, IndexCardWaiting } from "../../../shared/stock-list/index-card.tsx";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText, withLaterTexts } from "../../../shared/text.ts";
import { AssetsCard } from "./assets-card.tsx";
import { Entries } from "./entries.tsx";
import { FirstSteps } from "./first-steps-card.tsx";
import styles from "./home-screen.module.css";
import { Movers } from "./movers.tsx";
import { indebtedMarkets } from "./net-assets.ts";
import { useAssets } from "./use-assets.ts";
import { useOwnHome } from "./use-own-home.ts";
import { WatchStrip } from "./watch-strip.tsx";

// Only those who owe something can have one.
const MarginBanner = lazy(async () => {
  const { MarginBanner: Banner } = await withLaterTexts(
    () => import("../../../shared/margin-banner.tsx"),
  );
  return { default: Banner };
});

// Only a restricted account has one.
const AccountBanner = lazy(async () => {
  const { AccountBanner: Banner } = await withLaterTexts(
    () => import("../../../shared/account-banner.tsx"),
  );
  return { default: Banner };
});

const listMs = 30_000;
const lowerHalfMs = 600;
/** Once the one figure is painted. */
const indexesMs = 50;

export default function HomeScreen() {
  const t = useText("home");
  const market = useChosenMarket();
  // The one figure comes first; what stands further down is asked when it is there.
  const assets = useAssets();
  const answered = assets.isFetched;
  const soon = useLater(answered, indexesMs);
  const later = useLater(answered, lowerHalfMs);
  useOwnHome(later);
  const restricted = useIsRestricted();
  // On the first day they stand in the card, where the course will be.
  const isEarlier = assets.data !== undefined && assets.data.total?.day?.first_day !== true;
  return (
    <Screen title={t("title")} root quickLinks>
      <PullToRefresh
        onRefresh={() =>
          refresh(
            "/user/assets",
            "/user/net-assets",
            "/market/indexes",
            "/market/stocks",
            "/market/watchlist",
          )
        }
        texts={pullTexts()}
      >
        <div className={styles["page"]} data-ready={assets.isSuccess ? "home" : undefined}>
          <Suspense fallback={null}>
            {restricted && <AccountBanner />}
            {indebtedMarkets(assets.data).map((type) => (
              <MarginBanner key={type} type={type} />
            ))}
          </Suspense>
          <AssetsCard later={later} />
          <Entries />
          {isEarlier && <FirstSteps />}
          <IndexStrip market={market} enabled={soon} />
          <WatchStrip enabled={later} />
          <Movers market={market} enabled={later} />
        </div>
      </PullToRefresh>
    </Screen>
  );
}

/** By what the header's bell asks for a moment later. */
function useIsRestricted(): boolean {
  const { data } = useCall("/user/getUserinfo", {}, { quiet: true, enabled: false });
  return data !== undefined && data.state !== "active";
}

/** True a moment after `started`: on a slow line the lower half must not delay the upper one. */
function useLater(started: boolean, ms: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!started) return;
    const timer = window.setTimeout(() => setLater(true), ms);
    return () => window.clearTimeout(timer);
  }, [started, ms]);
  return later;
}

/** All indices in one row that is swiped, the chosen market's first. */
function IndexStrip({ market, enabled }: { market: MarketKey; enabled: boolean }) {
  const t = useText("home");
  const indexes = useCall("/market/indexes", {}, { quiet: true, enabled, refetchInterval: listMs });
  const rows = indexes.data?.toSorted(
    (a, b) => Number(b.type === market) - Number(a.type === market),
  );
  if (indexes.isError && rows === undefined) return null;
  return (
    <section aria-label={t("indexes")}>
      <div className={styles["strip"]} aria-busy={rows === undefined} tabIndex={0}>
        {rows?.map((row) => (
          <div key={`${row.type}${row.code}`} className={styles["card"]}>
            <IndexCard row={row} />
          </div>
        )) ??
          [1, 2, 3].map((place) => (
            <div key={place} className={styles["card"]}>
              <IndexCardWaiting />
            </div>
          ))}
      </div>
    </section>
  );
}
