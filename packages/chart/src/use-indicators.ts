import type { Chart } from "klinecharts";
import { useEffect, type RefObject } from "react";
import type { EventMark } from "./event-marks.ts";
import { markEvents } from "./events.ts";
import { keepToRegular } from "./regular-only.ts";
import { bollingerLengths, type IndicatorCustom } from "./indicator-lengths.ts";
import type { MainIndicator, SubIndicator } from "./indicators.ts";
import { markOwnFills, type OwnFills } from "./own-fills.ts";
import { registerSubIndicators } from "./register-indicators.ts";
import { averageDigits, bollingerFigures, subIndicator, type MacdNames } from "./sub-indicators.ts";
import { drawVolumeUnder } from "./volume-under.ts";

type ChartRef = RefObject<Chart | null>;

type Indicators = {
  main: MainIndicator;
  sub: SubIndicator;
  averageLengths: readonly number[];
  custom: IndicatorCustom;
  macdNames: MacdNames;
  volumeName: string;
  priceDigits: number;
  ownFills: OwnFills;
  events: readonly EventMark[];
  height: number;
};

/** Of a chart that is low, as on a phone that lies on its side. */
const lowHeight = 280;
const subPaneHeights = { usual: 76, low: 52 };

/** What stands on the candles and under them, each as long as it is chosen. */
export function useIndicators(chart: ChartRef, props: Indicators): void {
  const { main, sub, averageLengths, custom, macdNames, volumeName, priceDigits } = props;
  const { ownFills, events, height } = props;
  useEffect(() => {
    if (chart.current !== null) markOwnFills(chart.current, ownFills);
  }, [chart, ownFills]);
  useEffect(() => {
    if (chart.current !== null) markEvents(chart.current, events);
  }, [chart, events]);
  const lengths = averageLengths.join();
  useEffect(() => {
    const made = chart.current;
    if (made === null || main === "none") return;
    if (main === "VOL") {
      drawVolumeUnder(made);
      return () => removeIndicator(chart, "main");
    }
    const calcParams = main === "BOLL" ? [...bollingerLengths] : lengths.split(",").map(Number);
    made.createIndicator(
      {
        name: main,
        id: "main",
        // The lines name themselves; a title would cost the width that they need.
        shortName: "",
        paneId: "candle_pane",
        calcParams,
        precision: averageDigits(priceDigits),
        ...(main === "BOLL" && { figures: bollingerFigures }),
      },
      true,
    );
    keepToRegular(made, "main");
    return () => removeIndicator(chart, "main");
  }, [chart, main, lengths, priceDigits]);
  const [macdLine, macdSignal, macdHistogram] = macdNames;
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    registerSubIndicators();
    const names: MacdNames = [macdLine, macdSignal, macdHistogram];
    made.createIndicator(subIndicator(sub, { custom, macdNames: names, volumeName, priceDigits }));
    keepToRegular(made, "sub");
    return () => removeIndicator(chart, "sub");
  }, [chart, sub, custom, macdLine, macdSignal, macdHistogram, volumeName, priceDigits]);
  const isLow = height < lowHeight;
  useEffect(() => {
    const paneHeight = isLow ? subPaneHeights.low : subPaneHeights.usual;
    chart.current?.setPaneOptions({ id: "sub", height: paneHeight, dragEnabled: false });
  }, [chart, sub, isLow]);
}

/** The chart may be gone already when an effect is cancelled. */
function removeIndicator(chart: ChartRef, id: string): void {
  chart.current?.removeIndicator({ id });
}
