import { price, shares, type Shares } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScriptedFeed, scaled } from "../../../../tests/support/scripted-feed.ts";
import type { DepthLevel } from "../market-feed/market-feed.ts";
import { simulatedVenue } from "./simulated-venue.ts";

const feed = createScriptedFeed({ now: () => 0 });
const level = (at: string, quantity: number): DepthLevel => ({
  price: scaled(at),
  quantity: shares(BigInt(quantity)),
});
const asks = [level("2850", 300), level("2850.5", 200), level("2851", 500)];
const bids = [level("2849.5", 100), level("2849", 400)];
const quote = feed.quote("jpy", "7203", "2850", {
  bid: scaled("2849.5"),
  ask: scaled("2850"),
  asks,
  bids,
});
const of = (quantity: number): Shares => shares(BigInt(quantity));

function match(side: "buy" | "sell", quantity: number, limit: string | null) {
  const order = { side, quantity: of(quantity), limit: limit === null ? null : scaled(limit) };
  const { slices, ...rest } = simulatedVenue.match(order, quote);
  return { ...rest, slices: slices.map((one) => [one.price / 10_000n, one.quantity]) };
}

describe("an order at the levels of a quote", () => {
  it("is filled at the best level where that suffices", () => {
    expect(match("buy", 300, null)).toMatchObject({ quantity: 300n, price: scaled("2850") });
    expect(match("sell", 100, "2849.5")).toMatchObject({ quantity: 100n, price: scaled("2849.5") });
  });

  it("goes on to the next levels, and keeps what it took of each", () => {
    const found = match("buy", 600, null);
    expect(found.slices).toEqual([
      [2850n, 300n],
      [2850n, 200n],
      [2851n, 100n],
    ]);
    expect(found.value).toBe(scaled("2850") * 300n + scaled("2850.5") * 200n + 28_510_000n * 100n);
    expect(found.price).toBe(28_503_333n);
  });

  it("takes what there is, and no more than its limit allows", () => {
    expect(match("buy", 5_000, null).quantity).toBe(1_000n);
    expect(match("buy", 5_000, "2850.5").quantity).toBe(500n);
    expect(match("sell", 5_000, "2849.5").quantity).toBe(100n);
  });

  it("is not filled where the market is not at its limit", () => {
    expect(match("buy", 100, "2849.5")).toMatchObject({
      quantity: 0n,
      price: null,
      hasCounterparty: true,
    });
  });

  it("meets nobody on a side that is locked at the day's limit", () => {
    const locked = feed.quote("jpy", "7203", "3000", { asks: [] });
    const order = { side: "buy" as const, quantity: of(100), limit: null };
    expect(simulatedVenue.match(order, locked)).toMatchObject({
      quantity: 0n,
      hasCounterparty: false,
    });
  });

  it("never takes more than a level has, than was ordered, or at a worse price than its limit", () => {
    const anyLevels = fc.array(fc.record({ step: fc.nat(5), quantity: fc.nat(900) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        anyLevels,
        fc.integer({ min: 1, max: 3_000 }),
        fc.nat(30),
        (steps, wanted, room) => {
          let at = 1_000n;
          const levels = steps.map(({ step, quantity }) => {
            at += BigInt(step);
            return { price: price(at), quantity: of(quantity) };
          });
          const limit = price(1_000n + BigInt(room));
          const found = simulatedVenue.match(
            { side: "buy", quantity: of(wanted), limit },
            { ...quote, asks: levels },
          );
          const within = levels.filter((one) => one.price <= limit);
          const there = within.reduce((sum, one) => sum + one.quantity, 0n);
          expect(found.quantity).toBe(there < BigInt(wanted) ? there : BigInt(wanted));
          expect(found.slices.every((one) => one.price <= limit && one.quantity > 0n)).toBe(true);
        },
      ),
    );
  });
});
