import type { StockRow } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  price,
  settlementCurrency,
} from "@sanshi/money";
import type { Instrument, Quote } from "../../market-feed/market-feed.ts";
import type { QuoteBoard } from "../../market-feed/quote-board.ts";
import { changePercent } from "./market.rules.ts";

/** A stock as the lists show it. */
export function stockRow(instrument: Instrument, quote: Quote): StockRow {
  const currency = settlementCurrency(quote.market);
  const { exchange, names } = instrument;
  return {
    type: quote.market,
    code: quote.code,
    exchange,
    name: nameAtHome(instrument),
    names,
    price: formatPrice(quote.last, currency),
    change: formatPrice(price(quote.last - quote.previousClose), currency),
    change_percent: changePercent(quote.last, quote.previousClose),
    open: formatPrice(quote.open, currency),
    previous_close: formatPrice(quote.previousClose, currency),
    high: formatPrice(quote.high, currency),
    low: formatPrice(quote.low, currency),
    volume: formatShares(quote.volume),
    turnover: formatMinor(minor(quote.turnoverMinor), currency),
    sequence: quote.sequence.toString(),
    at: new Date(quote.at).toISOString(),
  };
}

function nameAtHome({ market, names }: Instrument): string {
  if (market === "jpy") return names.jp;
  return market === "cny" ? names.cn : names.us;
}

/** A quote never changes, so its row is written once a name, however many lists it stands in. */
const written = new WeakMap<Quote, { instrument: Instrument; row: string }>();

/** Rows as the JSON of an array. A stock that the feed no longer knows is left out. */
export function stockRowsJson(board: QuoteBoard, quotes: readonly Quote[]): string {
  const rows: string[] = [];
  for (const quote of quotes) {
    const instrument = board.instrument(quote.market, quote.code);
    if (instrument === null) continue;
    let known = written.get(quote);
    if (known?.instrument !== instrument) {
      known = { instrument, row: JSON.stringify(stockRow(instrument, quote)) };
      written.set(quote, known);
    }
    rows.push(known.row);
  }
  return `[${rows.join(",")}]`;
}
