import { minor } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  carryOverCharge,
  chargedAmount,
  dayPremiumRate,
  intradayFees,
  premiumCharge,
} from "./intraday-fees.ts";

const day = "2026-11-23";

describe("the premium of a short of one day", () => {
  it("is nothing while the pool has enough, and rises with its utilisation, the own shares included", () => {
    const rate = (lent: bigint, short: bigint, own: bigint) =>
      dayPremiumRate("jpy", day, { lent, short }, own);
    expect(rate(0n, 0n, 100n)).toBe(0);
    expect(rate(1_000n, 0n, 499n)).toBe(0);
    expect(rate(1_000n, 0n, 500n)).toBe(5_000);
    expect(rate(1_000n, 700n, 100n)).toBe(15_000);
    expect(rate(1_000n, 900n, 100n)).toBe(40_000);
    // Of twice as many as the pool has, half are lent by institutions.
    expect(rate(1_000n, 1_000n, 1_000n)).toBe(20_000);
  });

  it("is one day of a year, rounded in the customer's favour", () => {
    const charge = premiumCharge("jpy", day, minor(365_000n), 40_000);
    expect(chargedAmount(charge)).toBe(40n);
    expect(chargedAmount(premiumCharge("jpy", day, minor(364_999n), 40_000))).toBe(39n);
    expect(chargedAmount(premiumCharge("usd", day, minor(360_000n), 5_000))).toBe(5n);
  });

  it("is never more for more of the pool, nor below nothing", () => {
    const big = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(big, big, big, big, (lent, more, short, own) => {
        const rate = dayPremiumRate("usd", day, { lent, short }, own);
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(40_000);
        if (lent > 0n) {
          const wider = dayPremiumRate("usd", day, { lent: lent + more, short }, own);
          const used = (of: bigint) =>
            short + own < of ? ((short + own) * 10_000n) / of : 10_000n;
          if (used(lent) < 5_000n) expect(wider).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it("charges what is carried over once, of what it was opened for", () => {
  const { carryOverBasisPoints, reference } = intradayFees(day);
  expect(reference.source).toContain("installation's published terms");
  for (const market of ["jpy", "usd"] as const) {
    const charge = carryOverCharge(market, day, minor(1_000_000n), carryOverBasisPoints);
    expect(chargedAmount(charge)).toBe(3_000n);
  }
});
