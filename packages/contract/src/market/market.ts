import { defineCall } from "../call.ts";
import {
  calendarStatus,
  marketKey,
  names,
  decimal,
  time,
  instrumentCode,
  marketType,
  listLimit,
  done,
  nothing,
} from "../wire.ts";
import { stockSorts, candlePeriods, adjustModes, stockEndKinds } from "./constants.ts";
import { publicHalt } from "./trading-halts.ts";
import { z } from "zod";

/** A stock in a list. Percentages have two decimals and their own sign; prices are decimals. */
export const stockRow = z.object({
  type: marketKey,
  code: z.string(),
  exchange: z.string(),
  name: z.string().meta({ description: "the name at home" }),
  names,
  price: decimal,
  change: decimal,
  change_percent: decimal,
  open: decimal,
  previous_close: decimal,
  high: decimal,
  low: decimal,
  volume: decimal,
  turnover: decimal,
  /** By its exchange or by us: no new orders are taken. */
  halted: z.boolean(),
  /** Its last trading day is over: it is not traded any more. Left out of every other stock. */
  ended: z.literal(true).optional(),
  sequence: z.string(),
  at: time,
});

export type StockRow = z.output<typeof stockRow>;

const marketState = z.object({
  open: z.boolean(),
  phase: z.string().nullable(),
  trading_date: z.string(),
  opens_at: time.nullable(),
  closes_at: time.nullable(),
  /** Of the day of `opens_at`; while the market is open, of today. */
  calendar_status: calendarStatus,
});

const indexRow = z.object({
  type: marketKey,
  code: z.string(),
  names,
  level: decimal,
  change: decimal,
  change_percent: decimal,
  at: time,
});

const extendedPhase = z.enum(["pre_market", "after_hours"]);

const stockDetail = stockRow.extend({
  bid: decimal,
  ask: decimal,
  /** What a quantity goes by, and the least of a purchase: with MARKET_RULES=exchange the exchange's own. */
  lot: decimal,
  lot_min: decimal,
  tick: decimal,
  limit_up: decimal.nullable(),
  limit_down: decimal.nullable(),
  sector: z.string(),
  listed_on: z.string(),
  /** By kind of order how long one can stand, or when it may trade: `kind` and `time_in_force` of an order. */
  order_forms: z.record(z.string(), z.array(z.string())),
  /** Our own halt, with its reason; null where there is none, or the exchange alone has halted it. */
  halt: publicHalt.nullable(),
  /** Announced: its last trading day, and what is settled then. Null while nothing is announced. */
  end: z
    .object({
      kind: z.enum(stockEndKinds),
      last_trading_day: z.string(),
      ended: z.boolean(),
      announced_at: time,
      /** What a share is paid as the document says it; null: the close of the last trading day. */
      cash_price: decimal.nullable(),
      document_address: z.string().nullable(),
      /** Of a merger in shares: whose, and how many new ones for old ones, `3:4`. */
      target: z.object({ code: z.string(), names, ratio: z.string() }).nullable(),
      /** What everything was settled at; null before. */
      settlement_price: decimal.nullable(),
    })
    .nullable(),
  /** The ids of the rules that an order meets first, in `rulesAddress`: sessions, tick, limit, lot and settlement. */
  rules: z.array(z.string()),
  watched: z.boolean(),
  /** What it was called before its newest change of code, name or exchange, and from which day on it is not; for a year. */
  formerly: z.object({ code: z.string(), names, until: z.string() }).nullable(),
  market: marketState,
  /**
   * Of a US stock for whose extended hours orders are taken: the phase that is on, or comes next, and its quote while one is
   * on. `change` is that from the last official price, which stays the day's. Left out where they are not offered.
   */
  extended: z
    .object({
      phase: extendedPhase,
      from: time,
      until: time,
      quote: z
        .object({
          price: decimal,
          change: decimal,
          change_percent: decimal,
          bid: decimal,
          ask: decimal,
          bid_quantity: decimal,
          ask_quantity: decimal,
          at: time,
        })
        .nullable(),
      /** Between the phases: the last price of the evening before, which nobody trades at. Left out where there is none. */
      last: z
        .object({ price: decimal, change: decimal, change_percent: decimal, at: time })
        .optional(),
    })
    .optional(),
});

