import { positionStatuses } from "@sanshi/contract";
import {
  minor,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { instantOf, isOnTick } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applySplit,
  dividendOf,
  effectiveAt,
  nextOpening,
  sharesConcerned,
  type AdjustablePosition,
  type SplitTerms,
} from "./corporate-actions.rules.ts";

const yen = (value: number) => price(BigInt(Math.round(value * 10_000)));

/** 100 shares at 2,850 yen, with a fee of 100 yen, nothing sold. */
const held: AdjustablePosition = {
  market: "jpy",
  side: "long",
  status: positionStatuses.holding,
  quantity: shares(100n),
  limitPrice: null,
  opened: shares(100n),
  closed: shares(0n),
  openPrice: yen(2_850),
  closeValue: 0n,
  cost: minor(285_000n),
  openFee: minor(100n),
  reserved: minor(0n),
  basisClosed: minor(0n),
  proceeds: minor(0n),
  realised: minor(0n),
  closingQuantity: null,
  closingPrice: null,
};

const waiting: AdjustablePosition = {
  ...held,
  status: positionStatuses.pending,
  limitPrice: yen(2_800),
  opened: shares(0n),
  openPrice: null,
  cost: minor(0n),
  openFee: minor(0n),
  reserved: minor(280_100n),
};

const terms = (numerator: bigint, denominator: bigint, closeBefore = 3_000, lot = 1n) =>
  ({
    split: { numerator, denominator, closeBefore: yen(closeBefore) },
    grid: { tickClass: "topix500", date: "2026-11-24" },
    lotSize: shares(lot),
  }) satisfies SplitTerms;

describe("a split of what is held", () => {
  it.each([
    { name: "2 for 1", of: terms(2n, 1n), kept: 200n, openPrice: 1_425, cash: 0n },
    { name: "3 for 2", of: terms(3n, 2n), kept: 150n, openPrice: 1_900, cash: 0n },
    { name: "1 for 10", of: terms(1n, 10n), kept: 10n, openPrice: 28_500, cash: 0n },
    // A third of a new share is left, worth 9,000 yen a share.
    { name: "1 for 3", of: terms(1n, 3n), kept: 33n, openPrice: 8_550, cash: 3_000n },
    // Two sevenths of a new share, worth 7,000 yen a share at 1,000 before.
    { name: "1 for 7", of: terms(1n, 7n, 1_000), kept: 14n, openPrice: 19_950, cash: 2_000n },
  ])("of $name keeps whole shares and pays the rest", ({ of, kept, openPrice, cash }) => {
    const after = applySplit(held, of);
    expect(sharesConcerned(after.position)).toBe(kept);
    expect(after.position.openPrice).toBe(yen(openPrice));
    expect(after.cash).toBe(cash);
    expect(after.position.proceeds).toBe(cash);
    expect(after.position.cost).toBe(held.cost);
    expect(after.position.status).toBe(positionStatuses.holding);
  });

  it("ends a position that was less than one new share, all of it paid", () => {
    const small = { ...held, quantity: shares(3n), opened: shares(3n), cost: minor(8_550n) };
    const { position, cash } = applySplit(small, terms(1n, 10n));
    expect(position.status).toBe(positionStatuses.closed);
    expect(position.opened).toBe(position.closed);
    expect(cash).toBe(9_000n);
    expect(position.basisClosed).toBe(8_650n);
    expect(position.realised).toBe(350n);
  });

  it("takes its own price where the feed has no close before it", () => {
    const of = terms(1n, 3n);
    const { cash } = applySplit(held, { ...of, split: { ...of.split, closeBefore: null } });
    expect(cash).toBe(2_850n);
  });

  it("carries a sale that waits to a price on the tick, in the customer's favour", () => {
    const closing = {
      ...held,
      status: positionStatuses.closing,
      closingQuantity: shares(50n),
      closingPrice: yen(3_001),
    };
    const after = applySplit(closing, terms(3n, 1n)).position;
    expect([after.closingQuantity, after.closingPrice]).toEqual([150n, yen(1_000.5)]);
    const gone = applySplit({ ...closing, closingQuantity: shares(1n) }, terms(1n, 10n)).position;
    expect([gone.status, gone.closingQuantity]).toEqual([positionStatuses.holding, null]);
    const all = applySplit({ ...closing, closingQuantity: shares(100n) }, terms(1n, 3n)).position;
    expect(all.closingQuantity).toBe(33n);
  });
});

describe("a split of what waits", () => {
  it("asks for as many new shares at a price rounded down to the tick", () => {
    const { position, released } = applySplit(waiting, terms(3n, 2n));
    expect([position.quantity, position.limitPrice]).toEqual([150n, yen(1_866.5)]);
    expect([position.reserved, released]).toEqual([280_100n, 0n]);
  });

  it("keeps to whole lots", () => {
    expect(applySplit(waiting, terms(11n, 10n, 3_000, 100n)).position.quantity).toBe(100n);
  });

  it("cancels what is less than a lot and gives all of its money back", () => {
    const { position, released } = applySplit(waiting, terms(1n, 10n, 3_000, 100n));
    expect([position.status, position.reserved, released]).toEqual([
      positionStatuses.cancelled,
      0n,
      280_100n,
    ]);
  });
});

