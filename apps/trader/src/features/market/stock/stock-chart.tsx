import { Tabs } from "@sanshi/ui";
import { useEffect, useRef, useState, type RefObject } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText, type TextKey } from "../../../shared/text.ts";
import { CandleView, loadCandleChart } from "./candle-view.tsx";
import { chartViews, type ChartView } from "./chart-choice.ts";
import { useChartChoice } from "./chart-memory.ts";
import { ChartTools, TableToggle } from "./chart-tools.tsx";
import type { StockDetail, StockKey } from "./stock-queries.ts";
import { TimeShareView } from "./time-share-view.tsx";
import styles from "./stock-chart.module.css";

const idleLoadMs = 2500;

type StockChartProps = { stock: StockKey; detail: StockDetail | undefined };

/** The chart with its periods and tools; what is chosen is remembered. */
export function StockChart({ stock, detail }: StockChartProps) {
  const t = useText("stock");
  const [choice, choose] = useChartChoice(detail !== undefined);
  const [asTable, setAsTable] = useState(false);
  const tabs = useRef<HTMLDivElement>(null);
  useShowSelected(tabs, choice.view);
  useEffect(() => {
    const timer = window.setTimeout(
      () => void loadCandleChart().catch(() => undefined),
      idleLoadMs,
    );
    return () => window.clearTimeout(timer);
  }, []);
  const label = t("chart_of", {
    name: detail === undefined ? stock.code : inLanguage(detail.names),
    period: t(viewText(choice.view)),
  });
  const shared = { stock, detail, label, asTable };
  return (
    <section className={styles["section"]} aria-label={t("chart")}>
      <div className={styles["head"]}>
        <div ref={tabs} className={styles["tabs"]}>
          <Tabs
            label={t("period")}
            value={choice.view}
            onChange={(view) => choose({ ...choice, view })}
            choices={chartViews.map((view) => ({ value: view, label: t(viewText(view)) }))}
          />
        </div>
        <TableToggle asTable={asTable} onTable={setAsTable} />
      </div>
      <div role="tabpanel" aria-label={label}>
        {choice.view === "timeshare" ? (
          <TimeShareView {...shared} />
        ) : (
          <CandleView {...shared} view={choice.view} choice={choice} />
        )}
      </div>
      <ChartTools stock={stock} choice={choice} onChoose={choose} asTable={asTable} />
    </section>
  );
}

function viewText(view: ChartView): TextKey<"stock"> {
  if (view === "timeshare") return "timeshare";
  if (view === "1w" || view === "1mo" || view === "3mo" || view === "6mo") return `range_${view}`;
  return `period_${view}`;
}

/** Thirteen tabs are wider than a phone: the chosen one is scrolled to, without moving the page. */
function useShowSelected(tabs: RefObject<HTMLElement | null>, view: ChartView): void {
  useEffect(() => {
    const list = tabs.current?.querySelector<HTMLElement>("[role=tablist]");
    const selected = list?.querySelector<HTMLElement>("[aria-selected=true]");
    if (list === null || list === undefined || selected === null || selected === undefined) return;
    const left = selected.offsetLeft - list.offsetLeft;
    list.scrollTo({ left: left - (list.clientWidth - selected.offsetWidth) / 2 });
  }, [tabs, view]);
}
