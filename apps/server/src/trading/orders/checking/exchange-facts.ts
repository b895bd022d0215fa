import { iso, sellLockMinutes, minuteMs } from "@sanshi/contract";
import { shares, type Price, type Shares } from "@sanshi/money";
import {
  calendarStatusAt,
  isShortTestTriggered,
  marketDate,
  soldFrom,
  type CalendarStatus,
  type LocalDate,
  type RuleReference,
} from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import type { Bar, Instrument, MarketFeed, Quote } from "../../../market-feed/market-feed.ts";
import { boughtOn, newestLot, type Lots } from "../../positions/positions.ts";
import type { MarketFacts } from "./order-checks.rules.ts";
import type { SaleRoom } from "./same-day.rules.ts";

/** What the exchange's rules are decided by beside the quote; null in practice mode. */
export function exchangeFacts(
  { settings, feed }: Pick<Context, "settings" | "feed">,
  now: number,
): MarketFacts["exchange"] {
  if (settings.marketRules === "practice") return null;
  return {
    isShortTested: (instrument, quote) => isShortTested(feed, instrument, quote, now),
    basePrice: ({ market, code }, { tradingDate, previousClose, last }, date) =>
      // On a day that has no trade yet the last price is the close that its limits stand on.
      feed.basePrice?.(market, code, date) ?? (date > tradingDate ? last : previousClose),
  };
}

/** By stock, whether the trading day before a date fell so far. */
const fellBefore = new WeakMap<
  Pick<MarketFeed, "bars">,
  Map<string, { date: LocalDate; fell: boolean }>
>();

/** From the fall on for the rest of the day, and on the trading day after it. */
function isShortTested(
  feed: Pick<MarketFeed, "bars" | "basePrice">,
  instrument: Instrument,
  { market, tradingDate, previousClose, low }: Quote,
  now: number,
): boolean {
  const { code } = instrument;
  const baseOf = (date: LocalDate, close: Price) => feed.basePrice?.(market, code, date) ?? close;
  const basePrice = baseOf(tradingDate, previousClose);
  if (isShortTestTriggered(market, tradingDate, { basePrice, low })) return true;
  const kept = fellBefore.get(feed) ?? new Map<string, { date: LocalDate; fell: boolean }>();
  fellBefore.set(feed, kept);
  const known = kept.get(code);
  if (known?.date === tradingDate) return known.fell;
  const remember = (bars: readonly Bar[]) => {
    const [base, day] = bars.filter((bar) => bar.tradingDate < tradingDate).slice(-2);
    const fell =
      base !== undefined &&
      day !== undefined &&
      isShortTestTriggered(market, day.tradingDate, {
        basePrice: baseOf(day.tradingDate, base.close),
        low: day.low,
      });
    kept.set(code, { date: tradingDate, fell });
    return fell;
  };
  const bars = feed.bars({ market, code, period: "1d", before: now, limit: 3 });
  if (!(bars instanceof Promise)) return remember(bars);
  // A feed that has to fetch its bars answers no until they are there.
  kept.set(code, { date: tradingDate, fell: false });
  bars.then(remember, () => kept.delete(code));
  return false;
}

/** A position's shares, by when they were bought. */
export type BoughtShares = Lots & {
  market: Quote["market"];
  side: "long" | "short";
  closed: Shares;
  /** The specification's lock, which ends 15 minutes after the first purchase; null of nothing bought. */
  sellable_at: number | null;
};

/** What of a position the exchange does not let go before a trading day, and when that begins. */
export type HeldBack = {
  quantity: Shares;
  on: LocalDate;
  at: number;
  reference: RuleReference;
};

