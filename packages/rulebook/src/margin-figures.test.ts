import {
  marketKeys,
  minor,
  notional,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type Price,
} from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMarginFigures,
  financing,
  isBelowRatio,
  maintenancePercentOf,
  marginFigures,
  missingEquity,
  ratioHundredths,
  shortExtra,
  shortKept,
  thresholdPrice,
  warningPrices,
  type FinancedPosition,
  type MarginFigures,
} from "./margin-figures.ts";
import { interestRates, marginRules } from "./margin.ts";
import { shortSelling } from "./short-selling.ts";

const today = "2026-11-21";
const kinds = ["equity_to_position", "assets_to_debt"] as const;

const anyPosition: fc.Arbitrary<FinancedPosition> = fc
  .record({
    market: fc.constantFrom(...marketKeys),
    side: fc.constantFrom("long", "short"),
    quantity: fc.bigInt(1n, 1_000_000n).map(shares),
    at: fc.bigInt(10_000n, 10n ** 9n).map(price),
    leverage: fc.constantFrom(1, 2, 3, 5, 10),
  })
  .map(({ market, side, quantity, at, leverage }) => {
    const cost = notional(at, quantity, settlementCurrency(market), "ceiling");
    return { market, side, quantity, cost, margin: financing(cost, leverage).margin };
  });

/** In price units times shares, where nothing is rounded. */
function figuresAt({ market, side, quantity, cost, margin }: FinancedPosition, at: bigint) {
  const unit = priceUnitsPerMinor(settlementCurrency(market));
  return marginFigures({
    side,
    value: at * quantity,
    borrowed: (cost - margin) * unit,
    collateral: (cost + margin) * unit,
  });
}

describe("financing", () => {
  it("is the whole cost, and one part in so many of it is the customer's, rounded up", () => {
    expect(financing(minor(1000n), 3)).toEqual({ margin: 334n, borrowed: 666n });
    expect(financing(minor(1000n), 1)).toEqual({ margin: 1000n, borrowed: 0n });
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 1, max: 99 }), (cost, leverage) => {
        const { margin, borrowed } = financing(minor(cost), leverage);
        expect(margin + borrowed).toBe(cost);
        expect(borrowed >= 0n && margin * BigInt(leverage) >= cost).toBe(true);
        expect((margin - 1n) * BigInt(leverage) < cost).toBe(true);
      }),
    );
  });

  it("keeps to the initial margin at every multiple that is offered", () => {
    for (const market of marketKeys) {
      const { initialPercent, leverageMultiples } = marginRules(market, today);
      for (const leverage of leverageMultiples) {
        const { margin } = financing(minor(999_999n), leverage);
        expect(Number(margin) * 100).toBeGreaterThanOrEqual(999_999 * initialPercent);
      }
    }
  });
});

describe("the warning prices", () => {
  it("of a Japanese position bought with three times its margin", () => {
    // 100 shares at 3,000 yen: 100,000 yen of the customer's, 200,000 borrowed.
    const long = {
      market: "jpy",
      side: "long",
      quantity: shares(100n),
      cost: minor(300_000n),
      margin: minor(100_000n),
    } as const;
    // 200,000 ÷ (100 × 0.8) and ÷ (100 × 0.9).
    expect(warningPrices(long, marginRules("jpy", today))).toEqual({
      marginCall: 25_000_000n,
      forcedSale: 22_222_223n,
    });
    // 400,000 ÷ (100 × 1.2) and ÷ (100 × 1.1).
    expect(warningPrices({ ...long, side: "short" }, marginRules("jpy", today))).toEqual({
      marginCall: 33_333_333n,
      forcedSale: 36_363_636n,
    });
  });

  it("of a mainland position are where all assets are 130 % and 110 % of the debt", () => {
    const long = {
      market: "cny",
      side: "long",
      quantity: shares(100n),
      cost: minor(100_000n),
      margin: minor(50_000n),
    } as const;
    expect(warningPrices(long, marginRules("cny", today))).toEqual({
      marginCall: 65_000n,
      forcedSale: 55_000n,
    });
  });

  it("do not exist where nothing is borrowed", () => {
    const whole = {
      market: "usd",
      side: "long",
      quantity: shares(3n),
      cost: minor(30_000n),
      margin: minor(30_000n),
    } as const;
    expect(warningPrices(whole, marginRules("usd", today))).toEqual({
      marginCall: null,
      forcedSale: null,
    });
  });

  it("are the last at which the ratio still holds: one price unit further it does not", () => {
    fc.assert(
      fc.property(
        anyPosition,
        fc.constantFrom(...kinds),
        fc.integer({ min: 5, max: 90 }),
        (position, kind, points) => {
          const percent = kind === "assets_to_debt" ? 100 + points : points;
          const at = thresholdPrice(position, kind, percent);
          if (at === null) return;
          const worse = position.side === "long" ? at - 1n : at + 1n;
          // A short so dear that not even a price of nothing holds cannot be made.
          if (at <= 0n || worse <= 0n) return;
          expect(isBelowRatio(kind, percent, figuresAt(position, at))).toBe(false);
          expect(isBelowRatio(kind, percent, figuresAt(position, worse))).toBe(true);
        },
      ),
    );
  });

  it("come in order: first the call, then the forced sale, away from the opening price", () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const rules = marginRules(position.market, today);
        const { marginCall, forcedSale } = warningPrices(position, rules);
        if (marginCall === null || forcedSale === null) return;
        const isOrdered =
          position.side === "long" ? forcedSale <= marginCall : forcedSale >= marginCall;
        expect(isOrdered).toBe(true);
      }),
    );
  });
});

