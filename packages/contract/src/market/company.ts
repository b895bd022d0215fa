import { z } from "zod";
import { defineCall } from "../call.ts";
import {
  amountPerShare,
  calendarStatus,
  decimal,
  instrumentCode,
  marketType,
  month,
} from "../wire.ts";
import { companyEventKinds, holidayKinds } from "./constants.ts";
import { stockRow } from "./market.ts";
import { newsItem } from "./news.ts";

const stockKey = z.strictObject({ code: instrumentCode, type: marketType });

/** Null is what nobody has told: a record of prices alone knows no earnings, and nothing is made up for it. */
const companyFigures = z.object({
  /** Price to earnings and to book value per share; null too where a company makes a loss. */
  per: decimal.nullable(),
  pbr: decimal.nullable(),
  /** What was paid per share in the last twelve months, in today's shares, and that in per cent of the price. */
  dividends_per_share: decimal,
  dividend_yield: decimal,
  market_value: decimal.nullable(),
  shares: decimal.nullable(),
  earnings_per_share: decimal.nullable(),
  book_per_share: decimal.nullable(),
  /** The last day of the newest fiscal year whose results were told. */
  year_end: z.string().nullable(),
});

const companyEvent = z.object({
  kind: z.enum(companyEventKinds),
  /** The trading day on which it took effect, or on which results were told. */
  date: z.string(),
  /** Of a dividend, per share of that day. */
  amount: amountPerShare.nullable(),
  /** Of a split: so many new shares for so many old ones. */
  ratio: z.object({ new: z.string(), old: z.string() }).nullable(),
});
export type CompanyEvent = z.output<typeof companyEvent>;

const companyDetail = z.object({
  /** Of a simulated company the figures are a part of the simulation; of a record they are what it holds. */
  source: z.enum(["simulated", "recorded"]),
  sector: z.string(),
  exchange: z.string(),
  listed_on: z.string(),
  figures: companyFigures,
  dates: z.object({
    last_earnings: z.string().nullable(),
    next_earnings: z.string().nullable(),
    last_ex_dividend: z.string().nullable(),
    next_ex_dividend: z.string().nullable(),
  }),
  /** Newest first. */
  events: z.array(companyEvent),
  /** Of the same industry and market, the most traded first. */
  related: z.array(stockRow),
  /** About this stock, the newest first, of the last months. */
  news: z.array(newsItem),
});

const stockFigures = z.object({
  code: z.string(),
  sector: z.string(),
  per: decimal.nullable(),
  dividend_yield: decimal,
  market_value: decimal.nullable(),
  /** Of 52 weeks with today, in today's shares; null where the record is shorter. */
  year_high: decimal.nullable(),
  year_low: decimal.nullable(),
});
export type StockFigures = z.output<typeof stockFigures>;

const marketCalendar = z.object({
  /** The trading day that the market is in. */
  today: z.string(),
  month: z.string(),
  /** What can be asked for. */
  first_month: z.string(),
  last_month: z.string(),
  /** By day, and within it by code. What is ahead is as far as it has been told. */
  events: z.array(companyEvent.extend({ code: z.string() })),
  /** Weekdays on which the exchanges are closed, or close early. */
  holidays: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(holidayKinds),
      /** False where orders trade here all the same. */
      closed_here: z.boolean(),
    }),
  ),
  /** Of the month's year: holidays that are expected may still move, and unknown ones are missing. */
  calendar_status: calendarStatus,
});
export type MarketCalendar = z.output<typeof marketCalendar>;

export const companyCalls = {
  "/market/figures": defineCall({
    summary:
      "What stocks of a market are compared by: industry, PER, yield, market value, 52-week range",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.object({
      source: z.enum(["simulated", "recorded"]),
      items: z.array(stockFigures),
    }),
    refusals: [],
  }),
  "/market/calendar": defineCall({
    summary: "A month of a market: results, dividends, splits and the exchanges' holidays by day",
    access: "customer",
    input: z.strictObject({
      type: marketType,
      month: month.optional().meta({
        description: "the running one where it is left out; empty where nothing is known",
      }),
    }),
    output: marketCalendar,
    refusals: [],
  }),
  "/market/company": defineCall({
    summary: "A company: key figures, dates, events, news and related stocks",
    access: "customer",
    input: stockKey,
    output: companyDetail,
    refusals: ["instrument_not_found"],
  }),
};
