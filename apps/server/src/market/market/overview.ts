import type { CallOutput, Calls, PublicStock } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Quote } from "../../market-feed/market-feed.ts";
import { RawJson } from "../../platform/http/answers.ts";
import { rank } from "./market.rules.ts";
import { indexRows, offeredQuotes, runningDay, stockRowOf, type MarketContext } from "./market.ts";
import { createRecentAnswers, type RecentAnswers } from "./recent-answers.ts";

type Overview = CallOutput<Calls["/market/overview"]>;
const activeMax = 6;
const moversMax = 4;
/** Whoever asks within it gets what the first was answered: crowds without an account cost one answer. */
const sharedMs = 2_000;
/** A course gains a point in minutes; between them only its last price is new. */
const courseMs = 60_000;
const coursesMax = 100;
const coursePointsMax = 48;

type Kept = { overviews: RecentAnswers<RawJson>; courses: RecentAnswers<readonly string[]> };
const keptByFeed = new WeakMap<MarketContext["feed"], Kept>();

/** A market at a glance. A live feed's prices are its exchange's, who lets nobody show them to everybody. */
export async function marketOverview(context: MarketContext, market: MarketKey): Promise<RawJson> {
  const kept = keptOf(context.feed);
  const question = `${market}:${Math.floor(context.clock.now() / sharedMs)}`;
  return kept.overviews.get(question, async () => {
    const overview =
      context.feed.kind === "live" ? nothing : await overviewOf(context, kept, market);
    return new RawJson(JSON.stringify(overview));
  });
}

const nothing: Overview = { indexes: [], active: [], rising: [], falling: [] };

function keptOf(feed: MarketContext["feed"]): Kept {
  const known = keptByFeed.get(feed);
  if (known !== undefined) return known;
  // Of three markets the newest answer and the one that is being replaced.
  const kept = { overviews: createRecentAnswers<RawJson>(6), courses: coursesKept() };
  keptByFeed.set(feed, kept);
  return kept;
}

function coursesKept(): RecentAnswers<readonly string[]> {
  return createRecentAnswers<readonly string[]>(coursesMax);
}

async function overviewOf(
  context: MarketContext,
  { courses }: Kept,
  market: MarketKey,
): Promise<Overview> {
  const quotes = offeredQuotes(context, market);
  const shown = (list: readonly Quote[]) =>
    Promise.all(list.map((quote) => publicStock(context, courses, quote)));
  const changed = quotes.filter(({ last, previousClose }) => last !== previousClose);
  const [active, rising, falling] = await Promise.all([
    shown(rank(quotes, "turnover").slice(0, activeMax)),
    shown(onlyTo(1n, rank(changed, "gainers")).slice(0, moversMax)),
    shown(onlyTo(-1n, rank(changed, "losers")).slice(0, moversMax)),
  ]);
  return { indexes: indexRows(context, market), active, rising, falling };
}

/** What fell is no riser, however few rose. */
function onlyTo(sign: 1n | -1n, quotes: readonly Quote[]): readonly Quote[] {
  return quotes.filter(({ last, previousClose }) => (last - previousClose) * sign > 0n);
}

async function publicStock(
  context: MarketContext,
  courses: RecentAnswers<readonly string[]>,
  quote: Quote,
): Promise<PublicStock> {
  const { market, code, tradingDate } = quote;
  const instrument = context.quotes.instrument(market, code);
  if (instrument === null) throw new Error(`a quote of ${market} ${code} without its instrument`);
  const row = stockRowOf(context, instrument, quote);
  const { type, names, price, change, change_percent, previous_close, high, low, at } = row;
  const minute = Math.floor(context.clock.now() / courseMs);
  const question = [market, code, tradingDate, minute].join();
  const course = await courses.get(question, async () => {
    const { items } = await runningDay(context, quote);
    return evenly(
      items.map(([, close]) => close),
      coursePointsMax - 1,
    );
  });
  return {
    ...{ type, code, names, price, change, change_percent, previous_close, high, low, at },
    course: [...course, price],
  };
}

/** At most so many of them at even steps, the first and the last among them. */
export function evenly<One>(all: readonly One[], max: number): One[] {
  if (all.length <= max) return [...all];
  const step = (all.length - 1) / (max - 1);
  return Array.from({ length: max }, (_, place) => all[Math.round(place * step)]!);
}
