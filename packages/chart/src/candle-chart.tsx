import { dispose, init, type Chart, type DataLoader, type KLineData } from "klinecharts";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { Bar, BarPeriod } from "./bars.ts";
import { candleStyles, onTokensChange } from "./candle-styles.ts";
import { indicatorLengths, type MainIndicator, type SubIndicator } from "./indicators.ts";
import type { FillGroup } from "./fill-marks.ts";
import { fillsOfBar, markOwnFills, type OwnFills } from "./own-fills.ts";
import { leaveUprightDragsToPage } from "./page-scroll.ts";
import { drawVolumeUnder } from "./volume-under.ts";
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
  /** The customer's own; the same object as long as nothing of it changed. */
  ownFills: OwnFills;
  priceDigits: number;
  formatAxisTime: (at: number) => string;
  formatCrosshairTime: (at: number) => string;
  formatVolume: (volume: number) => string;
  label: string;
  height: number;
  /** The bar under the crosshair with the fills in it; null when there is none. */
  onPick?: (bar: Bar | null, fills: readonly FillGroup[]) => void;
};

const subPaneHeight = 76;
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
  const chart = useChart(element, newest);
  useSeries(chart, newest, props);
  useIndicators(chart, props);
  return (
    <div
      ref={element}
      className={styles["chart"]}
      style={{ height: props.height }}
      role="group"
      aria-label={props.label}
    />
  );
}

type Newest = RefObject<CandleChartProps>;
type ChartRef = RefObject<Chart | null>;

function useChart(element: RefObject<HTMLDivElement | null>, newest: Newest): ChartRef {
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
        // Room for the lines' names above, and for a mark under the lowest bar.
        yAxis: { gap: { top: 0.2, bottom: 0.11 } },
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
    made.overrideXAxis({
      createTicks: ({ defaultTicks, bounding }) =>
        defaultTicks.filter(({ coord }) => coord > tickEdge && coord < bounding.width - tickEdge),
    });
    const stopPicking = reportPicked(made, frame, newest);
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
  }, [element, newest]);
  return chart;
}

/** Says which bar the crosshair is on. klinecharts tells its place only, and not when it goes. */
function reportPicked(chart: Chart, frame: HTMLElement, newest: Newest): () => void {
  const report = (line: KLineData | null) => {
    const { onPick, ownFills } = newest.current;
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

function useIndicators(
  chart: ChartRef,
  { main, sub, averageLengths, ownFills }: CandleChartProps,
): void {
  useEffect(() => {
    if (chart.current !== null) markOwnFills(chart.current, ownFills);
  }, [chart, ownFills]);
  const lengths = averageLengths.join();
  useEffect(() => {
    const made = chart.current;
    if (made === null || main === "none") return;
    if (main === "VOL") {
      drawVolumeUnder(made);
      return () => removeIndicator(chart, "main");
    }
    const calcParams =
      main === "BOLL" ? [...indicatorLengths.BOLL] : lengths.split(",").map(Number);
    made.createIndicator(
      {
        name: main,
        id: "main",
        // The lines name themselves; a title would cost the width that they need.
        shortName: "",
        paneId: "candle_pane",
        calcParams,
      },
      true,
    );
    return () => removeIndicator(chart, "main");
  }, [chart, main, lengths]);
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    const calcParams = sub === "VOL" ? [] : [...indicatorLengths[sub]];
    const precision = sub === "VOL" || sub === "OBV" ? 0 : 2;
    made.createIndicator({
      name: sub,
      id: "sub",
      paneId: "sub",
      calcParams,
      precision,
      shouldFormatBigNumber: precision === 0,
    });
    made.setPaneOptions({ id: "sub", height: subPaneHeight, dragEnabled: false });
    return () => removeIndicator(chart, "sub");
  }, [chart, sub]);
}

/** The chart may be gone already when an effect is cancelled. */
function removeIndicator(chart: ChartRef, id: string): void {
  chart.current?.removeIndicator({ id });
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
  return { time: timestamp, open, high, low, close, volume, turnover };
}
