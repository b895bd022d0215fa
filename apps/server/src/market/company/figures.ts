import { setImmediate as pause } from "node:timers/promises";
import type { CallOutput, Calls, StockFigures } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  notional,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import { marketDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Fundamentals, Quote } from "../../market-feed/market-feed.ts";
import { RawJson } from "../../platform/http/answers.ts";
import { createRecentAnswers, offeredQuotes, type RecentAnswers } from "../market/market.ts";
import { dividendsOfYear, multipleOf, yearRangeOf, yieldOf } from "./company.rules.ts";

export type FiguresContext = Pick<Context, "quotes" | "feed" | "hours"> & {
  clock: Pick<Context["clock"], "now">;
};
type Figures = CallOutput<Calls["/market/figures"]>;

/** For so long everybody gets the same text: what follows from prices moves little in it. */
const figuresMs = 15_000;

/** JSON of `/market/figures`: made at most once in a while for all customers, and from what is known of the day. */
export function marketFigures(context: FiguresContext, market: MarketKey): Promise<RawJson> {
  const moment = Math.floor(context.clock.now() / figuresMs);
  return keptOf(context).answers.get([market, moment].join(), async () => {
    const items: StockFigures[] = [];
    for (const quote of offeredQuotes(context, market)) {
      items.push(figuresOf(context, quote, await factsOf(context, quote)));
    }
    const source = context.feed.fundamentals === undefined ? "recorded" : "simulated";
    return new RawJson(JSON.stringify({ source, items } satisfies Figures));
  });
}

function figuresOf(
  { quotes }: FiguresContext,
  quote: Quote,
  { known, dividends, year }: StockFacts,
): StockFigures {
  const { market, code, last } = quote;
  const currency = settlementCurrency(market);
  const end = (one: Price, other: Price, isHigh: boolean) =>
    formatPrice(one > other === isHigh ? one : other, currency);
  return {
    code,
    sector: quotes.instrument(market, code)?.sector ?? "",
    per: multipleOf(last, known?.results?.earningsPerShare ?? null),
    dividend_yield: yieldOf(last, dividends),
    market_value:
      known === null
        ? null
        : formatMinor(notional(last, known.shares, currency, "floor"), currency),
    year_high: year === null ? null : end(year.high, quote.high, true),
    year_low: year === null ? null : end(year.low, quote.low, false),
  };
}

/** What of a stock does not move within a day. */
type StockFacts = {
  day: string;
  known: Fundamentals | null;
  dividends: Price;
  /** Of the 52 weeks before the day. */
  year: { high: Price; low: Price } | null;
};

/** Enough for 52 weeks of a market that trades every day. */
const yearBars = 380;

/** Worked out once a day and stock, with a pause behind each. */
async function factsOf(context: FiguresContext, quote: Quote): Promise<StockFacts> {
  const { feed, clock, hours } = context;
  const { market, code, tradingDate } = quote;
  const { facts } = keptOf(context);
  const key = `${market}:${code}`;
  const day = `${tradingDate} ${marketDate(market, clock.now(), hours)}`;
  const kept = facts.get(key);
  if (kept?.day === day) return kept;
  const actions = feed.corporateActions(market, code);
  const before = Number.MAX_SAFE_INTEGER;
  const bars = await feed.bars({ market, code, period: "1d", before, limit: yearBars });
  const found: StockFacts = {
    day,
    known: feed.fundamentals?.(market, code) ?? null,
    dividends: dividendsOfYear(actions, tradingDate),
    year: yearRangeOf(bars, actions, tradingDate),
  };
  facts.set(key, found);
  await pause();
  return found;
}

type Kept = { answers: RecentAnswers<RawJson>; facts: Map<string, StockFacts> };

const keptByFeed = new WeakMap<FiguresContext["feed"], Kept>();
/** Of three markets, the newest and what somebody may still be waiting for. */
const answersMax = 6;

function keptOf({ feed }: FiguresContext): Kept {
  let kept = keptByFeed.get(feed);
  if (kept === undefined) {
    kept = { answers: createRecentAnswers(answersMax), facts: new Map() };
    keptByFeed.set(feed, kept);
  }
  return kept;
}
