import { price, shares, type Price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formAuctionPrice,
  type AuctionBook,
  type AuctionOrder,
  type AuctionResult,
  type Exchange,
  type TickGrid,
} from "./index.ts";

const exchanges = ["TSE", "NYSE", "NASDAQ", "SSE", "SZSE", "BSE"] as const;
const yen: TickGrid = { market: "jpy", tickClass: "standard", date: "2026-11-20" };
const cents: TickGrid = { market: "usd", tickClass: "standard", date: "2026-11-20" };
const fen: TickGrid = { market: "cny", tickClass: "standard", date: "2026-11-20" };

type Line = readonly [side: "buy" | "sell", limit: string | null, quantity: number];

function money(text: string): Price {
  return price(BigInt(Math.round(Number(text) * 10_000)));
}

function book(grid: TickGrid, reference: string, lines: readonly Line[]): AuctionBook {
  const orders = lines.map(([side, limit, quantity]): AuctionOrder => ({
    side,
    limit: limit === null ? null : money(limit),
    quantity: shares(BigInt(quantity)),
  }));
  return { orders, reference: money(reference), grid, limits: null };
}

const limited = (one: AuctionBook, low: string, high: string): AuctionBook => ({
  ...one,
  limits: { low: money(low), high: money(high) },
});

function told(result: AuctionResult | null) {
  if (result === null) return null;
  return [Number(result.price) / 10_000, Number(result.volume), result.filled.map(Number)];
}

describe("itayose in Tokyo", () => {
  /** A board as it is before the opening: at the market on both sides, limits around 500 yen. */
  const board: readonly Line[] = [
    ["sell", null, 600],
    ["buy", null, 400],
    ["sell", "498", 200],
    ["sell", "499", 300],
    ["sell", "500", 400],
    ["sell", "501", 500],
    ["buy", "502", 300],
    ["buy", "501", 200],
    ["buy", "500", 700],
    ["buy", "499", 500],
  ];

  it("fills all at the market, all better prices, and one side at the price", () => {
    // Wanted at 500 or more: 400 + 300 + 200 + 700 = 1,600; offered at 500 or less: 1,500.
    expect(told(formAuctionPrice("TSE", limited(book(yen, "500", board), "420", "580")))).toEqual([
      500,
      1_500,
      [600, 400, 200, 300, 400, 0, 300, 200, 600, 0],
    ]);
  });

  it("takes of several prices the nearest to the last one", () => {
    const apart: readonly Line[] = [
      ["buy", "505", 100],
      ["sell", "495", 100],
    ];
    const priceAt = (reference: string) =>
      told(formAuctionPrice("TSE", book(yen, reference, apart)))?.[0];
    expect([priceAt("490"), priceAt("497"), priceAt("505"), priceAt("700")]).toEqual([
      495, 497, 505, 505,
    ]);
  });

  it("has no price while an order at the market is left, and at the day's limit shares what there is", () => {
    const rush = book(yen, "500", [
      ["buy", null, 500],
      ["buy", null, 300],
      ["sell", "510", 600],
    ]);
    expect(formAuctionPrice("TSE", rush)).toBe(null);
    expect(told(formAuctionPrice("TSE", limited(rush, "420", "580")))).toEqual([
      580,
      600,
      [500, 100, 600],
    ]);
  });

  it("moves on the grid of the price: 5 yen above 3,000", () => {
    const apart = book(yen, "3102", [
      ["buy", "3120", 100],
      ["sell", "3080", 100],
    ]);
    expect(told(formAuctionPrice("TSE", apart))?.[0]).toBe(3_100);
  });
});

it("buys of 1,000 at the market and 500 at 101 meet sales of 800 at 100 and 900 at 101", () => {
  const lines = (atMarket: string | null): readonly Line[] => [
    ["buy", atMarket, 1_000],
    ["buy", "101", 500],
    ["sell", "100", 800],
    ["sell", "101", 900],
  ];
  const met = [101, 1_500, [1_000, 500, 800, 700]];
  expect(told(formAuctionPrice("TSE", book(yen, "100", lines(null))))).toEqual(met);
  // The mainland takes no order at the market in a call: whoever pays any price has the day's highest.
  for (const exchange of ["SSE", "SZSE", "BSE"] as const) {
    expect(told(formAuctionPrice(exchange, book(fen, "100", lines("110"))))).toEqual(met);
  }
});

