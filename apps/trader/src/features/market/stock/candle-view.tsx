import type { Bar, BarPeriod, ComparedFigures, ComparedPoint, FillGroup } from "@sanshi/chart";
import type { CandleChartProps } from "@sanshi/chart/candle-chart";
import type { MarketKey } from "@sanshi/money";
import { directionOf } from "@sanshi/ui";
import { lazy, Suspense, useCallback, useState } from "react";
import { language } from "@sanshi/web/language";
import { useQuote } from "../../../shared/quotes.ts";
import { useText, withLaterTexts } from "../../../shared/text.ts";
import { BarTable } from "./bar-table.tsx";
import { legendOf } from "./candle-legend.ts";
import { barsAtFirst, barsInRange, candleSource, type CandleView as View } from "./chart-choice.ts";
import { useChartEvents } from "./chart-events.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { useChartLines } from "./chart-lines.ts";
import { useCandles } from "./chart-series.ts";
import type { ChartState } from "./chart-state.ts";
import { ChartFailed, ChartWaiting } from "./chart-waiting.tsx";
import { FillsNote, useOwnFills } from "./own-fills.tsx";
import { PlotFrame } from "./plot-frame.tsx";
import { axisPrice, compactNumber, exchangeTime, priceDigits } from "./stock-figures-format.ts";
import { useShowsExtended } from "./stock-queries.ts";
import { summaryOf, type ChartViewProps } from "./time-share-view.tsx";
import { useLater } from "./use-later.ts";

export const loadCandleChart = () => import("@sanshi/chart/candle-chart");
const CandleChart = lazy(async () => {
  const { CandleChart: Chart } = await loadCandleChart();
  return { default: Chart };
});
// What few have on their chart comes when it is there.
const DrawnLayer = lazy(async () => {
  const { DrawnLayer: Layer } = await withLaterTexts(() => import("./drawn-layer.tsx"));
  return { default: Layer };
});
const DrawHint = lazy(() => withLaterTexts(() => import("./draw-hint.tsx")));
const ExtendedNote = lazy(() => withLaterTexts(() => import("./extended-note.tsx")));
const ComparedLegend = lazy(async () => {
  const { ComparedLegend: Legend } = await withLaterTexts(() => import("./compared-legend.tsx"));
  return { default: Legend };
});

/** Later than everything that the first view of a stock needs. */
const linesMs = 2400;

/** What each market's readers look at: 5, 25 and 75 in Japan, 20, 50 and 200 in America. */
const averageLengths = { jp: [5, 25, 75], cn: [5, 10, 20], us: [20, 50, 200] } as const;

type Picked = { bar: Bar | null; fills: readonly FillGroup[] };
type CandleViewProps = ChartViewProps & { view: View; state: ChartState };

