import { defineCall } from "../call.ts";
import {
  marketKey,
  names,
  decimal,
  time,
  instrumentCode,
  marketType,
  done,
  nothing,
} from "../wire.ts";
import { stockSorts, candlePeriods, adjustModes } from "./constants.ts";
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
  /** Our own halt, with its reason; null where there is none, or the exchange alone has halted it. */
  halt: publicHalt.nullable(),
  watched: z.boolean(),
  market: marketState,
});

/** [start, open, high, low, close, volume, turnover]: time in ISO 8601, the rest decimals. */
const candle = z.tuple([time, decimal, decimal, decimal, decimal, decimal, decimal]);

/** [start, price at its end, average price since the opening, volume]: of a minute, or of several. */
const timeSharePoint = z.tuple([time, decimal, decimal, decimal]);

const depthLevel = z.tuple([decimal, decimal]);

const stockKey = z.strictObject({ code: instrumentCode, type: marketType });

const optionalType = z.strictObject({ type: marketKey.optional() });

export const marketCalls = {
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
  "/market/indexes": defineCall({
    summary: "Indices computed from their members",
    access: "customer",
    input: optionalType,
    output: z.array(indexRow),
    refusals: [],
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
      limit: z
        .string()
        .regex(/^(?:[1-9]\d{0,2}|1000)$/)
        .default("300"),
    }),
    output: z.object({ items: z.array(candle), more: z.boolean() }),
    refusals: ["instrument_not_found"],
  }),
  "/market/timeshare": defineCall({
    summary: "The running day, point by point, with its average price",
    access: "customer",
    input: stockKey,
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