describe("a ratio", () => {
  const anyFigures: fc.Arbitrary<MarginFigures> = fc.record({
    equity: fc.bigInt(-(10n ** 12n), 10n ** 12n),
    exposure: fc.bigInt(0n, 10n ** 12n),
    shorts: fc.constant(0n),
    shortExtra: fc.constant(0n),
    debt: fc.bigInt(0n, 10n ** 12n),
  });

  it("is the same whichever way it is asked: as a figure, as a comparison, as what is missing", () => {
    fc.assert(
      fc.property(
        anyFigures,
        fc.constantFrom(...kinds),
        fc.integer({ min: 1, max: 200 }),
        (figures, kind, percent) => {
          const isBelow = isBelowRatio(kind, percent, figures);
          const ratio = ratioHundredths(kind, figures);
          expect(isBelow).toBe(ratio !== null && ratio < BigInt(percent) * 100n);
          if (ratio === null) return;
          const missing = missingEquity(kind, percent, figures);
          expect(missing > 0n).toBe(isBelow);
          const topped = { ...figures, equity: figures.equity + missing };
          expect(isBelowRatio(kind, percent, topped)).toBe(false);
          if (missing > 0n) {
            const almost = { ...figures, equity: figures.equity + missing - 1n };
            expect(isBelowRatio(kind, percent, almost)).toBe(true);
          }
        },
      ),
    );
  });

  it("falls with every step that the market makes against the position", () => {
    fc.assert(
      fc.property(
        anyPosition,
        fc.bigInt(1n, 10n ** 9n),
        fc.bigInt(1n, 10n ** 6n),
        (position, start, step) => {
          const against: Price = price(position.side === "long" ? start : start + step);
          const better: Price = price(position.side === "long" ? start + step : start);
          const kind = marginRules(position.market, today).maintenanceRatio;
          const worse = ratioHundredths(kind, figuresAt(position, against));
          const good = ratioHundredths(kind, figuresAt(position, better));
          if (worse !== null && good !== null) expect(worse <= good).toBe(true);
        },
      ),
    );
  });

  it("of an account is that of its positions' sums", () => {
    const one = { equity: 10n, exposure: 100n, shorts: 0n, shortExtra: 0n, debt: 90n };
    const other = { equity: 30n, exposure: 50n, shorts: 0n, shortExtra: 0n, debt: 20n };
    expect(ratioHundredths("equity_to_position", addMarginFigures(one, other))).toBe(2_666n);
    expect(ratioHundredths("assets_to_debt", addMarginFigures(one, other))).toBe(13_636n);
  });
});

describe("what an account has to keep", () => {
  it("is the sum of what its longs and its shorts have to, a hundredth of a per cent dearer at most", () => {
    const value = fc.bigInt(0n, 10n ** 12n);
    fc.assert(
      fc.property(value, value, fc.constantFrom(...marketKeys), (longs, shorts, market) => {
        const rules = marginRules(market, today);
        const exposure = longs + shorts;
        const percent = maintenancePercentOf(rules, {
          equity: 0n,
          exposure,
          shorts,
          shortExtra: 0n,
          debt: 0n,
        });
        const { maintenancePercent: long, shortMaintenancePercent: short } = rules;
        const required = longs * BigInt(long) + shorts * BigInt(short);
        const asked = BigInt(Math.round(percent * 100)) * exposure;
        expect(asked >= required * 100n && asked - required * 100n <= exposure).toBe(true);
      }),
    );
  });

  it("is 30 % of a short in New York, 25 % of a long, and what both keep between them", () => {
    const rules = marginRules("usd", today);
    const of = (exposure: bigint, shorts: bigint) =>
      maintenancePercentOf(rules, { equity: 0n, exposure, shorts, shortExtra: 0n, debt: 0n });
    expect([of(100n, 100n), of(100n, 0n), of(100n, 50n), of(0n, 0n)]).toEqual([30, 25, 27.5, 25]);
    // 26.666… is not rounded to the customer's account being in order.
    expect(of(3n, 1n)).toBe(26.67);
  });
});

