import type { Chart, YAxisOverride } from "klinecharts";
import { textScale } from "./text-scale.ts";

/** In pixels: room for the lines' names above, and for a letter under the lowest bar. */
const priceGap = { top: 24, bottom: 22 };
/** A figure above and below, which grows with the reader's text as far as the candles keep room. */
const figureHeight = 20;
const figureScaleMax = 1.5;
/** Half the height of the last price's tag, and of a figure of the scale. */
const tagEdge = 16;
const paneId = "candle_pane";

/** What the candles' axis keeps whichever scale it has: its air, and that the tag covers no other figure. */
export function priceAxis(chart: Chart): YAxisOverride {
  const scale = textScale();
  const figure = figureHeight * Math.min(scale, figureScaleMax);
  return {
    paneId,
    gap: { top: priceGap.top + figure, bottom: priceGap.bottom + figure },
    createTicks: ({ defaultTicks }) => {
      const last = chart.getDataList().at(-1)?.close;
      const [axis] = chart.getYAxes({ paneId });
      if (last === undefined || axis === undefined) return defaultTicks;
      const tag = axis.convertToNicePixel(last);
      return defaultTicks.filter(({ coord }) => Math.abs(coord - tag) > tagEdge * scale);
    },
  };
}
