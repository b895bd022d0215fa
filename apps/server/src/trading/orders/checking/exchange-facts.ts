import { sellLockMinutes, minuteMs } from "@sanshi/contract";
import {
  isShortTestTriggered,
  soldFrom,
  type LocalDate,
  type RuleReference,
} from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import type { Bar, Instrument, MarketFeed, Quote } from "../../../market-feed/market-feed.ts";
import type { MarketFacts } from "./order-checks.rules.ts";

/** What the exchange's rules are decided by beside the quote; null in practice mode. */
export function exchangeFacts(
  { settings, feed }: Pick<Context, "settings" | "feed">,
  now: number,
): MarketFacts["exchange"] {
  if (settings.marketRules === "practice") return null;
  return { isShortTested: (instrument, quote) => isShortTested(feed, instrument, quote, now) };
}

/** By stock, whether the trading day before a date fell so far. */
const fellBefore = new WeakMap<
  Pick<MarketFeed, "bars">,
  Map<string, { date: LocalDate; fell: boolean }>
>();

/** From the fall on for the rest of the day, and on the trading day after it. */
function isShortTested(
  feed: Pick<MarketFeed, "bars">,
  instrument: Instrument,
  { market, tradingDate, previousClose, low }: Quote,
  now: number,
): boolean {
  if (isShortTestTriggered(market, tradingDate, { basePrice: previousClose, low })) return true;
  const kept = fellBefore.get(feed) ?? new Map<string, { date: LocalDate; fell: boolean }>();
  fellBefore.set(feed, kept);
  const known = kept.get(instrument.code);
  if (known?.date === tradingDate) return known.fell;
  const remember = (bars: readonly Bar[]) => {
    const [base, day] = bars.filter((bar) => bar.tradingDate < tradingDate).slice(-2);
    const fell =
      base !== undefined &&
      day !== undefined &&
      isShortTestTriggered(market, day.tradingDate, { basePrice: base.close, low: day.low });
    kept.set(instrument.code, { date: tradingDate, fell });
    return fell;
  };
  const { code } = instrument;
  const bars = feed.bars({ market, code, period: "1d", before: now, limit: 3 });
  if (!(bars instanceof Promise)) return remember(bars);
  // A feed that has to fetch its bars answers no until they are there.
  kept.set(code, { date: tradingDate, fell: false });
  bars.then(remember, () => kept.delete(code));
  return false;
}

type Bought = {
  market: Quote["market"];
  side: "long" | "short";
  /** The specification's lock, which ends 15 minutes after the last purchase; null of nothing bought. */
  sellable_at: number | null;
};

/** When what was bought last can be sold by the exchange's rule; null in practice mode, and where none holds. */
export function exchangeSoldFrom(
  { settings, hours }: Pick<Context, "settings" | "hours">,
  { market, side, sellable_at }: Bought,
): { at: number; reference: RuleReference } | null {
  if (settings.marketRules === "practice" || side === "short" || sellable_at === null) return null;
  return soldFrom(market, sellable_at - sellLockMinutes * minuteMs, hours);
}

/** When a position can be sold, all rules together. */
export function sellableFrom(
  context: Pick<Context, "settings" | "hours">,
  bought: Bought & { sellable_at: number },
): number {
  return Math.max(bought.sellable_at, exchangeSoldFrom(context, bought)?.at ?? 0);
}
