import { extendedPhaseAt, type RecordedHours } from "@sanshi/rulebook";
import {
  extendedFeedName,
  reachesWaited,
  type Bar,
  type PassedQuestion,
  type Quote,
} from "../market-feed.ts";
import { createExtendedTape } from "./extended-tape.ts";
import { toApp, toRecord, type PlayedTime } from "./recorded-hours.ts";
import { quoteOf, timeOfSequence } from "./recorded-quote.ts";
import type { Tape, TapeEvent } from "./tape.ts";

/** What a record has of one stock's extended hours, as the feed is asked for it. */
export type RecordedExtended = {
  /** Null outside of extended hours, and before the first price of them. */
  quote(now: number): Quote | null;
  bars(span: { from: number; until: number }, now: number): Bar[];
  /** The stock's `regular` quotes and those of extended hours among them that come to somebody's limit. */
  passed(question: PassedQuestion, regular: Iterator<Quote, void>): Iterable<Quote>;
};

type Played = {
  time: PlayedTime;
  /** The record's own, whatever hours the app keeps. */
  hours: RecordedHours;
  /** The name of the feed whose regular quotes they stand beside. */
  feed: string;
  /** The last day that is played. */
  until: string | undefined;
};

export function recordedExtended(tape: Tape, played: Played): RecordedExtended {
  const { time, hours, feed, until: lastDay } = played;
  const { instrument } = tape.stock;
  const extended = createExtendedTape(tape, lastDay);
  const quoteAt = (event: TapeEvent) =>
    quoteOf(instrument, event, extendedFeedName(feed), quoteTimes(event, time));
  return {
    quote(now) {
      const phase = extendedPhaseAt(now, hours);
      if (phase === null) return null;
      const moment = toRecord(time, now);
      const event = extended.at(Math.floor(toRecord(time, phase.from)), moment);
      return event === null ? null : seenAt(quoteAt(event), event, moment);
    },
    bars: (span, now) => extended.bars(span, toRecord(time, now)),
    *passed({ after, until, extended: waitedFor }, regular) {
      let next = regular.next();
      if (waitedFor !== undefined) {
        const from = toRecord(time, timeOfSequence(after) - 1);
        for (const event of extended.between(from, toRecord(time, until))) {
          const quote = quoteAt(event);
          for (; next.done !== true && next.value.sequence < quote.sequence; next = regular.next())
            yield next.value;
          const prices = { low: quote.ask, high: quote.bid };
          if (quote.sequence > after && reachesWaited(prices, waitedFor())) yield quote;
        }
      }
      for (; next.done !== true; next = regular.next()) yield next.value;
    },
  };
}

/** A price holds until its bar has the next one, and no longer. */
function quoteTimes({ at, bar }: TapeEvent, time: PlayedTime): { at: number; nextAt: number } {
  const until = bar === null ? at : Math.min(at + bar.lengthMs / 3, bar.from + bar.lengthMs);
  return { at: toApp(time, at), nextAt: toApp(time, until) };
}

/** As it is seen at a moment: once its bar is over its price stands, and nobody who trades at it. */
function seenAt(quote: Quote, { bar }: TapeEvent, moment: number): Quote {
  const isOn = bar !== null && moment < bar.from + bar.lengthMs;
  return isOn ? quote : { ...quote, bids: [], asks: [] };
}
