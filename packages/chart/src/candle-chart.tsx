import { dispose, init, type Chart, type DataLoader, type KLineData } from "klinecharts";
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import type { Bar, BarPeriod } from "./bars.ts";
import type { ComparedFigures, ComparedPoint } from "./comparison.ts";
import { priceAxis } from "./price-axis.ts";
import { candleStyles, onTokensChange, tagStyles } from "./candle-styles.ts";
import type { MainIndicator, SubIndicator } from "./indicators.ts";
import type { IndicatorCustom } from "./indicator-lengths.ts";
import type { MacdNames } from "./sub-indicators.ts";
import type { EventMark } from "./event-marks.ts";
import { shadeExtended } from "./extended-bars.ts";
import { isExtended } from "./regular-only.ts";
import { markExtremes } from "./extremes.ts";
import type { FillGroup } from "./fill-marks.ts";
import { fillsOfBar, type OwnFills } from "./own-fills.ts";
import type { Plot } from "./plot.ts";
import { useComparison, usePlot } from "./use-layers.ts";
import { leaveUprightDragsToPage } from "./page-scroll.ts";
import { textScale } from "./text-scale.ts";
import { tagDirection, type Direction } from "./tag-direction.ts";
import { useIndicators } from "./use-indicators.ts";
import styles from "./candle-chart.module.css";

export type CandleChartProps = {
  /** Changes when the bars are other bars: another stock, period or adjustment. */
  series: string;
  period: BarPeriod;
  /** Oldest first. Within one series only the newest bars may change or be added. */
  bars: readonly Bar[];
  /** Whether there are bars before the first one. */
  more: boolean;
  /** Asked for when the customer scrolls to the left end; a failure answers no bars and `more`. */
  loadOlder: (beforeMs: number) => Promise<{ bars: readonly Bar[]; more: boolean }>;
  /** How many bars fill the width at first; null takes a readable width for each. */
  fit: number | null;
  main: MainIndicator;
  sub: SubIndicator;
  /** The lengths of MA and EMA, in bars. */
  averageLengths: readonly number[];
  /** How MACD and RSI are reckoned, and what MACD's figures are called. */
  custom: IndicatorCustom;
  macdNames: MacdNames;
  /** Of the bars under the candles. */
  volumeName: string;
  /** The customer's own; the same object as long as nothing of it changed. */
  ownFills: OwnFills;
  /** What happened to the stock; the same array as long as nothing was added. */
  events: readonly EventMark[];
  priceDigits: number;
  /** Where the stock stands against its previous close: the last price's tag says the same as the page's head. */
  direction: Direction;
  formatAxisTime: (at: number) => string;
  formatCrosshairTime: (at: number) => string;
  formatVolume: (volume: number) => string;
  formatPrice: (price: number) => string;
  label: string;
  height: number;
  /** The bar under the crosshair with the fills in it; null when there is none. */
  onPick?: (bar: Bar | null, fills: readonly FillGroup[]) => void;
  /** Another stock or an index to hold this one against; the same array as long as nothing of it changed. */
  compared?: readonly ComparedPoint[] | null;
  /** Both at the crosshair, or at the newest bar, since the first visible one. */
  onCompared?: (figures: ComparedFigures | null) => void;
  /** What lies over the candles, drawn anew whenever they move. */
  layer?: ((plot: Plot) => ReactNode) | null;
};

export type { Plot } from "./plot.ts";

const barSpace = 7;
const barSpaceMin = 1.5;
const barSpaceMax = 40;
/** Half the width of a time label. */
const tickEdge = 38;

/** Candles with a main and a sub indicator. Heavy: import it lazily. */
export function CandleChart(props: CandleChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const newest = useRef(props);
  useLayoutEffect(() => {
    newest.current = props;
  });
  const onBar = useRef<(at: number | null) => void>(() => undefined);
  const chart = useChart(element, newest, onBar);
  useSeries(chart, newest, props);
  useIndicators(chart, props);
  useTag(chart, tagDirection(props.bars, props.direction));
  const followBar = useComparison(chart, newest, props);
  useLayoutEffect(() => {
    onBar.current = followBar;
  });
  const plot = usePlot(chart, typeof props.layer === "function");
  return (
    <div className={styles["frame"]} style={{ height: props.height }}>
      <div ref={element} className={styles["chart"]} role="group" aria-label={props.label} />
      {plot !== null && props.layer?.(plot)}
    </div>
  );
}

type Newest = RefObject<CandleChartProps>;
type ChartRef = RefObject<Chart | null>;

type OnBar = RefObject<(at: number | null) => void>;

