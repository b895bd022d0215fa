import { minor, perShareOfPrice, price, readPerShare, shares, type Price } from "@sanshi/money";
import { isOnTick, tickSize } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AdjustableClosing, AdjustablePosition } from "./corporate-actions.rules.ts";
import { lowerOrders, lowerPrice, lowersOf } from "./dividend-orders.rules.ts";

const dollars = (value: number) => price(BigInt(Math.round(value * 10_000)));
const each = (text: string) => {
  const read = readPerShare(text);
  if (read === null) throw new Error(`${text} is no amount per share`);
  return read;
};
const grid = { market: "usd", tickClass: "standard", date: "2026-11-20" } as const;

describe("an order's price on an ex-date", () => {
  it.each([
    ["a multiple of the tick", 50, "0.50", 49.5],
    ["no multiple, rounded to the next lower tick", 50, "0.505", 49.49],
    ["twelve decimals", 50, "0.230000000001", 49.76],
    ["one cent", 50, "0.01", 49.99],
    ["less than a cent, which the rule leaves out", 50, "0.009999999999", 50],
    ["from a dollar to below it, at the greater tick", 1.2, "0.2049", 0.99],
    ["below a dollar, where the tick is smaller", 0.5, "0.0105", 0.4895],
    ["down to one tick", 0.51, "0.5099", 0.0001],
    ["as much as the price: nothing is left", 0.5, "0.50", null],
    ["more than the price", 2, "3.00", null],
  ])("%s", (_, at, dividend, expected) => {
    expect(lowerPrice(dollars(at), each(dividend), grid)).toBe(
      expected === null ? null : dollars(expected),
    );
  });

  it("is the highest on its tick that is lower by the dividend at least, whatever both are", () => {
    const sums = fc.record({
      cents: fc.bigInt({ min: 100n, max: 100_000n }),
      dividend: fc.bigInt({ min: 10_000_000_000n, max: 50_000_000_000_000n }),
    });
    fc.assert(
      fc.property(sums, ({ cents, dividend }) => {
        const at = price(cents * 100n);
        const { tick } = tickSize({ ...grid, price: at });
        const to = lowerPrice(at, dividend as ReturnType<typeof each>, grid);
        const exact = perShareOfPrice(at) - dividend;
        const found = to ?? price(0n);
        expect(perShareOfPrice(price(found + tick))).toBeGreaterThan(exact);
        if (to === null) return;
        expect(isOnTick(to, grid)).toBe(true);
        expect(perShareOfPrice(to)).toBeLessThanOrEqual(exact);
      }),
    );
  });

  it.each([
    ["a limit to buy", { buys: true, kind: "limit" }, ["limit"]],
    ["a stop to sell", { buys: false, kind: "stop" }, ["stop"]],
    ["a stop-limit to sell", { buys: false, kind: "stop_limit" }, ["limit", "stop"]],
    ["a limit to sell", { buys: false, kind: "limit" }, []],
    ["a stop to buy", { buys: true, kind: "stop" }, []],
    ["a stop-limit to buy", { buys: true, kind: "stop_limit" }, []],
    [
      "one whose stop was reached",
      { buys: true, kind: "stop_limit", isTriggered: true },
      ["limit"],
    ],
    [
      "one to sell whose stop was reached",
      { buys: false, kind: "stop_limit", isTriggered: true },
      [],
    ],
    ["a limit or stop to sell", { buys: false, kind: "oco" }, ["stop"]],
    ["a limit or stop to buy back", { buys: true, kind: "oco" }, ["limit"]],
    ["a trailing stop", { buys: false, kind: "trailing_stop" }, []],
    ["what is marked do not reduce", { buys: true, kind: "limit", doNotReduce: true }, []],
  ] as const)("%s", (_, order, expected) => {
    const lowers = lowersOf({ isTriggered: false, doNotReduce: false, ...order });
    const has = { limit: order.kind !== "stop", stop: order.kind !== "limit" };
    const found = (["limit", "stop"] as const).filter((one) => lowers[one] && has[one]);
    expect(found).toEqual(expected);
  });
});

