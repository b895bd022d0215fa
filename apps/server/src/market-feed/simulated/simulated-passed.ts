import { reachesWaited, type PassedQuestion, type Quote } from "../market-feed.ts";
import { roomForTicks } from "./minute-ticks.ts";
import { quoteAt } from "./quote-at.ts";
import type { Stock } from "./stock.ts";
import { minuteAt, ticksOf, tradingDay } from "./trading-day.ts";

type Question = Pick<PassedQuestion, "after" | "until" | "waitedFor">;

const minuteMs = 60_000;

/** A stock's trades as their quotes. Of a minute in which nobody's price lies no trade is drawn. */
export function* passedQuotes(
  { history, track }: Pick<Stock, "history" | "track">,
  { after, until, waitedFor }: Question,
): Generator<Quote, void> {
  const { calendar } = history;
  const room = roomForTicks();
  const from = Number(after);
  const lastDay = calendar.indexAt(until);
  if (lastDay >= 0) history.reach(lastDay);
  for (let index = Math.max(0, calendar.indexAt(from)); index <= lastDay; index += 1) {
    const of = tradingDay(history, track, index);
    if (of === null) continue;
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
}

function isWaitedFor(
  [low, high]: readonly [number, number],
  waitedFor: Question["waitedFor"],
): boolean {
  return reachesWaited({ low: BigInt(low), high: BigInt(high) }, waitedFor());
}
