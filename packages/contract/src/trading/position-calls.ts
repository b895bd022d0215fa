import { defineCall } from "../call.ts";
import {
  calendarStatus,
  marketType,
  decimal,
  cursor,
  listLimit,
  names,
  page,
  recordId,
  instrumentCode,
  time,
} from "../wire.ts";
import { stockEndKinds } from "../market/constants.ts";
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
      /** What was closed at the end of its listing, without an order and without fees. */
      settlements: z.array(
        z.object({
          at: time,
          kind: z.enum(stockEndKinds),
          last_trading_day: z.string(),
          /** The day whose close the price is; of cash that a document names, the last trading day. */
          price_of: z.string(),
          document_address: z.string().nullable(),
          quantity: decimal,
          price: decimal,
        }),
      ),
      /** At a merger: what it was exchanged for, or the position out of which it goes on. */
      exchanges: z.array(
        z.object({
          at: time,
          position_id: recordId,
          /** Null where not one whole new share came of it. */
          new_position_id: recordId.nullable(),
          code: z.string(),
          quantity: decimal,
          received: decimal,
          /** For the fraction of a share and per share; a short has paid it. */
          cash: decimal,
          target: z.object({ code: z.string(), names, ratio: z.string() }).nullable(),
          cash_per_share: decimal.nullable(),
          fraction_price: decimal.nullable(),
          price_of: z.string().nullable(),
          document_address: z.string().nullable(),
        }),
      ),
      /** Lent shares that are recalled and not back yet; of a short, borrowed ones that it is to give back, by deadline. */
      recalls: z.array(
        z.object({ quantity: decimal, due_at: time, due_at_status: calendarStatus }),
      ),
      /** What of a short was bought in after a recall's deadline. */
      buy_ins: z.array(
        z.object({
          at: time,
          quantity: decimal,
          price: decimal,
          due_at: time,
          rule: z.string(),
          since: z.string().optional(),
        }),
      ),
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
