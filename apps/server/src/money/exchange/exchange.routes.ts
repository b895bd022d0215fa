import type { Exchanged } from "@sanshi/contract";
import { formatMinor, formatScaled } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { whileCommitting } from "../../platform/sql/connection-faults.ts";
import {
  exchange,
  exchangeOf,
  exchangesOf,
  historyOf,
  quoteExchange,
  ratesFrom,
} from "./exchange.ts";
import { pairDigits, rateOnWire, type PairRate } from "./exchange.rules.ts";
import type { Quote, StoredExchange } from "./exchange.store.ts";

export function exchangeRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/exchange-rates", async ({ input }) => {
    const outcome = ratesFrom(context, input.from);
    if (!outcome.ok) return outcome;
    const { feed, sequence, at, items } = outcome.value;
    return accept({
      feed,
      sequence: sequence.toString(),
      at: isoTime(at),
      items: items.map(({ pair, changePercent }) => ({
        ...rateOnWire(pair),
        change_percent: changePercent,
      })),
    });
  });
  http.handle("/user/exchange-history", async ({ input: { from, to, range } }) => {
    const outcome = historyOf(context, from, to, range);
    if (!outcome.ok) return outcome;
    const { per, points } = outcome.value;
    return accept({
      per: per === 100n ? "100" : "1",
      points: points.map(({ day, mid }) => ({
        date: isoTime(day).slice(0, 10),
        mid: formatScaled(mid, pairDigits),
      })),
    });
  });
  http.handle("/user/exchange-quote", async ({ input, customer }) => {
    const outcome = await quoteExchange(context, customer, input);
    if (!outcome.ok) return outcome;
    const { id, available, from_currency, quoted_at, expires_at } = outcome.value;
    return accept({
      quote_id: id.toString(),
      ...moneyOnWire(outcome.value),
      available: formatMinor(available, from_currency),
      quoted_at: isoTime(quoted_at),
      expires_at: isoTime(expires_at),
    });
  });
  http.handle("/user/exchange", async ({ input, customer }) => {
    const outcome = await exchange(context, customer, BigInt(input.quote_id), input.request_id);
    if (!outcome.ok) return outcome;
    const { id } = outcome.value;
    return accept(onWire(await whileCommitting(() => exchangeOf(context, customer, BigInt(id)))));
  });
  http.handle("/user/exchangelist", async ({ input, customer }) => {
    const limit = Number(input.limit);
    const place = placeOf(input.cursor, "number");
    if (place === null) return refuse("invalid_request");
    const before = place?.[0] ?? null;
    const found = await exchangesOf(context, customer, { before, limit });
    const last = found.length === limit ? found.at(-1) : undefined;
    return accept({
      items: found.map(onWire),
      next_cursor: last === undefined ? null : cursorOf(last.id),
    });
  });
}

const isoTime = (at: number) => new Date(at).toISOString();

function moneyOnWire(quote: Omit<Quote, "id">) {
  const pair: PairRate = {
    from: quote.from_currency,
    to: quote.to_currency,
    per: quote.per === 100 ? 100n : 1n,
    mid: quote.mid,
    rate: quote.rate,
  };
  return {
    ...rateOnWire(pair),
    amount: formatMinor(quote.amount, quote.from_currency),
    receive: formatMinor(quote.receive, quote.to_currency),
  };
}

function onWire(made: StoredExchange): Exchanged {
  return {
    id: made.id.toString(),
    order_number: `X-${made.id.toString().padStart(8, "0")}`,
    ...moneyOnWire(made),
    at: isoTime(made.exchanged_at),
    quoted: {
      feed: made.feed,
      sequence: made.rates_sequence.toString(),
      at: isoTime(made.rates_at),
    },
  };
}
