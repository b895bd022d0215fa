import { registerIndicator, type Chart, type KLineData } from "klinecharts";
import { readTokens } from "./candle-styles.ts";
import { textScale } from "./text-scale.ts";

const name = "EXTREMES";
const size = 11;
/** Between a bar's end and the middle of its figure. */
const away = 9;
/** Where the lines name themselves above, nothing else is written. */
const headHeight = 24;
/** The letters of events stand at the foot. */
const footHeight = 22;

/**
 * The highest and the lowest price on the screen. The figure of klinecharts lies across lines; this one interrupts
 * them.
 */
export function markExtremes(chart: Chart, formatPrice: (price: number) => string): void {
  register();
  const wanted = { name, id: name, paneId: "candle_pane", extendData: formatPrice };
  if (chart.getIndicators({ id: name }).length > 0) chart.overrideIndicator(wanted);
  else chart.createIndicator(wanted, true);
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator<unknown, unknown, (price: number) => string>({
    name,
    shortName: "",
    figures: [],
    zLevel: 2,
    calc: (bars) => bars.map(() => ({})),
    draw: ({ ctx, chart, indicator, bounding, xAxis, yAxis }) => {
      const { from, to } = chart.getVisibleRange();
      const bars = chart.getDataList().slice(from, to);
      const [highest, lowest] = extremesOf(bars);
      if (highest === undefined || lowest === undefined) return true;
      const { muted, surface, font } = readTokens();
      ctx.save();
      ctx.setLineDash([]);
      const scale = textScale();
      ctx.font = `${size * scale}px ${font}`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.lineWidth = 4;
      ctx.lineJoin = "round";
      ctx.strokeStyle = surface;
      ctx.fillStyle = muted;
      const write = (price: number, index: number, y: number) => {
        const text = indicator.extendData(price);
        const half = ctx.measureText(text).width / 2 + 2;
        const x = Math.min(bounding.width - half, Math.max(half, xAxis.convertToPixel(index)));
        ctx.strokeText(text, x, y);
        ctx.fillText(text, x, y);
      };
      const top = yAxis.convertToPixel(highest.price) - away * scale;
      write(highest.price, from + highest.index, Math.max(headHeight * scale, top));
      const bottom = yAxis.convertToPixel(lowest.price) + away * scale;
      write(
        lowest.price,
        from + lowest.index,
        Math.min(bounding.height - footHeight * scale, bottom),
      );
      ctx.restore();
      return true;
    },
  });
}

type Extreme = { price: number; index: number };

/** Of equal ones the latest. */
export function extremesOf(
  bars: readonly Pick<KLineData, "high" | "low">[],
): readonly [highest: Extreme | undefined, lowest: Extreme | undefined] {
  let highest: Extreme | undefined;
  let lowest: Extreme | undefined;
  bars.forEach(({ high, low }, index) => {
    if (highest === undefined || high >= highest.price) highest = { price: high, index };
    if (lowest === undefined || low <= lowest.price) lowest = { price: low, index };
  });
  return [highest, lowest];
}
