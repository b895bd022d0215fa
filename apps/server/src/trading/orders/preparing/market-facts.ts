import { hourMs } from "@sanshi/contract";
import type { MarketKey, Price } from "@sanshi/money";
import {
  sessionsOf,
  calendarReference,
  calendarStatus,
  marketStatus,
  ruleParams,
  settlementDate,
  type MarketHours,
} from "@sanshi/rulebook";
import { dayRules, limitFacts } from "../../../market/market/market.ts";
import { haltParams, type TradingHalts } from "../../../market/trading-halts/trading-halts.ts";
import { answersLater } from "../../../venues/venue.ts";
import type { Instrument, MarketFeed, Quote } from "../../../market-feed/market-feed.ts";
import { hasEnded } from "../../../market-feed/stock-ends.ts";
import { exchangeFacts } from "../checking/exchange-facts.ts";
import type { OrderServices } from "./order-services.ts";
import type { MarketFacts } from "../checking/order-checks.rules.ts";

export function marketFacts(
  { context, halts }: Pick<OrderServices, "context" | "halts">,
  market: MarketKey,
  code: string,
  now: number,
): MarketFacts {
  const { quotes, hours, feed } = context;
  const instrument = quotes.instrument(market, code);
  const change = quotes.lastChange(market, code);
  const isFormer = change !== null && change.newCode !== code;
  const quote = quotes.get(market, code);
  return {
    instrument,
    ...(isFormer && { renamed: { code: change.newCode, date: change.effectiveOn } }),
    halt:
      instrument === null
        ? null
        : (endFacts(instrument, now, hours) ??
          strictest(haltFacts(halts, instrument, now), () =>
            unpublishedFacts(context, market, now),
          )),
    quote,
    // A stock that is being split has no price of any hours.
    ...(quote !== null &&
      feed.extended !== undefined && { extended: () => feed.extended?.(market, code) ?? null }),
    limits: (instrument: Instrument, quote: Quote) =>
      dayRules(
        instrument,
        quote,
        marketStatus(sessionsOf(instrument), now, hours).orderDate,
        hours,
        limitFacts(feed, instrument, now),
      ).limits,
    lastAt: (instrument: Instrument, at: number) => lastBefore(feed, instrument, at),
    now,
    hours,
    matchesElsewhere: answersLater(context.venue),
    exchange: exchangeFacts(context, now),
  };
}

function endFacts(instrument: Instrument, now: number, hours: MarketHours): MarketFacts["halt"] {
  const { code, end } = instrument;
  if (end === undefined || !hasEnded(instrument, now, hours)) return null;
  const params = { code, last_day: end.lastTradingDay };
  return { code: "instrument_ended", closingAllowed: false, params };
}

/** A halt that still lets something be traded lets nothing settle into a year that is not published. */
function strictest(
  halt: MarketFacts["halt"],
  unpublished: () => MarketFacts["halt"],
): MarketFacts["halt"] {
  const barsAll = halt !== null && !halt.closingAllowed && halt.takesOrders !== true;
  return barsAll ? halt : (unpublished() ?? halt);
}

/** At the moment that is decided for: the clock may have moved past the halt's end since. */
function haltFacts(
  halts: TradingHalts,
  { market, code, names }: Instrument,
  now: number,
): MarketFacts["halt"] {
  const halt = halts.of(market, code, now);
  if (halt === null) return null;
  const params = haltParams(halt, names);
  const { closingAllowed, takesOrders } = halt;
  return takesOrders
    ? { code: "pause_takes_lasting_orders", closingAllowed, takesOrders, params }
    : { code: "trading_halted", closingAllowed, params };
}

/** Nothing that is traded now on a live instance settles into a year that the exchange has not published. */
function unpublishedFacts(
  { feed, hours, calendars }: OrderServices["context"],
  market: MarketKey,
  now: number,
): MarketFacts["halt"] {
  if (feed.kind !== "live") return null;
  const { date } = settlementDate(market, marketStatus(market, now, hours).orderDate, hours);
  if (calendarStatus(market, date) === "published") return null;
  const year = Number(date.slice(0, 4));
  if (calendars.allowsExpected(market, year)) return null;
  const params = { date, year: `${year}`, ...ruleParams(calendarReference(market, date)) };
  return { code: "calendar_not_published", closingAllowed: false, params };
}

/** A feed that has to fetch its bars has none at hand. */
function lastBefore(feed: MarketFeed, { market, code }: Instrument, at: number): Price | null {
  const bars = feed.bars({ market, code, period: "1m", before: at, limit: 1 });
  const [bar] = bars instanceof Promise ? [] : bars;
  return bar !== undefined && at - bar.from <= hourMs ? bar.close : null;
}
