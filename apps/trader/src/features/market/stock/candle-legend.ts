import type { Bar } from "@sanshi/chart";
import type { useText } from "../../../shared/text.ts";
import { lookOf, type LegendCell } from "./chart-legend.tsx";
import { axisPrice, compactNumber, signedPercent } from "./stock-figures-format.ts";

/** The figures of the bar under the crosshair, or of the newest one. */
export function legendOf(
  bar: Bar | undefined,
  bars: readonly Bar[],
  digits: number,
  formatTime: (at: number) => string,
  t: ReturnType<typeof useText<"stock">>,
): readonly LegendCell[] {
  if (bar === undefined) return [];
  const before = bars.findLast((one) => one.time < bar.time)?.close ?? bar.open;
  const percent = before === 0 ? 0 : ((bar.close - before) / before) * 100;
  const price = (value: number) => ({
    value: axisPrice(value, digits),
    look: lookOf(value - before),
  });
  return [
    {
      key: "time",
      label: formatTime(bar.time),
      value: signedPercent(percent),
      look: lookOf(percent),
    },
    { key: "open", label: t("short_open"), ...price(bar.open) },
    { key: "high", label: t("short_high"), ...price(bar.high) },
    { key: "volume", label: t("short_volume"), value: compactNumber(bar.volume) },
    { key: "close", label: t("short_close"), ...price(bar.close) },
    { key: "low", label: t("short_low"), ...price(bar.low) },
  ];
}
