import { registerIndicator, type Chart } from "klinecharts";
import { readTokens } from "./candle-styles.ts";
import { lettersByBar, type EventMark } from "./event-marks.ts";

const name = "EVENTS";
const size = 14;

/** A new array draws anew. */
export function markEvents(chart: Chart, events: readonly EventMark[]): void {
  register();
  const wanted = { name, id: name, paneId: "candle_pane", extendData: events };
  if (chart.getIndicators({ id: name }).length > 0) chart.overrideIndicator(wanted);
  else chart.createIndicator(wanted, true);
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator<{ letters: readonly string[] }, unknown, readonly EventMark[]>({
    name,
    shortName: "",
    figures: [],
    calc: (bars, indicator) => {
      const letters = lettersByBar(
        bars.map((bar) => bar.timestamp),
        indicator.extendData,
      );
      return bars.map((bar) => ({ letters: letters.get(bar.timestamp) ?? [] }));
    },
    draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
      const { from, to } = chart.getVisibleRange();
      const { raised, muted, lineStrong, font } = readTokens();
      for (let index = from; index < to; index++) {
        for (const [row, letter] of (indicator.result[index]?.letters ?? []).entries()) {
          const x = xAxis.convertToPixel(index) - size / 2;
          const y = bounding.height - (row + 1) * (size + 1);
          ctx.save();
          // Another line of the pane may have left its dashes.
          ctx.setLineDash([]);
          ctx.fillStyle = raised;
          ctx.strokeStyle = lineStrong;
          ctx.fillRect(x, y, size, size);
          ctx.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1);
          ctx.fillStyle = muted;
          ctx.font = `700 10px ${font}`;
          ctx.textAlign = "center";
          ctx.textBaseline = "middle";
          ctx.fillText(letter, x + size / 2, y + size / 2 + 0.5);
          ctx.restore();
        }
      }
      return true;
    },
  });
}
