import { registerIndicator, type Chart } from "klinecharts";
import { momentOf, placeOf } from "./chart-place.ts";

/** Where moments and prices stand on the candles, in pixels of their pane; a new one whenever anything moved. */
export type Plot = {
  width: number;
  height: number;
  x: (at: number) => number;
  y: (price: number) => number;
  /** The moment of the bar that is nearest to a pixel. */
  at: (x: number) => number;
  price: (y: number) => number;
};

const name = "PLOT";
const paneId = "candle_pane";
/** Each watcher has an indicator of its own. */
let watched = 0;

/** Tells of the plot now and after each drawing that moved it. Answers how to stop. */
export function watchPlot(chart: Chart, tell: (plot: Plot) => void): () => void {
  register();
  let told = "";
  const look = () => {
    const found = plotOf(chart);
    if (found === null || found.state === told) return;
    told = found.state;
    tell(found.plot);
  };
  const id = `${name} ${(watched += 1)}`;
  chart.createIndicator({ name, id, paneId, extendData: look }, true);
  return () => {
    chart.removeIndicator({ id });
  };
}

function plotOf(chart: Chart): { plot: Plot; state: string } | null {
  const size = chart.getSize(paneId, "main");
  const [axis] = chart.getYAxes({ paneId });
  const bars = chart.getDataList();
  const times = bars.map((bar) => bar.timestamp);
  const last = times.length - 1;
  if (size === null || axis === undefined || last < 0) return null;
  const barSpace = chart.getBarSpace().bar;
  const [edge] = [chart.convertToPixel([{ dataIndex: last }], { paneId })].flat();
  const right = edge?.x ?? 0;
  const { realFrom, realTo, from, to } = axis.getRange();
  const plot: Plot = {
    width: size.width,
    height: size.height,
    x: (at) => right + (placeOf(times, at) - last) * barSpace,
    y: (price) => axis.convertToPixel(price),
    at: (x) => momentOf(times, last + (x - right) / barSpace),
    price: (y) => axis.convertFromPixel(y),
  };
  const moved = [
    size.width,
    size.height,
    barSpace,
    right,
    times[0],
    times.length,
    bars[last]?.close,
  ];
  return { plot, state: [...moved, realFrom, realTo, from, to].join() };
}

let registered = false;

/** klinecharts tells of scrolling and zooming, and not of a scale that a new price has moved: each drawing does. */
function register(): void {
  if (registered) return;
  registered = true;
  registerIndicator<unknown, unknown, () => void>({
    name,
    shortName: "",
    figures: [],
    calc: (bars) => bars.map(() => ({})),
    draw: ({ indicator }) => {
      indicator.extendData();
      return true;
    },
  });
}
