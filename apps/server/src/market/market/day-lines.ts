import { setImmediate as pause } from "node:timers/promises";
import type { CallOutput, Calls } from "@sanshi/contract";
import { dayLinePoints } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { recordMoment } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import { RawJson } from "../../platform/http/answers.ts";
import { lineOf, stretchEnds } from "./day-lines.rules.ts";
import { phasesOnChart } from "./day-phases.ts";
import { offeredQuotes } from "./market.ts";
import { patientBars } from "./patient-bars.ts";
import { createRecentAnswers, type RecentAnswers } from "./recent-answers.ts";

type LinesContext = Pick<Context, "quotes" | "feed" | "hours"> & {
  clock: Pick<Context["clock"], "now">;
};
type Lines = CallOutput<Calls["/market/lines"]>;

/**
 * JSON of `/market/lines`. Lines grow when a stretch of the day ends and at no other time: they are drawn then for
 * everybody, stock by stock with pauses between them, and whoever asks before the next end gets the same text.
 */
export function dayLines(context: LinesContext, market: MarketKey): Promise<RawJson> {
  const quotes = offeredQuotes(context, market);
  const date = newestDate(quotes);
  const now = recordMoment(context.clock.now(), context.hours);
  const phases = date === null ? [] : phasesOnChart(market, date, context.hours);
  const ends = stretchEnds(phases, dayLinePoints).filter((end) => end <= now);
  return linesOf(context.feed).get([market, date, ends.length].join(), async () => {
    const items: Lines["items"] = [];
    for (const quote of quotes) {
      if (quote.tradingDate !== date) continue;
      const changes = await changesOf(context, quote, ends);
      // Of a stock without minutes nobody knows how it came to its price.
      if (changes.length === ends.length) items.push({ code: quote.code, changes });
      await pause();
    }
    const lines: Lines = { trading_date: date ?? "", points: dayLinePoints, items };
    return new RawJson(JSON.stringify(lines));
  });
}

function newestDate(quotes: readonly Quote[]): string | null {
  return quotes.reduce<string | null>(
    (newest, { tradingDate }) => (newest === null || tradingDate > newest ? tradingDate : newest),
    null,
  );
}

/** More than a day around the clock has. */
const minutesMax = 1_500;

async function changesOf(
  { feed }: LinesContext,
  { market, code, tradingDate, previousClose }: Quote,
  ends: readonly number[],
): Promise<number[]> {
  const until = ends.at(-1);
  if (until === undefined) return [];
  const bars = await patientBars(feed)({
    ...{ market, code },
    period: "1m",
    before: until,
    limit: minutesMax,
  });
  const ofDay = bars.filter((bar) => bar.tradingDate === tradingDate);
  return lineOf(ofDay, previousClose, ends);
}

const lines = new WeakMap<LinesContext["feed"], RecentAnswers<RawJson>>();
/** Of three markets, the newest and what somebody may still be waiting for. */
const linesMax = 6;

function linesOf(feed: LinesContext["feed"]): RecentAnswers<RawJson> {
  let kept = lines.get(feed);
  if (kept === undefined) lines.set(feed, (kept = createRecentAnswers(linesMax)));
  return kept;
}
