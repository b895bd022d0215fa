import { isMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { EmptyState, PullToRefresh, SegmentedControl, Tabs } from "@sanshi/ui";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";
import { create } from "zustand";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { IndexCard, IndexCardWaiting, IndexLine } from "../../../shared/stock-list/index-card.tsx";
import { chooseMarket, useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { StockLine, StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import styles from "./market-screen.module.css";
import { metricOf, rankIndexes, rankings, rankStocks, type Ranking } from "./market-sorts.ts";
import { SessionLine } from "./session-line.tsx";

/** How often the order of the rankings is asked anew; the prices themselves are live. */
const orderMs = 30_000;
const statusMs = 30_000;

/** Kept while the app runs, so that a return finds the ranking that was left. */
const useRanking = create<{ ranking: Ranking }>(() => ({ ranking: "turnover" }));

export default function MarketScreen() {
  const t = useText("market");
  const shell = useText("shell");
  const market = useMarketOfPlace();
  const { ranking } = useRanking();
  return (
    <Screen title={t("title")} root quickLinks>
      <PullToRefresh
        onRefresh={() => refresh("/market/stocks", "/market/indexes", "/market/status")}
        texts={pullTexts()}
      >
        <div className={styles["head"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={market}
            onChange={chooseMarket}
          />
          <Session market={market} />
          <IndexCards market={market} />
        </div>
        <div className={styles["rankings"]}>
          <Tabs
            label={t("rankings")}
            choices={rankings.map((value) => ({ value, label: t(`by_${value}`) }))}
            value={ranking}
            onChange={(value) => useRanking.setState({ ranking: value })}
          />
        </div>
        {ranking === "indexes" ? <IndexRanking /> : <StockRanking market={market} sort={ranking} />}
      </PullToRefresh>
    </Screen>
  );
}

/** A link may name the market (`?type=usd`); afterwards the choice is the customer's again. */
function useMarketOfPlace(): MarketKey {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("type");
  useEffect(() => {
    if (asked === null) return;
    if (isMarketKey(asked)) chooseMarket(asked);
    setQuery({}, { replace: true });
  }, [asked, setQuery]);
  return useChosenMarket();
}

function Session({ market }: { market: MarketKey }) {
  const statuses = useCall("/market/status", {}, { quiet: true, refetchInterval: statusMs });
  return <SessionLine status={statuses.data?.find(({ type }) => type === market)} />;
}

/** The market's own indices side by side. Where they cannot be had, the list below says why. */
function IndexCards({ market }: { market: MarketKey }) {
  const indexes = useCall("/market/indexes", {}, { quiet: true, refetchInterval: orderMs });
  const rows = indexes.data?.filter(({ type }) => type === market);
  if (rows?.length === 0 || (rows === undefined && indexes.isError)) return null;
  return (
    <div className={styles["indexes"]} aria-busy={rows === undefined}>
      {rows?.map((row) => <IndexCard key={row.code} row={row} />) ?? (
        <>
          <IndexCardWaiting />
          <IndexCardWaiting />
        </>
      )}
    </div>
  );
}

type StockRankingProps = { market: MarketKey; sort: Exclude<Ranking, "indexes"> };

function StockRanking({ market, sort }: StockRankingProps) {
  const t = useText("market");
  const stocks = useCall(
    "/market/stocks",
    { type: market },
    { quiet: true, refetchInterval: orderMs },
  );
  const rows = stocks.data;
  const ranked = useMemo(() => (rows === undefined ? [] : rankStocks(rows, sort)), [rows, sort]);
  const metric = metricOf(sort);
  return (
    <section className={styles["list"]} aria-label={t(`by_${sort}`)}>
      <div className={styles["columns"]} aria-hidden="true">
        <span>{t("column_name")}</span>
        <span>{t(`column_price_${metric}`)}</span>
        <span className={styles["columnChange"]}>{t("column_change")}</span>
      </div>
      <Loaded query={stocks} waiting={<StockLinesWaiting count={10} />}>
        {() =>
          ranked.length === 0 ? (
            <EmptyState sentence={t("no_stocks")} />
          ) : (
            ranked.map((row, index) => (
              <StockLine
                key={row.code}
                row={row}
                metric={metric}
                {...(sort !== "code" && { rank: index + 1 })}
              />
            ))
          )
        }
      </Loaded>
    </section>
  );
}

function IndexRanking() {
  const t = useText("market");
  const indexes = useCall("/market/indexes", {}, { quiet: true, refetchInterval: orderMs });
  return (
    <section className={styles["list"]} aria-label={t("by_indexes")}>
      <div className={styles["columns"]} aria-hidden="true">
        <span>{t("column_index")}</span>
        <span>{t("column_level")}</span>
      </div>
      <Loaded query={indexes} waiting={<StockLinesWaiting count={6} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState sentence={t("no_indexes")} />
          ) : (
            rankIndexes(rows).map((row, index) => (
              <IndexLine key={`${row.type}${row.code}`} row={row} rank={index + 1} />
            ))
          )
        }
      </Loaded>
      <p className={styles["note"]}>{t("indexes_note")}</p>
    </section>
  );
}