/** [start, open, high, low, close, volume, turnover]: time in ISO 8601, the rest decimals. */
const candle = z.tuple([time, decimal, decimal, decimal, decimal, decimal, decimal]);

/** [start, price at its end, average price since the opening, volume]: of a minute, or of several. */
const timeSharePoint = z.tuple([time, decimal, decimal, decimal]);

const depthLevel = z.tuple([decimal, decimal]);

/** [when, price, quantity, who came to the other's price; null in an auction, which has no such side]. */
const trade = z.tuple([time, decimal, decimal, z.enum(["buy", "sell"]).nullable()]);

const candleLimit = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}|1000)$/)
  .default("300");

/** Whether a chart has the prices of extended hours beside its own. */
const chartHours = z.enum(["regular", "extended"]).optional();

const stockKey = z.strictObject({ code: instrumentCode, type: marketType });

const optionalType = z.strictObject({ type: marketKey.optional() });

/** A stock as whoever has no account sees it. */
const publicStock = stockRow
  .pick({
    type: true,
    code: true,
    names: true,
    price: true,
    change: true,
    change_percent: true,
    previous_close: true,
    high: true,
    low: true,
    at: true,
  })
  .extend({
    /** The day's course so far, a few dozen prices at even steps; the last is the newest. */
    course: z.array(decimal),
  });

export type PublicStock = z.output<typeof publicStock>;