/** A purchase of 100 shares at 50 dollars of which nothing is filled. */
const waiting: AdjustablePosition = {
  market: "usd",
  side: "long",
  status: "pending",
  lowers: { limit: true, stop: false },
  lowersExits: true,
  quantity: shares(100n),
  limitPrice: dollars(50),
  stopPrice: null,
  takeProfit: dollars(60),
  stopLoss: dollars(45),
  expiresAt: null,
  openedAt: null,
  opened: shares(0n),
  closed: shares(0n),
  openPrice: null,
  openValue: null,
  closeValue: 0n,
  cost: minor(0n),
  openFee: minor(0n),
  reserved: minor(500_000n),
  marginLeft: minor(0n),
  borrowedLeft: minor(0n),
  collateralLeft: minor(0n),
  interestUnits: 0n,
  interestThrough: null,
  interestPaid: minor(0n),
  basisClosed: minor(0n),
  proceeds: minor(0n),
  realised: minor(0n),
  closingShares: shares(0n),
  closings: [],
  exits: [],
  ending: null,
};
/** Forty shares of it, of which the rest waits. */
const partly: AdjustablePosition = {
  ...waiting,
  status: "holding",
  opened: shares(40n),
  openPrice: dollars(50),
  cost: minor(200_000n),
};
const stop: AdjustableClosing = {
  id: 7n,
  quantity: shares(30n),
  filled: shares(10n),
  limit: null,
  stop: dollars(45),
  trail: null,
  lowers: { limit: false, stop: true },
};
const none: ReadonlySet<bigint> = new Set();
const terms = { id: 1n, dividend: each("0.50"), grid, atVenue: none, placedOver: none };

describe("orders over a dividend", () => {
  it("a purchase is lowered with its stop-loss, and its take-profit stays", () => {
    const { position, money, lowered } = lowerOrders(waiting, terms);
    expect(position).toMatchObject({ limitPrice: dollars(49.5), stopLoss: dollars(44.5) });
    expect(position).toMatchObject({ takeProfit: dollars(60), reserved: 500_000n });
    expect(money.released).toBe(0n);
    expect(lowered.map(({ orderId, waiting: left }) => [orderId, left])).toEqual([
      [1n, 100n],
      [null, 100n],
    ]);
  });

  it("of a short what buys back at a limit is lowered, and its stop stays", () => {
    const short: AdjustablePosition = {
      ...partly,
      side: "short",
      reserved: minor(0n),
      takeProfit: dollars(40),
      stopLoss: dollars(60),
    };
    const { position } = lowerOrders(short, terms);
    expect(position).toMatchObject({ takeProfit: dollars(39.5), stopLoss: dollars(60) });
  });

  it("exits for parts are lowered as a bracket is, and one that trails is not", () => {
    const part = { quantity: shares(10n), takeProfit: dollars(60), trail: null };
    const exits = [
      { ...part, id: 2n, stopLoss: dollars(45) },
      { ...part, id: 3n, takeProfit: null, stopLoss: dollars(0.4) },
      {
        ...part,
        id: 4n,
        takeProfit: null,
        stopLoss: null,
        trail: { amount: dollars(5), basisPoints: null },
      },
    ];
    const { position } = lowerOrders({ ...waiting, exits }, terms);
    expect(position.exits).toMatchObject([
      { quantity: 10n, takeProfit: dollars(60), stopLoss: dollars(44.5) },
      { quantity: 0n },
      exits[2] ?? {},
    ]);
  });

  it("one of which nothing is left ends: its money is released, and what belongs to it begins", () => {
    const ending = { ...terms, dividend: each("50.00") };
    const ended = lowerOrders(waiting, ending);
    expect(ended.position).toMatchObject({ status: "cancelled", reserved: 0n });
    expect(ended.money.released).toBe(500_000n);
    expect(ended.lowered[0]).toMatchObject({ orderId: 1n, after: null });

    const exits = [
      { id: 2n, quantity: shares(60n), takeProfit: dollars(70), stopLoss: null, trail: null },
    ];
    const begun = lowerOrders({ ...partly, exits }, ending);
    expect(begun.position).toMatchObject({
      status: "closing",
      quantity: 40n,
      reserved: 0n,
      takeProfit: dollars(60),
      stopLoss: null,
      closingShares: 40n,
      closings: [{ id: 2n, quantity: 40n, limit: dollars(70) }],
    });
    expect(begun.money.released).toBe(500_000n);
  });

  it("closing orders are lowered each for itself, and the position is held again without one", () => {
    const closing: AdjustablePosition = {
      ...partly,
      reserved: minor(0n),
      status: "closing",
      closingShares: shares(20n),
      closings: [stop],
    };
    const { position, lowered } = lowerOrders(closing, terms);
    expect(position.closings).toEqual([{ ...stop, stop: dollars(44.5) }]);
    expect(lowered[0]).toMatchObject({ orderId: 7n, waiting: 20n });

    const over = lowerOrders(closing, { ...terms, dividend: each("46") });
    expect(over.position).toMatchObject({ status: "holding", closingShares: 0n, closings: [] });
    const later = lowerOrders(closing, { ...terms, placedOver: new Set([7n]) });
    expect(later.position.closings).toEqual([stop]);
  });

  it("what a venue has is noted, and stays until that has answered", () => {
    const { position, lowered } = lowerOrders(waiting, { ...terms, atVenue: new Set([1n]) });
    expect(position.limitPrice).toBe(dollars(50));
    const [order] = lowered;
    const after: { limit: Price | null; stop: Price | null } | null = order?.after ?? null;
    expect(after).toEqual({ limit: dollars(49.5), stop: null });
  });
});