describe("the call auctions of the mainland", () => {
  /** As much is traded at every price from 10.00 to 10.06, and nobody is left. */
  const even: readonly Line[] = [
    ["buy", "10.06", 1_000],
    ["sell", "10.00", 1_000],
    ["buy", "9.95", 300],
    ["sell", "10.10", 500],
  ];

  it("take in Shanghai the middle, in Shenzhen the nearest to the previous close", () => {
    expect(told(formAuctionPrice("SSE", book(fen, "10.01", even)))).toEqual([
      10.03,
      1_000,
      [1_000, 1_000, 0, 0],
    ]);
    expect(told(formAuctionPrice("SZSE", book(fen, "10.01", even)))?.[0]).toBe(10.01);
    expect(told(formAuctionPrice("SZSE", book(fen, "9.50", even)))?.[0]).toBe(10);
    expect(told(formAuctionPrice("BSE", book(fen, "11.00", even)))?.[0]).toBe(10.06);
  });

  it("prefer before that where fewest shares are wanted in vain", () => {
    const lines: readonly Line[] = [
      ["buy", "10.05", 500],
      ["buy", "10.00", 200],
      ["sell", "10.00", 500],
    ];
    // At 10.00 200 are left, above it none.
    expect(told(formAuctionPrice("SSE", book(fen, "9.00", lines)))?.[0]).toBe(10.05);
    expect(told(formAuctionPrice("SZSE", book(fen, "9.00", lines)))?.[0]).toBe(10.01);
  });

  it("fill at one price by time", () => {
    const lines: readonly Line[] = [
      ["buy", "10.00", 300],
      ["buy", "10.00", 300],
      ["buy", "10.01", 100],
      ["sell", "10.00", 500],
    ];
    expect(told(formAuctionPrice("SSE", book(fen, "10.00", lines)))?.[2]).toEqual([
      300, 100, 100, 500,
    ]);
  });
});

describe("the crosses of New York", () => {
  it("take the nearest to the middle of the quote where no shares are left", () => {
    const lines: readonly Line[] = [
      ["buy", null, 400],
      ["sell", null, 400],
      ["buy", "19.95", 100],
      ["sell", "20.05", 100],
    ];
    expect(told(formAuctionPrice("NASDAQ", book(cents, "20.00", lines)))).toEqual([
      20,
      400,
      [400, 400, 0, 0],
    ]);
  });

  it("take on Nasdaq an entered price at which shares are left, in New York the nearest to the reference", () => {
    const lines: readonly Line[] = [
      ["buy", "20.10", 500],
      ["sell", "20.00", 300],
      ["sell", "20.02", 100],
    ];
    const result = formAuctionPrice("NASDAQ", book(cents, "20.05", lines));
    expect(told(result)).toEqual([20.1, 400, [400, 300, 100]]);
    // Whoever would have paid 20.10 and is left unfilled keeps New York's price there too.
    expect(told(formAuctionPrice("NYSE", book(cents, "20.05", lines)))?.[0]).toBe(20.1);
  });

  it("fill at the market before any limit", () => {
    const lines: readonly Line[] = [
      ["buy", "20.50", 300],
      ["buy", null, 300],
      ["sell", "20.00", 400],
    ];
    expect(told(formAuctionPrice("NYSE", book(cents, "20.00", lines)))?.[2]).toEqual([
      100, 300, 400,
    ]);
  });
});

const anyExchange = fc.constantFrom<Exchange>(...exchanges);
/** A few cents around ten dollars, so that prices and quantities often coincide. */
const anyCents = fc.integer({ min: 1_000, max: 1_012 }).map((one) => price(BigInt(one) * 100n));
const anyOrder = fc.record({
  side: fc.constantFrom("buy" as const, "sell" as const),
  limit: fc.option(anyCents, { freq: 5, nil: null }),
  quantity: fc.integer({ min: 1, max: 6 }).map((one) => shares(BigInt(one) * 100n)),
});
const anyBook = fc.record({
  orders: fc.array(anyOrder, { maxLength: 12 }),
  reference: anyCents,
  grid: fc.constant(cents),
  limits: fc.option(fc.constant({ low: price(99_900n), high: price(101_300n) }), { nil: null }),
});

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
const accepts = ({ side, limit }: AuctionOrder, at: bigint) =>
  limit === null || (side === "buy" ? limit >= at : limit <= at);
const isBetter = ({ side, limit }: AuctionOrder, at: bigint) =>
  limit === null || (side === "buy" ? limit > at : limit < at);

