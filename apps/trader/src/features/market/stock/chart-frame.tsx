import { Tabs, classNames } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { lazy, Suspense, useEffect, useRef, type ReactNode, type RefObject } from "react";
import { useText, withLaterTexts, type TextKey } from "../../../shared/text.ts";
import { CandleView } from "./candle-view.tsx";
import { chartViews, type ChartView } from "./chart-choice.ts";
import { ChartIcon } from "./chart-icon.tsx";
import type { ChartState } from "./chart-state.ts";
import { ChartTools, TableToggle } from "./chart-tools.tsx";
import type { StockDetail, StockKey } from "./stock-queries.ts";
import { TimeShareView } from "./time-share-view.tsx";
import styles from "./stock-chart.module.css";

const DrawStrip = lazy(() => withLaterTexts(() => import("./draw-strip.tsx")));

type ChartFrameProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  state: ChartState;
  full: boolean;
  /** Where another one shows the chart meanwhile, this one keeps its place. */
  isResting?: boolean;
  /** What stands before the periods. */
  lead?: ReactNode;
  onFull?: () => void;
};

/** The chart with its periods and tools. */
export function ChartFrame(props: ChartFrameProps) {
  const { stock, detail, state, full, lead, onFull } = props;
  const t = useText("stock");
  const { choice, choose, asTable, setAsTable, drawing } = state;
  const tabs = useRef<HTMLDivElement>(null);
  useShowSelected(tabs, choice.view);
  const label = chartLabel(stock, detail, t(viewText(choice.view)), t);
  const shared = { stock, detail, label, asTable, full };
  const isDrawing = drawing !== null && choice.view !== "timeshare" && !asTable;
  return (
    <section
      className={classNames(styles["section"], full && styles["full"])}
      aria-label={t("chart")}
    >
      <div className={styles["head"]}>
        {lead}
        <div ref={tabs} className={styles["tabs"]}>
          <Tabs
            label={t("period")}
            value={choice.view}
            onChange={(view) => choose({ ...choice, view })}
            choices={chartViews.map((view) => ({ value: view, label: t(viewText(view)) }))}
          />
        </div>
        <TableToggle asTable={asTable} onTable={setAsTable} />
        {onFull !== undefined && (
          <button
            type="button"
            className={styles["toggle"]}
            aria-label={t("full_screen")}
            title={t("full_screen")}
            aria-haspopup="dialog"
            onClick={onFull}
          >
            <ChartIcon name="expand" />
          </button>
        )}
      </div>
      <div role="tabpanel" aria-label={label} className={styles["panel"]}>
        {props.isResting === true ? (
          <div className={styles["resting"]} />
        ) : choice.view === "timeshare" ? (
          <TimeShareView {...shared} />
        ) : (
          <CandleView {...shared} view={choice.view} state={state} />
        )}
      </div>
      {isDrawing ? (
        <Suspense fallback={<div className={styles["tools"]} />}>
          <DrawStrip stock={stock} detail={detail} drawing={drawing} state={state} />
        </Suspense>
      ) : (
        <ChartTools stock={stock} state={state} />
      )}
    </section>
  );
}

function chartLabel(
  stock: StockKey,
  detail: StockDetail | undefined,
  period: string,
  t: ReturnType<typeof useText<"stock">>,
): string {
  return t("chart_of", {
    name: detail === undefined ? stock.code : inLanguage(detail.names),
    period,
  });
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