/** The candles of a period or a range, with what is drawn on them and what they are held against. */
export function CandleView(props: CandleViewProps) {
  const { stock, detail, label, asTable, full, view, state } = props;
  const t = useText("stock");
  const { choice, compared, drawing } = state;
  const { period } = candleSource(view);
  const lengths = averageLengths[language()];
  const limit = barsAtFirst(view, { main: choice.main, averageLengths: lengths });
  const showsExtended = useShowsExtended(detail) && isMinutes(period);
  const { query, bars, loadOlder } = useCandles(stock, view, choice.adjust, limit, showsExtended);
  // Bars that come between those on the screen are another series.
  const hasExtended = showsExtended && !query.isPlaceholderData;
  const own = useOwnFills(stock);
  const events = useChartEvents(stock);
  const [{ bar: picked, fills }, setPicked] = useState<Picked>({ bar: null, fills: [] });
  const onPick = useCallback(
    (bar: Picked["bar"], there: Picked["fills"]) => setPicked({ bar, fills: there }),
    [],
  );
  const [points, setPoints] = useState<readonly ComparedPoint[] | null>(null);
  const [figures, setFigures] = useState<ComparedFigures | null>(null);
  const drawn = useChartLines(stock, choice.adjust, useLater(linesMs) || drawing !== null);
  const quote = useQuote(stock.type, stock.code);
  const live = quote ?? detail;
  const digits = priceDigits(detail?.tick ?? "0.01");
  const times = useTimes(stock.type, period);
  const fit = useFirstFit(view, query.data?.bars);
  if (query.data === undefined) {
    return (
      <>
        <ChartLegend cells={[]} />
        <PlotFrame full={full}>
          {(height) =>
            query.isError ? (
              <ChartFailed height={height} query={query} />
            ) : (
              <ChartWaiting height={height} />
            )
          }
        </PlotFrame>
      </>
    );
  }
  if (asTable)
    return <BarTable label={label} bars={bars} digits={digits} own={own} formatTime={times.full} />;
  const newest = bars.at(-1);
  const shown = picked !== null && picked.time !== newest?.time ? picked : newest;
  const isDrawn = drawing !== null || drawn.lines.length > 0;
  return (
    <>
      {drawing === null ? (
        <ChartLegend inColumns cells={legendOf(shown, bars, digits, times.full, t)} />
      ) : (
        <Suspense fallback={<ChartLegend cells={[]} />}>
          <DrawHint drawing={drawing} hasLines={drawn.lines.length > 0} />
        </Suspense>
      )}
      {compared !== null && (
        <Suspense fallback={null}>
          <ComparedLegend
            key={`${compared.type}:${compared.code}`}
            compared={compared}
            view={view}
            adjust={choice.adjust}
            own={detail?.names ?? null}
            figures={figures}
            formatTime={times.full}
            onPoints={setPoints}
            onStop={() => state.setCompared(null)}
          />
        </Suspense>
      )}
      <PlotFrame full={full}>
        {(height) => (
          <>
            <Suspense fallback={<ChartWaiting height={height} />}>
              <CandleChart
                series={`${stock.type}:${stock.code} ${view} ${choice.adjust} ${limit} ${hasExtended}`}
                period={period}
                bars={bars}
                more={query.data.more}
                loadOlder={loadOlder}
                fit={fit}
                main={choice.main}
                sub={choice.sub}
                averageLengths={lengths}
                custom={language() === "cn" ? "chinese" : "western"}
                macdNames={[t("macd_line"), t("macd_signal"), t("macd_histogram")]}
                volumeName={t("volume")}
                priceDigits={digits}
                direction={directionOf(live?.change ?? "0")}
                formatAxisTime={times.axis}
                formatCrosshairTime={times.full}
                formatVolume={compactNumber}
                formatPrice={(price) => axisPrice(price, digits)}
                label={detail === undefined ? label : `${label}. ${summaryOf(detail, t)}`}
                height={height}
                ownFills={own}
                events={events}
                onPick={onPick}
                compared={compared === null ? null : points}
                onCompared={setFigures}
                layer={
                  isDrawn
                    ? (plot) => (
                        <Suspense fallback={null}>
                          <DrawnLayer plot={plot} drawn={drawn} digits={digits} state={state} />
                        </Suspense>
                      )
                    : null
                }
              />
              <FillsNote groups={fills} digits={digits} />
            </Suspense>
            {showsExtended && <NoteUnderChart />}
          </>
        )}
      </PlotFrame>
    </>
  );
}

/** A chart that waited for it would be hidden, and come back without its indicators. */
function NoteUnderChart() {
  return (
    <Suspense fallback={null}>
      <ExtendedNote />
    </Suspense>
  );
}

/** Counted once, when the bars come: a minute later the chart must not zoom by itself. */
function useFirstFit(view: View, bars: readonly Bar[] | undefined): number | null {
  const [first, setFirst] = useState<{ view: View; fit: number | null } | null>(null);
  if (first?.view === view) return first.fit;
  if (bars === undefined) return null;
  const fit = barsInRange(view, bars);
  setFirst({ view, fit });
  return fit;
}

type Times = { axis: CandleChartProps["formatAxisTime"]; full: (at: number) => string };

function useTimes(market: MarketKey, period: BarPeriod): Times {
  const axis = useCallback(
    (at: number) => exchangeTime(at, market, axisShape(period)),
    [market, period],
  );
  const full = useCallback(
    (at: number) =>
      exchangeTime(at, market, isMinutes(period) ? "axisDateTime" : axisShape(period)),
    [market, period],
  );
  return { axis, full };
}

function isMinutes(period: BarPeriod): boolean {
  return period.endsWith("m");
}

function axisShape(period: BarPeriod) {
  if (isMinutes(period)) return "axisDateTime";
  if (period === "month") return "month";
  return period === "year" ? "year" : "date";
}
