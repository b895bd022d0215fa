import { hourMs } from "@sanshi/contract";
import type { MarketKey, Price } from "@sanshi/money";
import { marketStatus } from "@sanshi/rulebook";
import { dayRules, widenedOn } from "../../../market/market/market.ts";
import { haltParams, type TradingHalts } from "../../../market/trading-halts/trading-halts.ts";
import { answersLater } from "../../../venues/venue.ts";
import type { Instrument, MarketFeed, Quote } from "../../../market-feed/market-feed.ts";
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
  return {
    instrument,
    halt: instrument === null ? null : haltFacts(halts, instrument),
    quote: quotes.get(market, code),
    limits: (instrument: Instrument, quote: Quote) =>
      dayRules(instrument, quote, marketStatus(market, now, hours).orderDate, hours, (date) =>
        widenedOn(feed, instrument, date, now),
      ).limits,
    lastAt: (instrument: Instrument, at: number) => lastBefore(feed, instrument, at),
    now,
    hours,
    matchesElsewhere: answersLater(context.venue),
    exchange: exchangeFacts(context, now),
  };
}

function haltFacts(halts: TradingHalts, { market, code, names }: Instrument): MarketFacts["halt"] {
  const halt = halts.of(market, code);
  if (halt === null) return null;
  return { closingAllowed: halt.closingAllowed, params: haltParams(halt, names) };
}

/** A feed that has to fetch its bars has none at hand. */
function lastBefore(feed: MarketFeed, { market, code }: Instrument, at: number): Price | null {
  const bars = feed.bars({ market, code, period: "1m", before: at, limit: 1 });
  const [bar] = bars instanceof Promise ? [] : bars;
  return bar !== undefined && at - bar.from <= hourMs ? bar.close : null;
}
