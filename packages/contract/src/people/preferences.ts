import { defineCall } from "../call.ts";
import { adjustModes } from "../market/constants.ts";
import { displayCurrency, marketKey, nothing, time } from "../wire.ts";
import { homeEntries } from "./constants.ts";
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

const onOff = z.enum(["on", "off"]);

/** What the tickets of a customer can be switched to. */
const tradingSettings = ["review", "leverage", "short", "extended"] as const;

/** How this customer wishes to order; what borrows, and trading in extended hours, is off until it was read and switched on. */
const tradingPreferences = z.object({
  /** Every order is shown once more, with its cost, before it is placed. */
  review: z.boolean(),
  leverage: z.boolean(),
  short: z.boolean(),
  extended: z.boolean(),
  /** When the customer has agreed to the risks of extended hours; null while they are off. */
  extended_since: time.nullable(),
});

export type TradingSetting = (typeof tradingSettings)[number];
export type TradingPreferences = z.output<typeof tradingPreferences>;

const home = {
  currency: displayCurrency,
  /** Which market home and the lists show. */
  market: marketKey,
  /** When it was chosen on the device, in real time; a device's clock that runs ahead counts as now. */
  changed_at: time,
};

const preferences = z.object({
  /** How this customer's home stands on every device; null until something was chosen. */
  home: z
    .object({
      ...home,
      entries: z
        .array(z.string())
        .meta({ description: "in the customer's order; the others follow in the app's own" }),
    })
    .nullable(),
  trading: tradingPreferences,
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

export type HomePreferences = NonNullable<z.output<typeof preferences>["home"]>;
export type ChartPreferences = NonNullable<z.output<typeof preferences>["chart"]>;

export const preferenceCalls = {
  "/user/preferences": defineCall({
    summary:
      "What the customer has chosen for every device: how home stands, how charts look, and how to order",
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
  "/user/save-home-preferences": defineCall({
    summary:
      "Keeps how home stands unless a later choice is kept already; answers the one that is kept",
    access: "customer",
    input: z.strictObject({
      ...home,
      entries: z
        .string()
        .refine(isEntryOrder)
        .optional()
        .meta({
          description: `of ${homeEntries.join(", ")}, with commas between them and none twice; without it the app's own order`,
        }),
    }),
    output: preferences,
    refusals: [],
  }),
  "/user/save-trading-preferences": defineCall({
    summary:
      "Switches the review before an order, leverage, selling short or extended hours on or off in the customer's own tickets",
    access: "customer",
    input: z.strictObject({ setting: z.enum(tradingSettings), switched: onOff }),
    output: preferences,
    refusals: [],
  }),
};

/** No entry twice, and none that home has not. */
function isEntryOrder(text: string): boolean {
  const named = text.split(",");
  const known: readonly string[] = homeEntries;
  return new Set(named).size === named.length && named.every((name) => known.includes(name));
}