describe("a dividend", () => {
  it("is paid on the shares that are left, a half rounded up", () => {
    expect(dividendOf(held, yen(12.5))).toBe(1_250n);
    expect(dividendOf({ ...held, closed: shares(99n) }, yen(12.5))).toBe(13n);
  });

  it("is charged to whoever is short", () => {
    expect(dividendOf({ ...held, side: "short" }, yen(12.5))).toBe(-1_250n);
  });
});

describe("an action", () => {
  it.each([
    ["jpy", "2026-11-24", "09:00"],
    ["usd", "2026-11-24", "09:30"],
    ["cny", "2026-11-24", "09:30"],
  ] as const)("takes effect in %s at the opening of its day", (market, date, time) => {
    const opening = instantOf(market, date, time);
    expect(effectiveAt(market, date, "exchange")).toBe(opening);
    expect(nextOpening(market, opening - 1, "exchange")).toBe(opening);
    expect(nextOpening(market, opening, "exchange")).toBeGreaterThan(opening);
    expect(effectiveAt(market, date, "always")).toBe(instantOf(market, date, "00:00"));
  });
});

/** A position in the middle of its life: some of it sold in parts, with the basis as sales leave it. */
const positions = fc
  .record({
    market: fc.constantFrom<MarketKey>("jpy", "usd", "cny"),
    opened: fc.bigInt(1n, 1_000_000_000n),
    parts: fc.array(fc.bigInt(1n, 500_000_000n), { maxLength: 6 }),
    openPrice: fc.bigInt(1n, 10n ** 9n),
    openFee: fc.bigInt(0n, 100_000n),
  })
  .map(({ market, opened, parts, openPrice, openFee }) => {
    const closed = parts.reduce((sum, part) => (sum + part < opened ? sum + part : sum), 0n);
    const unit = priceUnitsPerMinor(settlementCurrency(market));
    const cost = (openPrice * opened + unit - 1n) / unit;
    const position: AdjustablePosition = {
      ...held,
      market,
      quantity: shares(opened),
      opened: shares(opened),
      closed: shares(closed),
      openPrice: price(openPrice),
      cost: minor(cost),
      openFee: minor(openFee),
      basisClosed: minor(((cost + openFee) * closed) / opened),
    };
    return position;
  });

const splits = fc.record({
  numerator: fc.bigInt(1n, 200n),
  denominator: fc.bigInt(1n, 200n),
  closeBefore: fc.bigInt(1n, 10n ** 9n).map(price),
});

describe("whatever is split", () => {
  it("is worth with its cash what it was, and less than one minor unit more", () => {
    fc.assert(
      fc.property(positions, splits, (before, split) => {
        const grid = { tickClass: "standard", date: "2026-11-24" } as const;
        const { position, cash } = applySplit(before, { split, grid, lotSize: shares(1n) });
        const unit = priceUnitsPerMinor(settlementCurrency(before.market));
        // All in price units × numerator, so that the new price needs no rounding.
        const worth = sharesConcerned(before) * split.closeBefore * split.numerator;
        const kept = position.opened - position.closed;
        const worthAfter =
          kept * split.closeBefore * split.denominator + cash * unit * split.numerator;
        expect(worthAfter).toBeGreaterThanOrEqual(worth);
        expect(worthAfter - worth).toBeLessThan(unit * split.numerator);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps what it cost, and every later sale takes a part of it that is never negative", () => {
    fc.assert(
      fc.property(positions, splits, (before, split) => {
        const grid = { tickClass: "standard", date: "2026-11-24" } as const;
        const { position, cash } = applySplit(before, { split, grid, lotSize: shares(1n) });
        const basis = position.cost + position.openFee;
        expect(basis).toBe(before.cost + before.openFee);
        expect(position.realised - before.realised).toBe(
          cash - (position.basisClosed - before.basisClosed),
        );
        expect(position.opened).toBeGreaterThan(0n);
        expect(position.closed).toBeGreaterThanOrEqual(0n);
        expect(position.basisClosed).toBeLessThanOrEqual(basis);
        if (position.closed === position.opened) {
          expect(position.basisClosed).toBe(basis);
        } else {
          // As the next sale, of one share, would take it.
          const next = (basis * (position.closed + 1n)) / position.opened;
          expect(next).toBeGreaterThanOrEqual(position.basisClosed);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves an order that waits no dearer than it was, and on the tick", () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 1_000_000n),
        fc.bigInt(1n, 5_000n),
        splits,
        (quantity, limit, split) => {
          const grid = { tickClass: "standard", date: "2026-11-24" } as const;
          const before = {
            ...waiting,
            quantity: shares(quantity),
            limitPrice: price(limit * 10_000n),
          };
          const { position } = applySplit(before, { split, grid, lotSize: shares(1n) });
          if (position.status === positionStatuses.cancelled) return;
          const limitAfter = position.limitPrice ?? price(0n);
          expect(isOnTick(limitAfter, { market: "jpy", ...grid })).toBe(true);
          expect(limitAfter * position.quantity).toBeLessThanOrEqual(limit * 10_000n * quantity);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
