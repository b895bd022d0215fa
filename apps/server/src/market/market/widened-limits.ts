import {
  notWidened,
  widenedAfter,
  type LocalDate,
  type TradedDay,
  type WidenedSides,
} from "@sanshi/rulebook";
import type { Bar, Instrument, MarketFeed } from "../../market-feed/market-feed.ts";
import type { LimitFacts } from "./market.rules.ts";

/** What a stock's limits of a day follow from beside its quote. */
export function limitFacts(feed: Feed, instrument: Instrument, now: number): LimitFacts {
  const { market, code } = instrument;
  return {
    widened: (date) => widenedOn(feed, instrument, date, now),
    basePrice: (date) => feed.basePrice?.(market, code, date) ?? null,
  };
}

/** Further back no lock reaches: a stock locked for so long is looked at from the middle of it. */
const daysBackMax = 10;

type Feed = Pick<MarketFeed, "bars" | "corporateActions" | "basePrice">;

/** By stock, for the newest day that was asked for. */
const known = new WeakMap<Feed, Map<string, { date: LocalDate; sides: WidenedSides }>>();

/**
 * Which of a stock's daily limits are widened on a trading day, from the days before it. A feed that
 * has to fetch its bars answers not widened until they are there.
 */
export function widenedOn(
  feed: Feed,
  instrument: Instrument,
  date: LocalDate,
  now: number,
): WidenedSides {
  const { market, code } = instrument;
  if (market !== "jpy") return notWidened;
  const ofFeed = known.get(feed) ?? new Map<string, { date: LocalDate; sides: WidenedSides }>();
  known.set(feed, ofFeed);
  const kept = ofFeed.get(code);
  if (kept?.date === date) return kept.sides;
  ofFeed.set(code, { date, sides: notWidened });
  const remember = (bars: readonly Bar[]) => {
    const sides = sidesAfter(feed, instrument, bars, date);
    ofFeed.set(code, { date, sides });
    return sides;
  };
  const bars = feed.bars({ market, code, period: "1d", before: now, limit: daysBackMax + 2 });
  if (!(bars instanceof Promise)) return remember(bars);
  bars.then(remember, () => ofFeed.delete(code));
  return notWidened;
}

function sidesAfter(
  feed: Feed,
  instrument: Instrument,
  bars: readonly Bar[],
  date: LocalDate,
): WidenedSides {
  const past = bars.filter((bar) => bar.tradingDate < date);
  const first = past[0]?.tradingDate ?? date;
  // Limits stand on an adjusted close then, which bars do not have.
  const isAdjusted = feed
    .corporateActions(instrument.market, instrument.code)
    .some(({ exDate }) => exDate > first && exDate <= date);
  return isAdjusted
    ? notWidened
    : widenedAfter(instrument, tradedDays(feed, instrument, past), date);
}

/** The first bar only gives the close that the next one's limits stand on. */
function tradedDays(
  feed: Feed,
  { market, code }: Instrument,
  bars: readonly Bar[],
): readonly TradedDay[] {
  return bars.slice(1).map(({ tradingDate, low, high }, index) => {
    const basePrice = feed.basePrice?.(market, code, tradingDate) ?? bars[index]!.close;
    return { date: tradingDate, basePrice, low, high };
  });
}