describe("what can be sold short", () => {
  const stock = { tickClass: "topix500", limitClass: "standard" } as const;
  it.each([
    ["jpy", today, true],
    ["usd", today, true],
    ["cny", today, false],
    ["cny", "2024-07-10", true],
    ["cny", "2010-03-30", false],
  ] as const)("of %s on %s: %s", (market, date, offered) => {
    expect(shortSelling({ ...stock, market, date }).offered).toBe(offered);
  });

  it("is not a small Japanese stock, nor a mainland one under special treatment", () => {
    const date = "2024-01-04";
    const small = { tickClass: "standard", limitClass: "standard" } as const;
    expect(shortSelling({ ...small, market: "jpy", date }).offered).toBe(false);
    const warned = { tickClass: "standard", limitClass: "special_treatment" } as const;
    expect(shortSelling({ ...warned, market: "cny", date }).offered).toBe(false);
  });
});

it("every market has a price for both ways of borrowing", () => {
  for (const market of marketKeys) {
    const { longBasisPoints, shortBasisPoints, reference } = interestRates(market, today);
    expect(longBasisPoints).toBeGreaterThan(0);
    expect(shortBasisPoints).toBeGreaterThan(0);
    expect(reference.confirmed).toBe(false);
  }
});

describe("the least that a short in New York keeps", () => {
  const rules = marginRules("usd", today);
  const dollars = (amount: number) => price(BigInt(Math.round(amount * 10_000)));

  it.each([
    // Below 5 dollars: 2.50 a share, or all of the value.
    [1, 2.5],
    [2.5, 2.5],
    [4.99, 4.99],
    // From 5 dollars: 5 a share, or 30 %.
    [5, 5],
    [16.66, 5],
    [16.67, 5.001],
    [100, 30],
  ])("at %d dollars is %d a share", (at, kept) => {
    expect(shortKept(rules, dollars(at))).toBe(BigInt(Math.round(kept * 1_000_000)));
    const quantity = shares(100n);
    const value = notional(dollars(at), quantity, "USD", "ceiling");
    const extra = shortExtra(rules, "usd", quantity, dollars(at));
    const position = { side: "short", value, borrowed: 0n, collateral: 0n, extra } as const;
    const percent = maintenancePercentOf(rules, marginFigures(position));
    const asked = (BigInt(Math.round(percent * 100)) * value) / 10_000n;
    // To a hundredth of a per cent, never less.
    expect(Number(asked)).toBeGreaterThanOrEqual(Math.floor(kept * 10_000));
    expect(Number(asked)).toBeLessThanOrEqual(kept * 10_000 + Number(value) / 10_000 + 1);
  });

  it("is none of a long's, and of no other market's", () => {
    for (const market of ["jpy", "cny"] as const) {
      expect(marginRules(market, today).shortLeast).toEqual([]);
      expect(shortExtra(marginRules(market, today), market, shares(5n), dollars(1))).toBe(0n);
    }
  });

  it("is still kept at the price that the ticket warns of, and not at one unit more", () => {
    const quantity = fc.bigInt(1n, 10_000n).map(shares);
    fc.assert(
      fc.property(fc.bigInt(25_000n, 500_000n), quantity, (opened, count) => {
        const cost = notional(price(opened), count, "USD", "floor");
        const position = {
          market: "usd",
          side: "short",
          quantity: count,
          cost,
          margin: cost,
        } as const;
        const { marginCall } = warningPrices(position, rules);
        if (marginCall === null || marginCall <= 0n) return;
        // In price units times shares times 100, where nothing is rounded.
        const collateral = 2n * cost * priceUnitsPerMinor("USD") * 100n;
        const needed = (at: bigint) => count * (100n * at + shortKept(rules, price(at)));
        expect(needed(marginCall) <= collateral).toBe(true);
        expect(needed(marginCall + 1n) > collateral).toBe(true);
      }),
    );
  });
});
