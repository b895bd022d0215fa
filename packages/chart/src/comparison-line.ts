import { registerIndicator, registerYAxis, type Chart, type KLineData } from "klinecharts";
import { readTokens } from "./candle-styles.ts";
import {
  alignedValues,
  comparedBase,
  percentFrom,
  type ComparedFigures,
  type ComparedPoint,
} from "./comparison.ts";
import { priceAxis } from "./price-axis.ts";

const name = "COMPARISON";
const axisName = "comparison";
const paneId = "candle_pane";

type Compared = { value: number | null };

/** Lays another stock or an index over the candles, on a scale of per cent since the first visible one. */
export function showComparison(chart: Chart, points: readonly ComparedPoint[]): void {
  register();
  const wanted = { name, id: name, paneId, extendData: points };
  if (chart.getIndicators({ id: name }).length > 0) {
    chart.overrideIndicator(wanted);
    return;
  }
  chart.createIndicator(wanted, true);
  chart.overrideYAxis({ ...priceAxis(chart), name: axisName });
}

export function hideComparison(chart: Chart): void {
  if (chart.getIndicators({ id: name }).length === 0) return;
  chart.removeIndicator({ id: name });
  chart.overrideYAxis({ ...priceAxis(chart), name: "normal" });
}

/** Both at a bar, or at the newest one. */
export function comparedFigures(chart: Chart, at: number | null): ComparedFigures | null {
  const bars = chart.getDataList();
  const base = baseOf(chart, bars);
  if (base === null) return null;
  const found = at === null ? -1 : bars.findLastIndex((bar) => bar.timestamp === at);
  const index = found < 0 ? bars.length - 1 : found;
  return {
    from: bars[base.index]?.timestamp ?? 0,
    own: percentFrom(base.own, bars[index]?.close),
    other: percentFrom(base.other, valuesOf(chart)[index]),
  };
}

function valuesOf(chart: Chart): readonly (number | null)[] {
  const [indicator] = chart.getIndicators({ id: name });
  return ((indicator?.result ?? []) as Compared[]).map(({ value }) => value);
}

function baseOf(chart: Chart, bars: readonly KLineData[]) {
  const closes = bars.map((bar) => bar.close);
  return comparedBase(closes, valuesOf(chart), chart.getVisibleRange());
}

/** The other's values as prices of this stock, by which both share one axis. */
function asOwnPrices(chart: Chart): { index: number; price: number }[] {
  const base = baseOf(chart, chart.getDataList());
  if (base === null) return [];
  const { from, to } = chart.getVisibleRange();
  const values = valuesOf(chart);
  const found: { index: number; price: number }[] = [];
  for (let index = from; index < to; index += 1) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    found.push({ index, price: (value / base.other) * base.own });
  }
  return found;
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator<Compared, unknown, readonly ComparedPoint[]>({
    name,
    shortName: "",
    figures: [],
    zLevel: 1,
    calc: (bars, indicator) =>
      alignedValues(
        bars.map((bar) => bar.timestamp),
        indicator.extendData,
      ).map((value) => ({ value })),
    draw: ({ ctx, chart, xAxis, yAxis }) => {
      ctx.save();
      ctx.setLineDash([]);
      ctx.beginPath();
      for (const [place, { index, price }] of asOwnPrices(chart).entries()) {
        const [x, y] = [xAxis.convertToPixel(index), yAxis.convertToPixel(price)];
        if (place === 0) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
      }
      ctx.lineWidth = 2;
      ctx.lineJoin = "round";
      ctx.strokeStyle = readTokens().text;
      ctx.stroke();
      ctx.restore();
      return true;
    },
  });
  registerYAxis({
    name: axisName,
    minSpan: () => 0.01,
    displayValueToText: (value) => signed(value),
    valueToRealValue: (value, { range }) =>
      range.range === 0
        ? range.realFrom
        : ((value - range.from) / range.range) * range.realRange + range.realFrom,
    realValueToValue: (value, { range }) =>
      range.realRange === 0
        ? range.from
        : ((value - range.realFrom) / range.realRange) * range.range + range.from,
    createRange: ({ chart, defaultRange }) => {
      const base = baseOf(chart, chart.getDataList());
      if (base === null) return defaultRange;
      const prices = asOwnPrices(chart).map(({ price }) => price);
      const from = Math.min(defaultRange.from, ...prices);
      const to = Math.max(defaultRange.to, ...prices);
      const realFrom = percentFrom(base.own, from) ?? 0;
      const realTo = percentFrom(base.own, to) ?? 0;
      const realRange = realTo - realFrom;
      return {
        ...{ from, to, range: to - from, realFrom, realTo, realRange },
        ...{ displayFrom: realFrom, displayTo: realTo, displayRange: realRange },
      };
    },
  });
}

/** `+1.25%` with a true minus sign, as everywhere else. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (text === "0.00") return "0.00%";
  return `${value > 0 ? "+" : "−"}${text}%`;
}
