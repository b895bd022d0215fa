import { minor, price, shares, type MarketKey } from "@sanshi/money";
import { feeSchedule, withCommission } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterPart,
  nothingFilled,
  openingPart,
  reservationOf,
  reservedAt,
  type OrderTerms,
} from "./opening-money.rules.ts";

const date = "2026-11-20";
const terms: OrderTerms = {
  market: "jpy",
  side: "long",
  leverage: 3,
  quantity: shares(7n),
  limit: price(10_005_000n),
  reservedAt: price(10_005_000n),
  fees: feeSchedule("jpy", date),
};

describe("the money of an opening order", () => {
  it("is a part of the cost, rounded up, and the rest is borrowed", () => {
    // 7 × 1,000.5 = 7,003.5 yen.
    expect(reservationOf(terms, nothingFilled)).toBe(2_335n);
    const part = openingPart(terms, nothingFilled, { quantity: shares(7n), value: 70_035_000n });
    expect(part).toMatchObject({ amount: 7_004n, margin: 2_335n, borrowed: 4_669n, fee: 0n });
  });

  it("of parts adds up to that of the whole", () => {
    let filled = nothingFilled;
    const amounts: bigint[] = [];
    for (let index = 0; index < 7; index += 1) {
      const part = openingPart(terms, filled, { quantity: shares(1n), value: 10_005_000n });
      amounts.push(part.amount);
      filled = afterPart(filled, part);
    }
    expect(amounts).toEqual([1_001n, 1_000n, 1_001n, 1_000n, 1_001n, 1_000n, 1_001n]);
    expect(filled).toEqual({ opened: 7n, cost: 7_004n, margin: 2_335n, fee: 0n });
    expect(reservationOf(terms, filled)).toBe(0n);
  });

  it("of a short that sells above its limit is no more than was reserved", () => {
    const short: OrderTerms = { ...terms, side: "short" };
    const reserved = reservationOf(short, nothingFilled);
    const part = openingPart(short, nothingFilled, { quantity: shares(7n), value: 140_000_000n });
    expect(part).toMatchObject({ amount: 14_000n, margin: reserved, borrowed: 14_000n - reserved });
  });

  it("of an odd short is what it brings, rounded down", () => {
    // 7 × 1,000.5 = 7,003.5 yen; what it sells for more than its limit is no margin.
    const short: OrderTerms = { ...terms, side: "short", limit: null, reservedAt: null };
    const odd = { quantity: shares(7n), value: 70_035_000n };
    expect(openingPart(short, nothingFilled, odd)).toMatchObject({
      amount: 7_003n,
      margin: 2_335n,
      borrowed: 4_668n,
    });
    const atLimit = openingPart({ ...terms, side: "short" }, nothingFilled, odd);
    expect(atLimit.amount).toBe(7_003n);
  });

  it("of a stop waits at what the stop and 5 % come to, to the last minor unit", () => {
    // 1,001.7 and 5 % are 1,051.785 yen; 7 of them 7,362.495, a third of 7,363 is 2,454.3.
    const stop: OrderTerms = {
      ...terms,
      limit: null,
      reservedAt: reservedAt("stop", "long", null, price(10_017_000n)),
    };
    expect(stop.reservedAt).toBe(10_517_850n);
    expect(reservationOf(stop, nothingFilled)).toBe(2_455n);
    // A ten-thousandth that the 5 % do not come out at is reserved as a whole one.
    expect(reservedAt("stop", "long", null, price(10_001n))).toBe(10_502n);
  });

  it("of a stop is what it costs, beyond its reservation too", () => {
    const stop: OrderTerms = { ...terms, limit: null };
    const part = openingPart(stop, nothingFilled, { quantity: shares(7n), value: 77_000_000n });
    expect(part).toMatchObject({ amount: 7_700n, margin: 2_567n });
  });

  const order = fc.record({
    market: fc.constantFrom<MarketKey>("jpy", "usd", "cny"),
    side: fc.constantFrom<OrderTerms["side"]>("long", "short"),
    leverage: fc.constantFrom(1, 2, 3, 5, 10),
    limit: fc.integer({ min: 1_000, max: 50_000_000 }),
    commission: fc.record({
      rate: fc.bigInt(0n, 30_000n),
      minimum: fc.bigInt(0n, 3_000n),
      more: fc.option(fc.bigInt(0n, 10n ** 6n)),
    }),
    parts: fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 5_000 }), better: fc.nat(900) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  });

  const feesOf = (
    market: MarketKey,
    { rate, minimum, more }: { rate: bigint; minimum: bigint; more: bigint | null },
  ) =>
    withCommission(feeSchedule(market, date), {
      validFrom: date,
      rate,
      minimumMinor: minor(minimum),
      maximumMinor: more === null ? null : minor(minimum + more + 1n),
    });

  it("reserved at the limit suffices for every part and what is left, in any parts", () => {
    fc.assert(
      fc.property(order, ({ market, side, leverage, limit, commission, parts }) => {
        const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
        const own: OrderTerms = {
          market,
          side,
          leverage,
          quantity: shares(BigInt(quantity)),
          limit: price(BigInt(limit)),
          reservedAt: price(BigInt(limit)),
          fees: feesOf(market, commission),
        };
        let filled = nothingFilled;
        let reserved: bigint = reservationOf(own, filled);
        for (const one of parts) {
          const at = side === "long" ? limit - Math.min(one.better, limit - 1) : limit + one.better;
          const value = BigInt(at) * BigInt(one.quantity);
          const part = openingPart(own, filled, { quantity: shares(BigInt(one.quantity)), value });
          filled = afterPart(filled, part);
          const left = reservationOf(own, filled);
          expect(part.margin >= 0n && part.fee >= 0n).toBe(true);
          // A short's later part may post what its first, sold for more than the limit, did not.
          if (side === "long") expect(part.borrowed >= 0n).toBe(true);
          expect(filled.margin <= filled.cost).toBe(true);
          expect(part.feeItems.reduce((sum, item) => sum + item.amountMinor, 0n)).toBe(part.fee);
          // A short's fee can grow with its price by more than its margin leaves.
          if (side === "long") expect(part.margin + part.fee + left <= reserved).toBe(true);
          reserved = left;
        }
        expect(reserved).toBe(0n);
        const ceiling = (filled.cost + BigInt(leverage) - 1n) / BigInt(leverage);
        if (side === "long") expect(filled.margin).toBe(ceiling);
        else expect(filled.margin <= ceiling).toBe(true);
      }),
    );
  });

  it("of parts at the limit is exactly what was reserved", () => {
    fc.assert(
      fc.property(order, ({ market, leverage, limit, commission, parts }) => {
        const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
        const at = price(BigInt(limit));
        const own: OrderTerms = {
          market,
          side: "long",
          leverage,
          limit: at,
          reservedAt: at,
          fees: feesOf(market, commission),
          quantity: shares(BigInt(quantity)),
        };
        let filled = nothingFilled;
        for (const one of parts) {
          const bought = shares(BigInt(one.quantity));
          filled = afterPart(
            filled,
            openingPart(own, filled, { quantity: bought, value: at * bought }),
          );
        }
        expect(minor(filled.margin + filled.fee)).toBe(reservationOf(own, nothingFilled));
      }),
    );
  });
});
