import { defineCall } from "../call.ts";
import { marketType, decimal, cursor, listLimit, page, recordId, instrumentCode } from "../wire.ts";
import { forcedSale } from "./margin.ts";
import { heldStock, fill, positionAction, stockFill } from "./positions.ts";
import { z } from "zod";

/** What a customer holds, has held, and has traded. */
export const positionCalls = {
  "/trade/userstocklist": defineCall({
    summary: "Positions held or waiting, keyed by id, with ccsz and fdyk among them",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.record(z.string(), z.union([heldStock, decimal])),
    refusals: [],
  }),
  "/trade/userstocklists": defineCall({
    summary:
      "Closed, cancelled and rejected positions, the newest 200, keyed by id, with lsyk among them: the realised profit of everything sold in the market, parts of held positions included",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.record(z.string(), z.union([heldStock, decimal])),
    refusals: [],
  }),
  "/trade/closed-positions": defineCall({
    summary: "The same positions as a list of pages, however many there are, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType, cursor: cursor.optional(), limit: listLimit }),
    output: page(heldStock),
    refusals: [],
  }),
  "/trade/position": defineCall({
    summary: "One position with its fills and the quotes they were made at",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: heldStock.extend({
      fills: z.array(fill),
      cost: decimal,
      realised: decimal,
      actions: z.array(positionAction),
      forced_sales: z.array(forcedSale),
    }),
    refusals: ["position_not_found"],
  }),
  "/trade/fills": defineCall({
    summary: "The customer's own fills in one stock, the newest 200 first, as they were traded",
    access: "customer",
    input: z.strictObject({ code: instrumentCode, type: marketType }),
    output: z.array(stockFill),
    refusals: [],
  }),
  "/trade/fill-records": defineCall({
    summary: "The same fills as a list of pages, however many there are, the newest first",
    access: "customer",
    input: z.strictObject({
      code: instrumentCode,
      type: marketType,
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(stockFill),
    refusals: [],
  }),
};
