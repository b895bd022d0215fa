import type { CallOutput, Calls } from "@sanshi/contract";
import { relatedStocksMax } from "@sanshi/contract/constants";
import {
  formatMinor,
  formatPrice,
  formatShares,
  notional,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument, Quote } from "../../market-feed/market-feed.ts";
import { hasEnded } from "../../market-feed/stock-ends.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { stockRowOf } from "../market/market.ts";
import { newsOfStock } from "../news/news.ts";
import { dividendsOfYear, eventsOf, multipleOf, yieldOf } from "./company.rules.ts";

type CompanyContext = Pick<Context, "quotes" | "feed" | "hours" | "halts"> & {
  clock: Pick<Context["clock"], "now">;
};
type StockKey = { type: MarketKey; code: string };
type Company = CallOutput<Calls["/market/company"]>;

/** What is known of a company: its feed's own figures where there are any, and what follows from its prices. */
export async function companyOf(
  context: CompanyContext,
  { type, code }: StockKey,
): Promise<Outcome<Company>> {
  const instrument = context.quotes.instrument(type, code);
  const quote = context.quotes.get(type, code);
  if (instrument === null || quote === null) return refuse("instrument_not_found");
  const { feed } = context;
  const today = quote.tradingDate;
  const actions = feed.corporateActions(type, code);
  const known = feed.fundamentals?.(type, code) ?? null;
  const events = eventsOf(type, actions, known?.earningsTold ?? [], today);
  const lastOf = (kind: "earnings" | "dividend") =>
    events.find((event) => event.kind === kind)?.date ?? null;
  return accept({
    source: known === null ? "recorded" : "simulated",
    sector: instrument.sector,
    exchange: instrument.exchange,
    listed_on: instrument.listedOn,
    figures: figuresOf(context, quote),
    dates: {
      last_earnings: lastOf("earnings"),
      next_earnings: known?.nextEarnings ?? null,
      last_ex_dividend: lastOf("dividend"),
      next_ex_dividend: known?.nextDividend ?? null,
    },
    events,
    related: relatedTo(context, instrument),
    news: await newsOfStock(context, type, code),
  });
}

function figuresOf({ feed }: CompanyContext, quote: Quote): Company["figures"] {
  const { market, code, last, tradingDate } = quote;
  const currency = settlementCurrency(market);
  const known = feed.fundamentals?.(market, code) ?? null;
  const results = known?.results ?? null;
  const dividends = dividendsOfYear(feed.corporateActions(market, code), tradingDate);
  return {
    per: multipleOf(last, results?.earningsPerShare ?? null),
    pbr: multipleOf(last, results?.bookPerShare ?? null),
    dividends_per_share: formatPrice(dividends, currency),
    dividend_yield: yieldOf(last, dividends),
    market_value:
      known === null
        ? null
        : formatMinor(notional(last, known.shares, currency, "floor"), currency),
    shares: known === null ? null : formatShares(known.shares),
    earnings_per_share: results === null ? null : formatPrice(results.earningsPerShare, currency),
    book_per_share: results === null ? null : formatPrice(results.bookPerShare, currency),
    year_end: results?.yearEnd ?? null,
  };
}

function relatedTo(context: CompanyContext, { market, code, sector }: Instrument) {
  const { quotes, clock, hours } = context;
  const now = clock.now();
  return quotes
    .all(market)
    .flatMap((quote) => {
      const other = quotes.instrument(market, quote.code);
      const isRelated =
        other !== null &&
        other.sector === sector &&
        other.offered !== false &&
        !hasEnded(other, now, hours);
      return isRelated && quote.code !== code ? [{ other, quote }] : [];
    })
    .toSorted((left, right) => Number(right.quote.turnoverMinor - left.quote.turnoverMinor))
    .slice(0, relatedStocksMax)
    .map(({ other, quote }) => stockRowOf(context, other, quote));
}
