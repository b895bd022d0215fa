import { randomUUID } from "node:crypto";
import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares, type Price } from "@sanshi/money";
import type { Instrument, Quote } from "../../apps/server/src/market-feed/market-feed.ts";

export type PlaceInput = CallInput<Calls["/trade/place-order"]>;

/** A market order for a hundred shares of Toyota without leverage, under a request id of its own. */
export function testOrder(more: Partial<PlaceInput> = {}): PlaceInput {
  return {
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "market",
    quantity: "100",
    leverage: "1",
    request_id: randomUUID(),
    ...more,
  };
}

/** Toyota, as far as nothing else is said. */
export function testInstrument(more: Partial<Instrument> = {}): Instrument {
  return {
    market: "jpy",
    code: "7203",
    exchange: "TSE",
    names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
    searchTerms: ["とよた", "toyota"],
    tickClass: "topix500",
    limitClass: "standard",
    lotSize: shares(1n),
    sector: "automobiles",
    listedOn: "1949-05-16",
    ...more,
  };
}

/** Whole units as a price: `units(2_849.5)`. */
export function units(amount: number): Price {
  return price(BigInt(Math.round(amount * 10_000)));
}

/** Toyota at 2,850 yen, half a yen from either side, fifty yen above the previous close. */
export function testQuote(more: Partial<Quote> & Pick<Quote, "at">): Quote {
  const { bid = units(2_849.5), ask = units(2_850.5) } = more;
  return {
    market: "jpy",
    code: "7203",
    feed: "test",
    sequence: 7n,
    last: units(2_850),
    bid,
    ask,
    bids: [{ price: bid, quantity: shares(100n) }],
    asks: [{ price: ask, quantity: shares(100n) }],
    tradingDate: "2026-11-20",
    previousClose: units(2_800),
    open: units(2_800),
    high: units(2_860),
    low: units(2_790),
    volume: shares(1n),
    turnoverMinor: 1n,
    halted: false,
    ...more,
  };
}
