import { registerIndicator, type Chart } from "klinecharts";
import { fade, readTokens } from "./candle-styles.ts";
import { isExtended } from "./regular-only.ts";

const name = "VOLUME_UNDER";
/** Of the pane's height: the candles stay what the eye sees first. */
const heightShare = 0.22;

/** Faint bars of volume at the foot of the candles, on a scale of their own. */
export function drawVolumeUnder(chart: Chart): void {
  register();
  chart.createIndicator({ name, id: "main", paneId: "candle_pane" }, true);
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator({
    name,
    shortName: "",
    figures: [],
    zLevel: -1,
    calc: (bars) => bars.map(() => ({})),
    draw: ({ ctx, chart, bounding, xAxis }) => {
      const { from, to } = chart.getVisibleRange();
      const bars = chart
        .getDataList()
        .slice(from, to)
        .map((bar) => (isExtended(bar) ? { ...bar, volume: 0 } : bar));
      const most = bars.reduce((found, bar) => Math.max(found, bar.volume ?? 0), 0);
      if (most === 0) return true;
      const tokens = readTokens();
      const width = Math.max(1, chart.getBarSpace().gapBar);
      bars.forEach((bar, index) => {
        const height = ((bar.volume ?? 0) / most) * bounding.height * heightShare;
        const x = xAxis.convertToPixel(from + index) - width / 2;
        ctx.fillStyle = fade(bar.close >= bar.open ? tokens.up : tokens.down, "4d");
        ctx.fillRect(x, bounding.height - height, width, height);
      });
      return true;
    },
  });
}