function useChart(
  element: RefObject<HTMLDivElement | null>,
  newest: Newest,
  onBar: OnBar,
): ChartRef {
  const chart = useRef<Chart | null>(null);
  // A layout effect, so that the chart exists when the effects that feed it run.
  useLayoutEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    const made = init(frame, {
      styles: candleStyles(),
      thousandsSeparator: { sign: "," },
      decimalFold: { threshold: 100 },
      layout: {
        barSpaceLimit: { min: barSpaceMin, max: barSpaceMax },
        pane: { dragEnabled: false },
      },
      formatter: {
        formatDate: ({ timestamp, type }) =>
          type === "xAxis"
            ? newest.current.formatAxisTime(timestamp)
            : newest.current.formatCrosshairTime(timestamp),
        formatBigNumber: (value) => newest.current.formatVolume(Number(value)),
      },
    });
    if (made === null) return;
    chart.current = made;
    made.setOffsetRightDistance(8);
    // A label that would be cut off by the edge is left out.
    const edge = tickEdge * textScale();
    made.overrideXAxis({
      createTicks: ({ defaultTicks, bounding }) =>
        defaultTicks.filter(({ coord }) => coord > edge && coord < bounding.width - edge),
    });
    made.overrideYAxis(priceAxis(made));
    shadeExtended(made);
    markExtremes(made, (price) => newest.current.formatPrice(price));
    const stopPicking = reportPicked(made, frame, { newest, onBar });
    const inner = frame.firstElementChild;
    if (inner instanceof HTMLElement) {
      // klinecharts puts itself first in the tab order and keeps upright drags.
      inner.tabIndex = 0;
      inner.setAttribute("role", "img");
      inner.setAttribute("aria-label", newest.current.label);
      inner.style.touchAction = "pan-y";
      inner.style.overscrollBehavior = "auto";
    }
    const stopScroll = leaveUprightDragsToPage(frame);
    const stopTokens = onTokensChange(() => made.setStyles(candleStyles()));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(frame);
    return () => {
      observer.disconnect();
      stopTokens();
      stopScroll();
      stopPicking();
      chart.current = null;
      dispose(frame);
    };
  }, [element, newest, onBar]);
  return chart;
}

/** klinecharts would colour the tag by the newest bar alone, which may rise on a day that falls. */
function useTag(chart: ChartRef, direction: CandleChartProps["direction"]): void {
  useEffect(() => {
    const paint = () => chart.current?.setStyles(tagStyles(direction));
    paint();
    return onTokensChange(paint);
  }, [chart, direction]);
}

/** Says which bar the crosshair is on. klinecharts tells its place only, and not when it goes. */
function reportPicked(
  chart: Chart,
  frame: HTMLElement,
  { newest, onBar }: { newest: Newest; onBar: OnBar },
): () => void {
  const report = (line: KLineData | null) => {
    const { onPick, ownFills } = newest.current;
    onBar.current(line?.timestamp ?? null);
    if (line === null) onPick?.(null, []);
    else onPick?.(barOf(line), fillsOfBar(chart.getDataList(), line.timestamp, ownFills));
  };
  chart.subscribeAction("onCrosshairChange", (data) => {
    const x = (data as { x?: number } | undefined)?.x;
    if (x === undefined) return;
    const [point] = [chart.convertFromPixel([{ x }], { paneId: "candle_pane" })].flat();
    const line = chart.getDataList()[point?.dataIndex ?? -1];
    report(line ?? null);
  });
  const leave = (event: PointerEvent) => {
    if (event.pointerType === "mouse") report(null);
  };
  // A touch either puts the crosshair down anew, which is reported, or takes it away.
  const touch = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") report(null);
  };
  frame.addEventListener("pointerleave", leave);
  frame.addEventListener("pointerdown", touch);
  return () => {
    frame.removeEventListener("pointerleave", leave);
    frame.removeEventListener("pointerdown", touch);
  };
}

/** Loads a series when it changes, and afterwards pushes only its newest bars. */
function useSeries(chart: ChartRef, newest: Newest, props: CandleChartProps): void {
  const push = useRef<((bar: KLineData) => void) | null>(null);
  const { series, bars, fit, priceDigits } = props;
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    push.current = null;
    made.setSymbol({ ticker: series, pricePrecision: priceDigits, volumePrecision: 0 });
    made.setPeriod(periodOf(newest.current.period));
    made.setDataLoader(loaderOf(newest, push));
    const width = made.getSize("candle_pane", "main")?.width ?? 0;
    const wanted = fit === null || width === 0 ? barSpace : (width - 8) / fit;
    made.setBarSpace(Math.min(barSpaceMax, Math.max(barSpaceMin, wanted)));
    made.scrollToRealTime();
  }, [chart, newest, series, fit, priceDigits]);
  useEffect(() => {
    const lastTime = chart.current?.getDataList().at(-1)?.timestamp;
    if (lastTime === undefined || push.current === null) return;
    const from = bars.findLastIndex((bar) => bar.time < lastTime) + 1;
    for (const bar of bars.slice(from)) push.current(lineOf(bar));
  }, [chart, bars]);
}

function loaderOf(newest: Newest, push: RefObject<((bar: KLineData) => void) | null>): DataLoader {
  return {
    getBars: async ({ type, timestamp, callback }) => {
      const { bars, more, series, loadOlder } = newest.current;
      if (type === "init") {
        // klinecharts calls the older side "forward".
        callback(bars.map(lineOf), { forward: more, backward: false });
      } else if (type === "forward" && timestamp !== null) {
        const older = await loadOlder(timestamp);
        if (newest.current.series !== series) return;
        callback(older.bars.map(lineOf), { forward: older.more, backward: false });
      } else callback([], false);
    },
    subscribeBar: ({ callback }) => {
      push.current = callback;
    },
    unsubscribeBar: () => {
      push.current = null;
    },
  };
}

function periodOf(period: BarPeriod) {
  if (period === "day" || period === "week" || period === "month" || period === "year") {
    return { type: period, span: 1 } as const;
  }
  return { type: "minute", span: Number.parseInt(period, 10) } as const;
}

function lineOf({ time, ...values }: Bar): KLineData {
  return { timestamp: time, ...values };
}

function barOf(line: KLineData): Bar {
  const { timestamp, open, high, low, close, volume = 0, turnover = 0 } = line;
  const bar = { time: timestamp, open, high, low, close, volume, turnover };
  return isExtended(line) ? { ...bar, isExtended: true } : bar;
}
