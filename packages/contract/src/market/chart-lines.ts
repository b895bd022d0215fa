import { z } from "zod";
import { defineCall } from "../call.ts";
import { decimal, done, instrumentCode, marketType, time } from "../wire.ts";
import { chartLineKinds } from "./constants.ts";

const stockKey = z.strictObject({ code: instrumentCode, type: marketType });

/** Of the chart's own clock, which on a record is the record's. */
const lineTime = time.regex(/^(?:19|20|21)/);
/** As it was traded on its day, above nothing: splits and dividends since are the chart's business. */
const linePrice = decimal.regex(/^(?=.*[1-9])\d{1,9}(?:\.\d{1,4})?$/);

const linePoint = z.object({ at: time, price: decimal });

const chartLine = z.object({
  id: z.uuid(),
  kind: z.enum(chartLineKinds),
  /** The earlier point first; of a level both are the one. */
  from: linePoint,
  to: linePoint,
});
export type ChartLine = z.output<typeof chartLine>;

export const chartLineCalls = {
  "/market/chart-lines": defineCall({
    summary:
      "What the customer has drawn on a stock's chart, and by what the chart adjusts its days",
    access: "customer",
    input: stockKey,
    output: z.object({
      lines: z.array(chartLine),
      /** Oldest first: what prices of before that moment are multiplied by in the chart that is adjusted forward. */
      adjustment: z.array(z.object({ until: time, factor: decimal })),
    }),
    refusals: ["instrument_not_found"],
  }),
  "/market/save-chart-line": defineCall({
    summary: "Draws a line, or moves the one of the same id",
    access: "customer",
    input: stockKey.extend({
      line: z.uuid().meta({ description: "the line's id, made by the client once per line" }),
      kind: z.enum(chartLineKinds),
      from_at: lineTime,
      from_price: linePrice,
      to_at: lineTime,
      to_price: linePrice,
    }),
    output: done,
    refusals: ["instrument_not_found", "chart_lines_too_many"],
  }),
  "/market/remove-chart-line": defineCall({
    summary: "Takes a line off; taking it off twice changes nothing",
    access: "customer",
    input: z.strictObject({ line: z.uuid() }),
    output: done,
    refusals: [],
  }),
};
