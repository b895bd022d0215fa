import { registerIndicator, type Chart, type KLineData } from "klinecharts";
import { readTokens } from "./candle-styles.ts";
import {
  barTimeOf,
  groupFills,
  type FillGroup,
  type FillLetters,
  type FillMark,
} from "./fill-marks.ts";

/** What the indicator draws from; a new object makes it draw anew. */
export type OwnFills = { fills: readonly FillMark[]; letters: FillLetters };

type BarFills = { groups: readonly FillGroup[] };

const name = "OWN_FILLS";
const radius = 8;
const stem = 5;

/**
 * Own fills as marks under and over their bars. They stand beside the bar and not at the price: a bar
 * may be adjusted for a split since, and a fill's price stays what was paid.
 */
export function markOwnFills(chart: Chart, own: OwnFills): void {
  register();
  const wanted = { name, id: name, paneId: "candle_pane", extendData: own };
  if (chart.getIndicators({ id: name }).length > 0) chart.overrideIndicator(wanted);
  else chart.createIndicator(wanted, true);
}

/** The fills under the crosshair's bar. */
export function fillsOfBar(
  bars: readonly KLineData[],
  at: number,
  { fills }: OwnFills,
): readonly FillGroup[] {
  return byBar(bars, fills).get(at) ?? [];
}

function byBar(bars: readonly KLineData[], fills: readonly FillMark[]) {
  const times = bars.map((bar) => bar.timestamp);
  return groupFills(fills, (fill) => barTimeOf(times, fill.at));
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator<BarFills, unknown, OwnFills>({
    name,
    shortName: "",
    figures: [],
    calc: (bars, indicator) => {
      const groups = byBar(bars, indicator.extendData.fills);
      return bars.map((bar) => ({ groups: groups.get(bar.timestamp) ?? [] }));
    },
    draw: ({ ctx, chart, indicator, bounding, xAxis, yAxis }) => {
      const bars = chart.getDataList();
      const { from, to } = chart.getVisibleRange();
      const tokens = readTokens();
      for (let index = from; index < to; index++) {
        const bar = bars[index];
        for (const { side } of indicator.result[index]?.groups ?? []) {
          if (bar === undefined) continue;
          const isBuy = side === "buy";
          const edge = yAxis.convertToPixel(isBuy ? bar.low : bar.high);
          const x = xAxis.convertToPixel(index);
          const away = edge + (isBuy ? stem + radius : -stem - radius);
          const y = Math.min(bounding.height - radius, Math.max(radius, away));
          const colour = isBuy ? tokens.up : tokens.down;
          drawMark(ctx, { ...tokens, x, y, colour, text: indicator.extendData.letters[side] });
        }
      }
      return true;
    },
  });
}

type Mark = { x: number; y: number; colour: string; text: string; raised: string; font: string };

function drawMark(ctx: CanvasRenderingContext2D, mark: Mark): void {
  ctx.save();
  ctx.beginPath();
  ctx.arc(mark.x, mark.y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = mark.colour;
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = mark.raised;
  ctx.stroke();
  ctx.fillStyle = mark.raised;
  ctx.font = `700 10px ${mark.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(mark.text, mark.x, mark.y + 0.5);
  ctx.restore();
}
