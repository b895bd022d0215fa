import type { MarketKey } from "@sanshi/money";
import { EmptyState, Icon, PullToRefresh } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { IndexCard, IndexCardWaiting } from "../../../shared/stock-list/index-card.tsx";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { StockLine, StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { AssetsCard } from "./assets-card.tsx";
import { Entries } from "./entries.tsx";
import { FirstSteps } from "./first-steps-card.tsx";
import styles from "./home-screen.module.css";
import netAssets from "./net-assets-card.module.css";
import { indebtedMarkets } from "./net-assets.ts";
import { WatchStrip } from "./watch-strip.tsx";

// Only those who owe something can have one.
const MarginBanner = lazy(async () => {
  const { MarginBanner: Banner } = await import("../../../shared/margin-banner.tsx");
  return { default: Banner };
});

// Only a restricted account has one.
const AccountBanner = lazy(async () => {
  const { AccountBanner: Banner } = await import("../../../shared/account-banner.tsx");
  return { default: Banner };
});

// Its chart is further down than anything that the first view needs.
const NetAssetsCard = lazy(() => import("./net-assets-card.tsx"));

const listMs = 30_000;
const lowerHalfMs = 600;
const hotShown = 8;

export default function HomeScreen() {
  const t = useText("home");
  const market = useChosenMarket();
  // The one figure comes first; what stands further down is asked when it is there.
  const assets = useCall("/user/assets", {}, { quiet: true });
  const answered = assets.isFetched;
  const later = useLater(answered);
  const restricted = useIsRestricted();
  return (
    <Screen title={t("title")} root quickLinks>
      <PullToRefresh
        onRefresh={() =>
          refresh(
            "/user/assets",
            "/user/net-assets",
            "/market/indexes",
            "/market/hot",
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
          <AssetsCard market={market} />
          <FirstSteps />
          <Entries />
          <IndexStrip market={market} enabled={answered} />
          <WatchStrip enabled={later} />
          <div className={netAssets["place"]}>
            {later && (
              <Suspense fallback={null}>
                <NetAssetsCard market={market} />
              </Suspense>
            )}
          </div>
          <HotStocks market={market} enabled={later} />
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
function useLater(started: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!started) return;
    const timer = window.setTimeout(() => setLater(true), lowerHalfMs);
    return () => window.clearTimeout(timer);
  }, [started]);
  return later;
}

type SectionProps = { market: MarketKey; enabled: boolean };

/** All indices in one row that is swiped, the chosen market's first. */
function IndexStrip({ market, enabled }: SectionProps) {
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

function HotStocks({ market, enabled }: SectionProps) {
  const t = useText("home");
  const shell = useText("shell");
  const hot = useCall(
    "/market/hot",
    { type: market },
    { quiet: true, enabled, refetchInterval: listMs },
  );
  return (
    <section className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>{t("hot_stocks", { market: shell(`market_${market}`) })}</h2>
        <a className={styles["more"]} href={link(paths.market())}>
          {t("see_rankings")}
          <Icon name="chevron" size={16} />
        </a>
      </div>
      <div className={styles["list"]}>
        <Loaded query={hot} waiting={<StockLinesWaiting count={hotShown} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState sentence={t("no_hot_stocks")} />
            ) : (
              rows
                .slice(0, hotShown)
                .map((row) => <StockLine key={row.code} row={row} metric="turnover" />)
            )
          }
        </Loaded>
      </div>
    </section>
  );
}
