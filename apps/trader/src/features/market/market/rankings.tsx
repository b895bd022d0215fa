import type { CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { EmptyState, Tabs } from "@sanshi/ui";
import { language } from "@sanshi/web/language";
import { useMemo } from "react";
import { create } from "zustand";
import { compactFigure } from "../../../shared/compact-figure.ts";
import { Illustration } from "../../../shared/illustration.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { IndexLine } from "../../../shared/stock-list/index-card.tsx";
import { StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { useText } from "../../../shared/text.ts";
import { listMs } from "./list-interval.ts";
import { MarketLine } from "./market-line.tsx";
import styles from "./market-screen.module.css";
import { metricOf, rankIndexes, rankings, rankStocks, type Ranking } from "./market-sorts.ts";
import { useDayLines } from "./use-day-lines.ts";

/** Kept while the app runs, so that a return finds the ranking that was left. */
const useRanking = create<{ ranking: Ranking }>(() => ({ ranking: "turnover" }));

export function Rankings({ market }: { market: MarketKey }) {
  const t = useText("market");
  const { ranking } = useRanking();
  return (
    <>
      <div className={styles["rankings"]}>
        <Tabs
          label={t("rankings")}
          choices={rankings.map((value) => ({ value, label: t(`by_${value}`) }))}
          value={ranking}
          onChange={(value) => useRanking.setState({ ranking: value })}
        />
      </div>
      {ranking === "indexes" ? <IndexRanking /> : <StockRanking market={market} sort={ranking} />}
    </>
  );
}

type StockRankingProps = { market: MarketKey; sort: Exclude<Ranking, "indexes"> };

function StockRanking({ market, sort }: StockRankingProps) {
  const t = useText("market");
  const stocks = useCall(
    "/market/stocks",
    { type: market },
    { quiet: true, refetchInterval: listMs },
  );
  const lines = useDayLines(market);
  const rows = stocks.data;
  const ranked = useMemo(() => (rows === undefined ? [] : rankStocks(rows, sort)), [rows, sort]);
  const metric = metricOf(sort);
  return (
    <section
      className={styles["list"]}
      aria-label={t(`by_${sort}`)}
      data-ready={rows === undefined ? undefined : "market"}
    >
      <Loaded query={stocks} waiting={<StockLinesWaiting count={10} shape="dense" />}>
        {() =>
          ranked.length === 0 ? (
            <EmptyState picture={<Illustration name="stocks" />} sentence={t("no_stocks")} />
          ) : (
            ranked.map((row, index) => (
              <MarketLine
                key={row.code}
                row={row}
                changes={lines.changesOf(row.code)}
                points={lines.points}
                detail={(quote) => compactFigure(quote[metric], language())}
                rank={sort === "code" ? undefined : index + 1}
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
  const indexes = useCall("/market/indexes", {}, { quiet: true, refetchInterval: listMs });
  return (
    <section className={styles["list"]} aria-label={t("by_indexes")}>
      <Loaded query={indexes} waiting={<StockLinesWaiting count={6} />}>
        {(rows: CallOutput<Calls["/market/indexes"]>) =>
          rows.length === 0 ? (
            <EmptyState picture={<Illustration name="indexes" />} sentence={t("no_indexes")} />
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
