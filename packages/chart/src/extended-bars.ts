import { registerIndicator, type Chart } from "klinecharts";
import { fade, readTokens } from "./candle-styles.ts";
import { isExtended } from "./regular-only.ts";

const name = "EXTENDED";

/** Shades what was traded outside of the regular hours. */
export function shadeExtended(chart: Chart): void {
  register();
  chart.createIndicator({ name, id: name, paneId: "candle_pane" }, true);
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator({
    name,
    shortName: "",
    figures: [],
    zLevel: -2,
    calc: (bars) => bars.map(() => ({})),
    draw: ({ ctx, chart, bounding, xAxis }) => {
      const { from, to } = chart.getVisibleRange();
      const { bar: width } = chart.getBarSpace();
      ctx.fillStyle = fade(readTokens().muted, "24");
      chart
        .getDataList()
        .slice(from, to)
        .forEach((bar, index) => {
          if (!isExtended(bar)) return;
          const left = xAxis.convertToPixel(from + index) - width / 2;
          ctx.fillRect(left, 0, width, bounding.height);
        });
      return true;
    },
  });
}
