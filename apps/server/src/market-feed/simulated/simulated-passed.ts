import { extendedPhases } from "@sanshi/rulebook";
import { passedExtendedQuotes } from "./extended-quote.ts";
import { reachesWaited, type PassedQuestion, type Quote } from "../market-feed.ts";
import { roomForTicks, type MinuteTicks } from "./minute-ticks.ts";
import { quoteAt } from "./quote-at.ts";
import type { Stock } from "./stock.ts";
import { minuteAt, ticksOf, tradingDay, type TradingDay } from "./trading-day.ts";

type Question = Pick<PassedQuestion, "after" | "until" | "waitedFor" | "extended">;

const minuteMs = 60_000;

/** A stock's quotes day by day: those of its extended hours too where they are asked for. */
export function* passedQuotes(
  stock: Pick<Stock, "history" | "track">,
  question: Question,
): Generator<Quote, void> {
  const { history, track } = stock;
  const { calendar } = history;
  const room = roomForTicks();
  const lastDay = calendar.indexAt(question.until);
  if (lastDay >= 0) history.reach(lastDay);
  const firstDay = Math.max(0, calendar.indexAt(Number(question.after)));
  for (let index = firstDay; index <= lastDay; index += 1) {
    const of = tradingDay(history, track, index);
    if (question.extended === undefined) {
      if (of !== null) yield* passedTrades(of, question, room);
      continue;
    }
    const [morning, evening] = extendedPhases(calendar.dateAt(index), "exchange");
    if (morning !== undefined) yield* passedExtendedQuotes(stock, morning, question);
    if (of !== null) yield* passedTrades(of, question, room);
    if (evening !== undefined) yield* passedExtendedQuotes(stock, evening, question);
  }
}

/** A day's trades as their quotes. Of a minute in which nobody's price lies no trade is drawn. */
function* passedTrades(
  of: TradingDay,
  { after, until, waitedFor }: Question,
  room: MinuteTicks,
): Generator<Quote, void> {
  const from = Number(after);
  const { starts, minutes } = of;
  for (let minute = Math.max(0, minuteAt(starts, from)); minute < starts.length; minute += 1) {
    const start = starts[minute]!;
    if (start > until) return;
    const range = [minutes.low[minute]!, minutes.high[minute]!] as const;
    if (start + minuteMs <= from || !isWaitedFor(range, waitedFor)) continue;
    const ticks = ticksOf(of, minute, room);
    for (let tick = 0; tick < ticks.count; tick += 1) {
      const at = start + ticks.offsetMs[tick]!;
      if (at > until) return;
      const last = ticks.price[tick]!;
      if (at <= from || !isWaitedFor([last, last], waitedFor)) continue;
      yield quoteAt({ of, minute, ticks, tick });
    }
  }
}

function isWaitedFor(
  [low, high]: readonly [number, number],
  waitedFor: Question["waitedFor"],
): boolean {
  return reachesWaited({ low: BigInt(low), high: BigInt(high) }, waitedFor());
}
