import { barTimeOf, groupFills, type Bar, type BarPeriod, type FillGroup } from "@sanshi/chart";
import type { CandleChartProps } from "@sanshi/chart/candle-chart";
import { displayDecimal, type MarketKey } from "@sanshi/money";
import { lazy, Suspense, useCallback, useState } from "react";
import { language } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import {
  barsInRange,
  candleSource,
  type CandleView as View,
  type ChartChoice,
} from "./chart-choice.ts";
import { ChartLegend, lookOf, type LegendCell } from "./chart-legend.tsx";
import { useCandles } from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartFailed, ChartWaiting } from "./chart-waiting.tsx";
import { fillsCell, FillsNote, useOwnFills, type OwnFills } from "./own-fills.tsx";
import {
  axisPrice,
  compactNumber,
  exchangeTime,
  priceDigits,
  signedPercent,
} from "./stock-figures-format.ts";
import { summaryOf, type ChartViewProps } from "./time-share-view.tsx";
import styles from "./stock-chart.module.css";

export const loadCandleChart = () => import("@sanshi/chart/candle-chart");
const CandleChart = lazy(async () => {
  const { CandleChart: Chart } = await loadCandleChart();
  return { default: Chart };
});

const chartHeight = 296;

/** What each market's readers look at: 5, 25 and 75 in Japan, 20, 50 and 200 in America. */
const averageLengths = { jp: [5, 25, 75], cn: [5, 10, 20], us: [20, 50, 200] } as const;

type Picked = { bar: Bar | null; fills: readonly FillGroup[] };
type CandleViewProps = ChartViewProps & { view: View; choice: ChartChoice };

/** The candles of a period or a range. */
export function CandleView({ stock, detail, label, asTable, view, choice }: CandleViewProps) {
  const t = useText("stock");
  const { period } = candleSource(view);
  const { query, bars, loadOlder } = useCandles(stock, view, choice.adjust);
  const own = useOwnFills(stock);
  const [{ bar: picked, fills }, setPicked] = useState<Picked>({ bar: null, fills: [] });
  const onPick = useCallback(
    (bar: Picked["bar"], there: Picked["fills"]) => setPicked({ bar, fills: there }),
    [],
  );
  const digits = priceDigits(detail?.tick ?? "0.01");
  const times = useTimes(stock.type, period);
  const fit = useFirstFit(view, query.data?.bars);
  if (query.data === undefined) {
    return (
      <>
        <ChartLegend cells={[]} />
        {query.isError ? (
          <ChartFailed height={chartHeight} query={query} />
        ) : (
          <ChartWaiting height={chartHeight} />
        )}
      </>
    );
  }
  if (asTable)
    return <BarTable label={label} bars={bars} digits={digits} own={own} formatTime={times.full} />;
  const newest = bars.at(-1);
  const shown = picked !== null && picked.time !== newest?.time ? picked : newest;
  return (
    <>
      <ChartLegend inColumns cells={legendOf(shown, bars, digits, times.full, t)} />
      <Suspense fallback={<ChartWaiting height={chartHeight} />}>
        <div className={styles["plot"]}>
          {" "}
          <CandleChart
            series={`${stock.type}:${stock.code} ${view} ${choice.adjust}`}
            period={period}
            bars={bars}
            more={query.data.more}
            loadOlder={loadOlder}
            fit={fit}
            main={choice.main}
            sub={choice.sub}
            averageLengths={averageLengths[language()]}
            priceDigits={digits}
            formatAxisTime={times.axis}
            formatCrosshairTime={times.full}
            formatVolume={compactNumber}
            label={detail === undefined ? label : `${label}. ${summaryOf(detail, t)}`}
            height={chartHeight}
            ownFills={own}
            onPick={onPick}
          />
          <FillsNote groups={fills} digits={digits} />
        </div>{" "}
      </Suspense>
    </>
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

function legendOf(
  bar: Bar | undefined,
  bars: readonly Bar[],
  digits: number,
  formatTime: (at: number) => string,
  t: ReturnType<typeof useText<"stock">>,
): readonly LegendCell[] {
  if (bar === undefined) return [];
  const before = bars.findLast((one) => one.time < bar.time)?.close ?? bar.open;
  const percent = before === 0 ? 0 : ((bar.close - before) / before) * 100;
  const price = (value: number) => ({
    value: axisPrice(value, digits),
    look: lookOf(value - before),
  });
  return [
    {
      key: "time",
      label: formatTime(bar.time),
      value: signedPercent(percent),
      look: lookOf(percent),
    },
    { key: "open", label: t("short_open"), ...price(bar.open) },
    { key: "high", label: t("short_high"), ...price(bar.high) },
    { key: "volume", label: t("short_volume"), value: compactNumber(bar.volume) },
    { key: "close", label: t("short_close"), ...price(bar.close) },
    { key: "low", label: t("short_low"), ...price(bar.low) },
  ];
}

type BarTableProps = {
  label: string;
  bars: readonly Bar[];
  digits: number;
  own: OwnFills;
  formatTime: (at: number) => string;
};

function BarTable({ label, bars, digits, own, formatTime }: BarTableProps) {
  const t = useText("stock");
  const times = bars.map((bar) => bar.time);
  const fills = groupFills(own.fills, ({ at }) => barTimeOf(times, at));
  const hasOwn = fills.size > 0;
  return (
    <ChartTable
      caption={label}
      columns={[
        t("date"),
        t("open"),
        t("high"),
        t("low"),
        t("close"),
        t("volume"),
        ...(hasOwn ? [t("own_fills")] : []),
      ]}
      count={bars.length}
      heightMin={chartHeight}
      row={(index) => {
        const bar = bars[bars.length - 1 - index];
        if (bar === undefined) return { key: index, cells: [] };
        const prices = [bar.open, bar.high, bar.low, bar.close];
        return {
          key: bar.time,
          cells: [
            formatTime(bar.time),
            ...prices.map((price) => axisPrice(price, digits)),
            displayDecimal(String(bar.volume), 0, 0),
            ...(hasOwn ? [fillsCell(fills.get(bar.time), digits, t)] : []),
          ],
        };
      }}
    />
  );
}
