import { iso, type CallOutput, type Calls, type CheckedInput } from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency, type MarketKey } from "@sanshi/money";
import { recordMoment } from "@sanshi/rulebook";
import type { Trade } from "../../market-feed/market-feed.ts";
import { RawJson } from "../../platform/http/answers.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { chartsOf, findStock, type MarketContext } from "./market.ts";

type TradesAnswer = CallOutput<Calls["/market/trades"]>;

/** The trades up to the newest quote: who asks at the same quote hears the same, whoever asks. */
export async function lastTrades(
  context: MarketContext,
  input: CheckedInput<Calls["/market/trades"]>,
): Promise<Outcome<RawJson>> {
  const found = findStock(context, input);
  if (found === null) return refuse("instrument_not_found");
  const { feed, hours } = context;
  const { market, code, sequence, tradingDate, at } = found.quote;
  const question = ["trades", market, code, input.limit, sequence].join();
  const answer = await chartsOf(feed).get(question, async () => {
    const limit = Number(input.limit);
    const trades = feed.trades?.({ market, code, until: at, limit });
    const items = trades?.map((trade) => tradeRow(trade, market, hours)) ?? null;
    return new RawJson(JSON.stringify({ trading_date: tradingDate, items } satisfies TradesAnswer));
  });
  return accept(answer);
}

function tradeRow(
  { at, price, quantity, taker }: Trade,
  market: MarketKey,
  hours: MarketContext["hours"],
): NonNullable<TradesAnswer["items"]>[number] {
  const currency = settlementCurrency(market);
  const moment = iso(recordMoment(at, hours));
  return [moment, formatPrice(price, currency), formatShares(quantity), taker];
}
