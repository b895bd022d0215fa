import type { StockRow } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  price,
  settlementCurrency,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument, Quote } from "../../market-feed/market-feed.ts";
import { hasEnded } from "../../market-feed/stock-ends.ts";
import { changePercent } from "./market.rules.ts";

/** A stock as the lists show it. */
export function stockRow(
  instrument: Instrument,
  quote: Quote,
  { halted, ended }: RowState,
): StockRow {
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
    halted,
    ...(ended && { ended }),
    sequence: quote.sequence.toString(),
    at: new Date(quote.at).toISOString(),
  };
}

function nameAtHome({ market, names }: Instrument): string {
  if (market === "jpy") return names.jp;
  return market === "cny" ? names.cn : names.us;
}

/** What may change of a row without a new quote. */
type RowState = { halted: boolean; ended: boolean };

export function rowState(
  { halts, clock, hours }: RowContext,
  instrument: Instrument,
  quote: Quote,
): RowState {
  return { halted: isHalted(halts, quote), ended: hasEnded(instrument, clock.now(), hours) };
}

export type RowContext = Pick<Context, "halts" | "hours"> & { clock: { now(): number } };

/** By its exchange, or by us. */
function isHalted(halts: Context["halts"], quote: Quote): boolean {
  return quote.halted || halts.of(quote.market, quote.code) !== null;
}

/** A quote never changes, so its row is written once a name and a halt, however many lists it stands in. */
const written = new WeakMap<Quote, { instrument: Instrument; state: RowState; row: string }>();

/** Rows as the JSON of an array. A stock that the feed no longer knows is left out. */
export function stockRowsJson(
  context: RowContext & Pick<Context, "quotes">,
  quotes: readonly Quote[],
): string {
  const rows: string[] = [];
  for (const quote of quotes) {
    const instrument = context.quotes.instrument(quote.market, quote.code);
    if (instrument === null) continue;
    let known = written.get(quote);
    const state = rowState(context, instrument, quote);
    const isKnown =
      known?.instrument === instrument &&
      known.state.halted === state.halted &&
      known.state.ended === state.ended;
    if (known === undefined || !isKnown) {
      const row = JSON.stringify(stockRow(instrument, quote, state));
      known = { instrument, state, row };
      written.set(quote, known);
    }
    rows.push(known.row);
  }
  return `[${rows.join(",")}]`;
}