export const marketCalls = {
  "/market/overview": defineCall({
    summary:
      "For whoever has no account: a market's indices, and its stocks that trade, rise and fall most. Answers are shared for a few seconds; empty where prices are not ours to show",
    access: "anyone",
    input: z.strictObject({ type: marketType }),
    output: z.object({
      indexes: z.array(indexRow),
      active: z.array(publicStock),
      rising: z.array(publicStock),
      falling: z.array(publicStock),
    }),
    refusals: [],
  }),
  "/market/stocks": defineCall({
    summary: "All stocks of a market, ranked",
    access: "customer",
    input: z.strictObject({ type: marketType, sort: z.enum(stockSorts).default("turnover") }),
    output: z.array(stockRow),
    refusals: [],
  }),
  "/market/hot": defineCall({
    summary: "The stocks that trade most right now",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(stockRow),
    refusals: [],
  }),
  "/market/lines": defineCall({
    summary: "The running day of each of a market's stocks as a short line, the same for everybody",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.object({
      trading_date: z.string(),
      /** Of the whole day; a line has fewer while the day runs. */
      points: z.int().positive(),
      items: z.array(
        z.object({
          code: z.string(),
          /** The change against the previous close at the end of each stretch, in hundredths of a per cent. */
          changes: z.array(z.int()),
        }),
      ),
    }),
    refusals: [],
  }),
  "/market/indexes": defineCall({
    summary: "Indices computed from their members",
    access: "customer",
    input: optionalType,
    output: z.array(indexRow),
    refusals: [],
  }),
  "/market/index-line": defineCall({
    summary:
      "An index at the end of each day, week, month or year, newest last: to hold a stock against",
    access: "customer",
    input: z.strictObject({
      code: instrumentCode,
      type: marketType,
      period: z.enum(["day", "week", "month", "year"]),
      limit: candleLimit,
    }),
    output: z.object({ items: z.array(z.tuple([time, decimal])) }),
    refusals: ["instrument_not_found"],
  }),
  "/market/search": defineCall({
    summary: "Stocks by code, or by name in kanji, kana, characters, pinyin or English",
    access: "customer",
    input: z.strictObject({ q: z.string().max(64) }),
    output: z.array(stockRow),
    refusals: [],
  }),
  "/market/stock": defineCall({
    summary: "One stock, with its lot, tick, limits and session",
    access: "customer",
    input: stockKey,
    output: stockDetail,
    refusals: ["instrument_not_found"],
  }),
  "/market/candles": defineCall({
    summary: "Candles of a period, newest last; raw, or adjusted for splits and dividends",
    access: "customer",
    input: z.strictObject({
      code: instrumentCode,
      type: marketType,
      period: z.enum(candlePeriods),
      adjust: z.enum(adjustModes).default("none"),
      before: time.optional(),
      limit: candleLimit,
      hours: chartHours,
    }),
    output: z.object({
      items: z.array(candle),
      more: z.boolean(),
      /**
       * Of minutes asked for with `hours: "extended"`, where such hours are offered: the candles of extended hours from the
       * first of `items` on. No candle of `items` has any of them.
       */
      extended: z.array(candle).optional(),
    }),
    refusals: ["instrument_not_found"],
  }),
  "/market/timeshare": defineCall({
    summary: "The running day, point by point, with its average price",
    access: "customer",
    input: stockKey.extend({ hours: chartHours }),
    output: z.object({
      trading_date: z.string(),
      previous_close: decimal,
      /** Minutes in one point: one, and five of a market that is open around the clock. */
      point_minutes: z.int().positive(),
      /** From opening to close, [from, until] pairs with the closing auction; a gap is the lunch break. */
      sessions: z.array(z.tuple([time, time])),
      /** The day's auctions: from the first order until the one price, which may be the same moment. */
      auctions: z.array(
        z.object({ kind: z.enum(["opening", "closing"]), from: time, until: time }),
      ),
      /** What the day's auctions came to: one price for everybody in them. Not yet those that lie ahead. */
      auction_prices: z.array(
        z.object({
          auction: z.enum(["opening", "morning_closing", "afternoon_opening", "closing"]),
          at: time,
          price: decimal,
          /** A part of the day's volume; null where a record does not tell it apart. */
          volume: z.string().nullable(),
          /** The side that was left at the price, where the stock was locked at its limit. */
          locked: z.enum(["buy", "sell"]).nullable(),
        }),
      ),
      items: z.array(timeSharePoint),
      /**
       * Asked for with `hours: "extended"`, where such hours are offered: those of the day and of the next morning once it has
       * begun, and [start, price at its end, volume] in them. They are in none of the figures above.
       */
      extended: z
        .object({
          sessions: z.array(z.object({ phase: extendedPhase, from: time, until: time })),
          items: z.array(z.tuple([time, decimal, decimal])),
        })
        .optional(),
    }),
    refusals: ["instrument_not_found"],
  }),
  "/market/depth": defineCall({
    summary: "Five levels of bid and ask, best first: [price, quantity]",
    access: "customer",
    input: stockKey,
    output: z.object({ bids: z.array(depthLevel), asks: z.array(depthLevel), at: time }),
    refusals: ["instrument_not_found"],
  }),
  "/market/trades": defineCall({
    summary:
      "The last trades of the running day, newest first: the feed's own, the same for everybody",
    access: "customer",
    input: stockKey.extend({ limit: listLimit }),
    output: z.object({
      trading_date: z.string(),
      /** Null where the feed knows bars alone: a record of minutes does not tell its trades, and none is made up. */
      items: z.array(trade).nullable(),
    }),
    refusals: ["instrument_not_found"],
  }),
  "/market/watchlist": defineCall({
    summary: "The customer's watched stocks, newest first",
    access: "customer",
    input: optionalType,
    output: z.array(stockRow),
    refusals: [],
  }),
  "/market/watch": defineCall({
    summary: "Adds a stock to the watchlist; adding it twice changes nothing",
    access: "customer",
    input: stockKey,
    output: done,
    refusals: ["instrument_not_found", "watchlist_full"],
  }),
  "/market/unwatch": defineCall({
    summary: "Takes a stock off the watchlist; taking it off twice changes nothing",
    access: "customer",
    input: stockKey,
    output: done,
    refusals: [],
  }),
  "/market/status": defineCall({
    summary: "Which markets are open, and when they open or close next",
    access: "customer",
    input: nothing,
    output: z.array(marketState.extend({ type: marketKey })),
    refusals: [],
  }),
};