/** By the newest purchase; null in practice mode, and where no such rule holds. The day may have come since. */
export function heldBack(
  { settings, hours }: Pick<Context, "settings" | "hours">,
  bought: BoughtShares,
): HeldBack | null {
  const { market, side, sellable_at: lockEnds } = bought;
  if (settings.marketRules === "practice" || side === "short" || lockEnds === null) return null;
  // A block's shares are locked for longer than the minutes, and bought all the same on their first day.
  const boughtAt = Math.min(lockEnds - sellLockMinutes * minuteMs, bought.opened_at ?? Infinity);
  const day = boughtOn(bought, boughtAt, hours);
  const from = soldFrom(market, day, hours);
  return from === null ? null : { quantity: newestLot(bought), ...from };
}

/** How many shares of a position the exchange does not let go at the moment of a price. */
export function sharesHeldBack(
  context: Pick<Context, "settings" | "hours">,
  bought: BoughtShares,
  at: number,
): Shares {
  const held = heldBack(context, bought);
  const isFree = held === null || marketDate(bought.market, at, context.hours) >= held.on;
  return isFree ? shares(0n) : held.quantity;
}

/** What may be sold at a price's moment of what is left: on the mainland, and where Tokyo's rule of the day keeps some. */
export function sellableShares(
  context: Pick<Context, "settings" | "hours">,
  bought: BoughtShares & { opened: Shares },
  room: SaleRoom | undefined,
  at: number,
): Shares {
  const left = shares(bought.opened - bought.closed - sharesHeldBack(context, bought, at));
  return room !== undefined && at < room.at && room.most < left ? room.most : left;
}

/** When what is bought at once can be sold, all rules together. */
export function sellableFrom(
  { settings, hours }: Pick<Context, "settings" | "hours">,
  {
    market,
    side,
    sellable_at: lockEnds,
  }: Pick<BoughtShares, "market" | "side"> & { sellable_at: number },
): number {
  if (settings.marketRules === "practice" || side === "short") return lockEnds;
  const day = marketDate(market, lockEnds - sellLockMinutes * minuteMs, hours);
  return Math.max(lockEnds, soldFrom(market, day, hours)?.at ?? 0);
}

/**
 * How far the calendar is known that decides a day on which shares can be sold; the minutes of the day itself rest on
 * none.
 */
export function lockStatus(
  { hours }: Pick<Context, "hours">,
  market: Quote["market"],
  until: number,
  now: number,
): CalendarStatus {
  const isToday = marketDate(market, until, hours) <= marketDate(market, now, hours);
  return isToday ? "published" : calendarStatusAt(market, until, hours);
}

/** The same as the wire has it, of what is bought at a moment. */
export function sellableOnWire(
  context: Pick<Context, "settings" | "hours">,
  bought: Pick<BoughtShares, "market" | "side">,
  boughtAt: number,
): { sellable_at: string; sellable_at_status: CalendarStatus } {
  const lockEnds = boughtAt + sellLockMinutes * minuteMs;
  const at = sellableFrom(context, { ...bought, sellable_at: lockEnds });
  return {
    sellable_at: iso(at),
    sellable_at_status: lockStatus(context, bought.market, at, boughtAt),
  };
}

/** What of the shares that no closing order waits for cannot be sold yet, and until when; null where all can. */
export type LockedShares = {
  quantity: Shares;
  until: number;
  rule: "sell_locked" | "bought_today";
};

export function lockedShares(
  context: Pick<Context, "settings" | "hours">,
  position: BoughtShares & { closing_shares: Shares },
  now: number,
): LockedShares | null {
  const { opened, closed, closing_shares: waiting, sellable_at: lockEnds } = position;
  const free = shares(opened - closed - waiting);
  const held = heldBack(context, position);
  // A later purchase is one of a later day: its shares are held back when the first one's minutes are long over.
  const lock = lockEnds !== null && now < lockEnds ? lockEnds : null;
  const until = Math.max(lock ?? 0, held !== null && now < held.at ? held.at : 0);
  const locked = lock !== null || held === null || held.quantity > free ? free : held.quantity;
  if (until === 0 || locked === 0n) return null;
  return { quantity: locked, until, rule: until === lock ? "sell_locked" : "bought_today" };
}