/** Every price of the grid, looked at by itself. */
function model({ orders, reference, limits }: AuctionBook) {
  const [low, high] = [limits?.low ?? 99_000n, limits?.high ?? 102_000n];
  const looks = [];
  for (let at: bigint = low; at <= high; at += 100n) {
    const wanted = (side: "buy" | "sell", meets: (one: AuctionOrder, at: bigint) => boolean) =>
      sum(orders.filter((one) => one.side === side && meets(one, at)).map((one) => one.quantity));
    const [bought, sold] = [wanted("buy", accepts), wanted("sell", accepts)];
    looks.push({
      at,
      volume: bought < sold ? bought : sold,
      unfilled: bought < sold ? sold - bought : bought - sold,
      isFair: wanted("buy", isBetter) <= sold && wanted("sell", isBetter) <= bought,
      away: at < reference ? reference - at : at - reference,
      isNamed: orders.some(({ limit }) => limit === at),
    });
  }
  return looks;
}

describe("an auction of any book", () => {
  it("trades as many shares as any price could, and is none only where nobody meets", () => {
    fc.assert(
      fc.property(anyExchange, anyBook, (exchange, one) => {
        const most = model(one).reduce((best, { volume }) => (volume > best ? volume : best), 0n);
        const result = formAuctionPrice(exchange, one);
        if (result === null) {
          const waits = exchange === "TSE" && one.limits === null;
          expect(most === 0n || waits).toBe(true);
        } else expect(result.volume).toBe(most);
      }),
      { numRuns: 400 },
    );
  });

  it("gives everybody one price: none beyond a limit, no better one left, one side at it all filled", () => {
    fc.assert(
      fc.property(anyExchange, anyBook, (exchange, one) => {
        const result = formAuctionPrice(exchange, one);
        if (result === null) return;
        const { orders } = one;
        const { filled, volume, price: at } = result;
        const of = (side: "buy" | "sell") =>
          orders
            .map((order, index) => ({ order, got: filled[index]! }))
            .filter(({ order }) => order.side === side);
        for (const side of ["buy", "sell"] as const) {
          // Conservation: what is bought is sold.
          expect(sum(of(side).map(({ got }) => got))).toBe(volume);
          for (const { order, got } of of(side)) {
            expect(got).toBeLessThanOrEqual(order.quantity);
            if (!accepts(order, at)) expect(got).toBe(0n);
            if (order.limit !== null && isBetter(order, at)) expect(got).toBe(order.quantity);
          }
        }
        const isWhole = (side: "buy" | "sell") =>
          of(side).every(({ order, got }) => !accepts(order, at) || got === order.quantity);
        expect(isWhole("buy") || isWhole("sell")).toBe(true);
        expect(at % 100n).toBe(0n);
      }),
      { numRuns: 400 },
    );
  });

  it("fills by market, price and time", () => {
    fc.assert(
      fc.property(anyExchange, anyBook, (exchange, one) => {
        const result = formAuctionPrice(exchange, one);
        if (result === null) return;
        one.orders.forEach((order, index) => {
          if (result.filled[index] === order.quantity) return;
          one.orders.forEach((other, place) => {
            if (other.side !== order.side || place === index) return;
            const isBehind =
              order.limit === other.limit
                ? place > index
                : other.limit !== null && (order.limit === null || isBetter(order, other.limit));
            if (isBehind) expect(result.filled[place]).toBe(0n);
          });
        });
      }),
      { numRuns: 400 },
    );
  });

  it("chooses among as good prices by the exchange's own steps", () => {
    const noMarket = anyBook.map((one) => ({
      ...one,
      orders: one.orders.filter(({ limit }) => limit !== null),
    }));
    fc.assert(
      fc.property(anyExchange, noMarket, (exchange, one) => {
        let left = model(one).filter(({ volume, isFair }) => volume > 0n && isFair);
        if (exchange === "SSE") left = left.filter(({ isNamed }) => isNamed);
        const fewest = (measure: (look: (typeof left)[number]) => bigint) => {
          const best = left.map(measure).reduce((a, b) => (a < b ? a : b));
          left = left.filter((look) => measure(look) === best);
        };
        const result = formAuctionPrice(exchange, one);
        if (left.length === 0) {
          expect(result).toBe(null);
          return;
        }
        if (exchange !== "TSE") fewest(({ unfilled }) => unfilled);
        if (exchange === "SSE") {
          const middle = (left[0]!.at + left.at(-1)!.at) / 2n;
          expect(result?.price).toBe(((middle + 50n) / 100n) * 100n);
          return;
        }
        const entered = left.filter(({ isNamed, unfilled }) => isNamed && unfilled > 0n);
        if (exchange === "NASDAQ" && entered.length > 0) left = entered;
        fewest(({ away }) => away);
        expect(result?.price).toBe(left.at(-1)!.at);
      }),
      { numRuns: 1_000 },
    );
  });
});
