import { z } from "zod";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern } from "../people/constants.ts";
import {
  cursor,
  decimal,
  instrumentCode,
  listLimit,
  marketKey,
  marketType,
  names,
  page,
  recordId,
  time,
} from "../wire.ts";
import { intradayObstacles, intradayResults, intradayStates } from "./constants.ts";

const account = z.string().regex(accountPattern);
const sides = z.enum(["long", "short"]);

/** Of what runs, at the newest prices. */
const exposed = {
  trades: z.int(),
  long_value: decimal,
  short_value: decimal,
  /** The customers' own money in it. */
  margin: decimal,
  /** What longs borrowed. */
  borrowed: decimal,
  profit: decimal,
};

const exposure = z
  .object({
    type: marketKey,
    currency: z.string(),
    is_open: z.boolean(),
    taken_until: time,
    squares_off_at: time,
    session_ends_at: time,
    rule: z.string(),
    ...exposed,
    customers: z.int(),
    stocks: z.array(
      z.object({
        code: z.string(),
        names,
        long_shares: decimal,
        short_shares: decimal,
        ...exposed,
      }),
    ),
    /** The largest first, a hundred at most. */
    by_customer: z.array(z.object({ account, ...exposed })),
  })
  .meta({ id: "IntradayExposure" });

export type IntradayExposure = z.output<typeof exposure>;

const squareOffDay = z.object({
  date: z.iso.date(),
  squares_off_at: time,
  session_ends_at: time,
  trades: z.int(),
  /** Still to be closed, whether due or not; of these, carried over. */
  running: z.int(),
  carried_running: z.int(),
  /** Closed by the system, of these after their session, and closed before by the customer, an exit or a forced sale. */
  squared_off: z.int(),
  carried: z.int(),
  closed_otherwise: z.int(),
  /** How many could not be closed at some moment, by reason. */
  obstacles: z.partialRecord(z.enum(intradayObstacles), z.int()),
  first_at: time.nullable(),
  last_at: time.nullable(),
});

const receipt = z.object({
  at: time,
  price: decimal,
  quantity: decimal,
  /** The quote that the fill was made at. */
  quote: z.object({ feed: z.string(), sequence: recordId, bid: decimal, ask: decimal, at: time }),
});

const operatorTrade = z.object({
  id: recordId,
  account,
  type: marketKey,
  code: z.string(),
  names,
  side: sides,
  leverage: z.int(),
  quantity: decimal,
  state: z.enum(intradayStates),
  /** How its square-off went; null of one that failed or is not due. */
  result: z.enum(intradayResults).nullable(),
  applied_at: time,
  squares_off_at: time,
  session_ends_at: time,
  carried_at: time.nullable(),
  ended_at: time.nullable(),
  position: recordId.nullable(),
  open_price: decimal.nullable(),
  fees: decimal.nullable(),
  interest: decimal.nullable(),
  realised: decimal.nullable(),
  failure: z.string().nullable(),
  obstacles: z.array(z.object({ reason: z.enum(intradayObstacles), at: time })),
  squared_off: z.array(receipt),
});

export type IntradayTradeForOperators = z.output<typeof operatorTrade>;

const filter = {
  type: marketType,
  day: z.iso.date().optional(),
  state: z.enum(intradayStates).optional(),
  side: sides.optional(),
  code: instrumentCode.optional(),
  account: account.optional(),
};

export const intradayAdminCalls = {
  "/api/ops/intraday": defineOperatorCall({
    summary: "What intraday trades of a market expose the house to now: by stock and by customer",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ type: marketType }),
    output: exposure,
    refusals: [],
  }),
  "/api/ops/intraday/days": defineOperatorCall({
    summary: "How the square-off of each of the last days goes or went: queue, done, carried over",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ type: marketType }),
    output: z.object({ items: z.array(squareOffDay) }),
    refusals: [],
  }),
  "/api/ops/intraday/square-off": defineOperatorCall({
    summary:
      "A day's square-off as it happened, in the published order: time, price, the quote of the fill, and why where it could not be",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({
      type: marketType,
      day: z.iso.date(),
      result: z.enum(intradayResults).optional(),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(operatorTrade.extend({ number: z.int() })),
    refusals: [],
  }),
  "/api/ops/intraday/trades": defineOperatorCall({
    summary: "Customers' intraday trades, the newest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ ...filter, cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorTrade),
    refusals: [],
  }),
  "/api/ops/intraday/export": defineOperatorCall({
    summary:
      "The same as CSV or a workbook: the exposure by stock, the filtered trades, or a day's square-off; the newest 10,000",
    method: "GET",
    permission: "export_books",
    answersFile: true,
    input: z.strictObject({
      ...filter,
      which: z.enum(["exposure", "trades", "square_off"]),
      format: z.enum(["csv", "xlsx"]).default("csv"),
    }),
    output: z.string(),
    refusals: [],
  }),
};
