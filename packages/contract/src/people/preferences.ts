import { defineCall } from "../call.ts";
import { adjustModes } from "../market/constants.ts";
import { time, nothing } from "../wire.ts";
import { z } from "zod";

/** What the tabs over a chart offer: the time-share, periods and ranges. */
const chartViews = [
  "timeshare",
  "1m",
  "5m",
  "15m",
  "30m",
  "day",
  "week",
  "month",
  "year",
  "1w",
  "1mo",
  "3mo",
  "6mo",
] as const;

const mainIndicators = ["MA", "EMA", "BOLL", "VOL", "none"] as const;

const subIndicators = ["VOL", "MACD", "KDJ", "RSI", "OBV"] as const;

const preferences = z.object({
  /** How this customer's charts look on every device; null until something was chosen. */
  chart: z
    .object({
      view: z.enum(chartViews),
      adjust: z.enum(adjustModes),
      main: z.enum(mainIndicators),
      sub: z.enum(subIndicators),
      changed_at: time,
    })
    .nullable(),
});

export type ChartPreferences = NonNullable<z.output<typeof preferences>["chart"]>;

export const preferenceCalls = {
  "/user/preferences": defineCall({
    summary: "What the customer has chosen for every device: how the charts look",
    access: "customer",
    input: nothing,
    output: preferences,
    refusals: [],
  }),
  "/user/save-preferences": defineCall({
    summary:
      "Keeps the chart's look unless a later choice is kept already; answers the one that is kept",
    access: "customer",
    input: z.strictObject({
      chart_view: z.enum(chartViews),
      chart_adjust: z.enum(adjustModes),
      chart_main: z.enum(mainIndicators),
      chart_sub: z.enum(subIndicators),
      /** When it was chosen on the device, in real time; a device's clock that runs ahead counts as now. */
      changed_at: time,
    }),
    output: preferences,
    refusals: [],
  }),
};
