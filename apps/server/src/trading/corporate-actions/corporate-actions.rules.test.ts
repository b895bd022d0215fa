import {
  divide,
  marketKeys,
  minor,
  perShare,
  price,
  priceUnitsPerMinor,
  readPerShare,
  settlementCurrency,
  shares,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import { instantOf, isOnTick, tradingDayBegins } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applySplit,
  nextOpening,
  sharesCancelled,
  sharesConcerned,
  type AdjustablePosition,
  type SplitTerms,
} from "./corporate-actions.rules.ts";
import { dividendOf } from "./dividends.rules.ts";

const told = (text: string) => {
  const read = readPerShare(text);
  if (read === null) throw new Error(`${text} is no amount per share`);
  return read;
};
const yen = (value: number) => price(BigInt(Math.round(value * 10_000)));

/** 100 shares at 2,850 yen, with a fee of 100 yen, nothing sold. */
const held: AdjustablePosition = {
  market: "jpy",
  side: "long",
  status: "holding",
  lowers: { limit: false, stop: false },
  lowersExits: true,
  quantity: shares(100n),
  limitPrice: null,
  stopPrice: null,
  takeProfit: null,
  stopLoss: null,
  expiresAt: null,
  openedAt: instantOf("jpy", "2026-11-20", "10:00"),
  opened: shares(100n),
  closed: shares(0n),
  openPrice: yen(2_850),
  openValue: yen(2_850) * 100n,
  closeValue: 0n,
  cost: minor(285_000n),
  openFee: minor(100n),
  reserved: minor(0n),
  marginLeft: minor(285_000n),
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

/** Closing orders at work: what each waits for, what it has filled, and its limit. */
function closing(
  position: AdjustablePosition,
  ...orders: readonly (readonly [waiting: bigint, filled: bigint, limit: Price | null])[]
): AdjustablePosition {
  return {
    ...position,
    status: "closing",
    closingShares: shares(orders.reduce((sum, [waiting]) => sum + waiting, 0n)),
    closings: orders.map(([waiting, filled, limit], index) => ({
      id: BigInt(index),
      quantity: shares(waiting + filled),
      filled: shares(filled),
      limit,
      stop: null,
      trail: null,
      lowers: { limit: false, stop: false },
    })),
  };
}

/** The same with a third of it paid and two thirds borrowed, and the same sold short. */
const leveraged: AdjustablePosition = {
  ...held,
  marginLeft: minor(95_000n),
  borrowedLeft: minor(190_000n),
};
const short: AdjustablePosition = {
  ...leveraged,
  side: "short",
  collateralLeft: minor(380_000n),
};

const waiting: AdjustablePosition = {
  ...held,
  status: "pending",
  limitPrice: yen(2_800),
  opened: shares(0n),
  openPrice: null,
  openValue: null,
  openedAt: null,
  cost: minor(0n),
  openFee: minor(0n),
  marginLeft: minor(0n),
  expiresAt: 1_000,
  reserved: minor(280_100n),
};

const terms = (numerator: bigint, denominator: bigint, closeBefore = 3_000, lot = 1n) =>
  ({
    split: { numerator, denominator, closeBefore: yen(closeBefore) },
    grid: { tickClass: "topix500", date: "2026-11-24" },
    lotSize: shares(lot),
    orderMax: null,
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
    expect(after.money).toMatchObject({ cash, repaid: 0n, freed: 0n, interest: 0n });
    expect(after.position.proceeds).toBe(cash);
    expect(after.position.cost).toBe(held.cost);
    expect(after.position.status).toBe("holding");
  });

  it("shows the price that the same money is for the shares of now, however often they were split", () => {
    const ratios = fc.constantFrom([2n, 1n], [1n, 2n], [3n, 1n], [1n, 3n], [7n, 1n], [1n, 7n]);
    const whole = 2n ** 4n * 3n ** 4n * 7n ** 4n;
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 8n), fc.array(ratios, { maxLength: 4 }), (paid, splits) => {
        const cost = minor(divide(paid * whole, 10_000n, "ceiling"));
        const opened = { opened: shares(whole), quantity: shares(whole), cost };
        let position: AdjustablePosition = {
          ...held,
          ...opened,
          ...{ openPrice: price(paid), openValue: paid * whole },
        };
        for (const [numerator = 1n, denominator = 1n] of splits) {
          ({ position } = applySplit(position, terms(numerator, denominator)));
        }
        const exact = divide(paid * whole, position.opened, "half_up");
        expect(position.openPrice).toBe(exact > 0n ? exact : 1n);
      }),
    );
  });

  it("of a position from before its value was kept rounds its price as it was shown", () => {
    const older = { ...held, openPrice: yen(10), openValue: null };
    const third = applySplit(older, terms(3n, 1n)).position;
    expect(third).toMatchObject({ openPrice: 33_333n, openValue: null });
    expect(applySplit(third, terms(1n, 3n)).position.openPrice).toBe(99_999n);
  });

  it("ends a position that was less than one new share, all of it paid", () => {
    const small = { ...held, quantity: shares(3n), opened: shares(3n), cost: minor(8_550n) };
    const { position, money } = applySplit(small, terms(1n, 10n));
    expect([position.status, position.ending]).toEqual(["closed", "corporate_action"]);
    expect(position.opened).toBe(position.closed);
    expect(money.cash).toBe(9_000n);
    expect(position.basisClosed).toBe(8_650n);
    expect(position.realised).toBe(350n);
  });

  it("takes its own price where the feed has no close before it", () => {
    const of = terms(1n, 3n);
    const { money } = applySplit(held, { ...of, split: { ...of.split, closeBefore: null } });
    expect(money.cash).toBe(2_850n);
  });

  it("carries a sale that waits to a price on the tick, in the customer's favour", () => {
    const [order] = applySplit(closing(held, [50n, 0n, yen(3_001)]), terms(3n, 1n)).position
      .closings;
    expect(order).toMatchObject({ quantity: 150n, limit: yen(1_000.5) });
    const gone = applySplit(closing(held, [1n, 0n, yen(3_001)]), terms(1n, 10n)).position;
    expect([gone.status, gone.closings]).toEqual(["holding", []]);
    const all = applySplit(closing(held, [100n, 0n, yen(3_001)]), terms(1n, 3n)).position;
    expect(all.closingShares).toBe(33n);
  });

  it("carries several sales along, and never more of them than there are shares", () => {
    const orders = [
      [33n, 0n, yen(3_001)],
      [34n, 0n, yen(3_100)],
      [1n, 0n, yen(3_200)],
    ] as const;
    const { opened, closed, closings, closingShares, status } = applySplit(
      closing(held, ...orders),
      terms(1n, 2n),
    ).position;
    expect(closings.map(({ quantity }) => quantity)).toEqual([16n, 17n]);
    expect(closingShares).toBe(33n);
    expect(closingShares).toBeLessThanOrEqual(opened - closed);
    expect(status).toBe("closing");
  });
});

describe("a split of what is leveraged or short", () => {
  it("leaves loan, collateral and interest as they are where no fraction is left", () => {
    for (const before of [leveraged, short]) {
      const { position, money } = applySplit({ ...before, interestUnits: 77n }, terms(2n, 1n));
      const { marginLeft, borrowedLeft, collateralLeft, interestUnits } = position;
      expect({ marginLeft, borrowedLeft, collateralLeft, interestUnits }).toEqual({
        marginLeft: before.marginLeft,
        borrowedLeft: before.borrowedLeft,
        collateralLeft: before.collateralLeft,
        interestUnits: 77n,
      });
      expect(Object.values(money).every((amount) => amount === 0n)).toBe(true);
    }
  });

  it("closes a fraction with its part of the loan, or of the collateral", () => {
    // A hundredth of the shares, worth 3,000 yen.
    const long = applySplit(leveraged, terms(1n, 3n));
    expect(long.money).toMatchObject({ cash: 3_000n, repaid: 1_900n, freed: 0n, interest: 0n });
    expect(long.position).toMatchObject({ marginLeft: 94_050n, borrowedLeft: 188_100n });
    const sold = applySplit(short, terms(1n, 3n));
    expect(sold.money).toMatchObject({ cash: -3_000n, repaid: 0n, freed: 3_800n });
    expect(sold.position).toMatchObject({ collateralLeft: 376_200n, borrowedLeft: 188_100n });
    // Sold for 2,850 less a fee of 1, bought back for 3,000.
    expect(sold.position.realised).toBe(2_849n - 3_000n);
  });

  it("ends one that was less than a new share: all of it is paid back, with its interest", () => {
    for (const before of [leveraged, short]) {
      const { position, money } = applySplit(before, terms(1n, 1_000n));
      expect(position).toMatchObject({
        status: "closed",
        marginLeft: 0n,
        borrowedLeft: 0n,
        collateralLeft: 0n,
        interestUnits: 0n,
      });
      // Five days of 2.8 % on 190,000 yen, and of 1.1 % on 285,000.
      const isLong = before.side === "long";
      expect(money).toMatchObject({
        cash: isLong ? 300_000n : -300_000n,
        repaid: isLong ? 190_000n : 0n,
        freed: isLong ? 0n : 380_000n,
        interest: isLong ? 72n : 42n,
      });
      expect(position.interestPaid).toBe(money.interest);
    }
  });

  it("carries a closing order without a price along, and buys back at a price rounded down", () => {
    const stopped = applySplit(closing(short, [60n, 20n, null]), terms(3n, 1n)).position;
    expect(stopped.closings).toMatchObject([{ quantity: 240n, filled: 60n, limit: null }]);
    expect(stopped.closingShares).toBe(180n);
    const limited = applySplit(closing(short, [60n, 20n, yen(2_500.5)]), terms(3n, 1n)).position;
    expect(limited.closings[0]?.limit).toBe(yen(833.5));
  });
});

describe("a split of an order that is filled in part", () => {
  const partly: AdjustablePosition = {
    ...held,
    quantity: shares(150n),
    limitPrice: yen(2_850),
    reserved: minor(142_500n),
    expiresAt: 1_000,
  };

  it("goes on with what waits", () => {
    const { position, money } = applySplit(partly, terms(2n, 1n));
    expect(position).toMatchObject({
      opened: 200n,
      quantity: 300n,
      limitPrice: yen(1_425),
      reserved: 142_500n,
      expiresAt: 1_000,
    });
    expect(money.released).toBe(0n);
  });

  it("takes the rest back where a fraction was closed, or less than a lot is left of it", () => {
    for (const each of [terms(1n, 3n), terms(2n, 1n, 3_000, 1_000n)]) {
      const { position, money } = applySplit(partly, each);
      expect(position).toMatchObject({ reserved: 0n, expiresAt: null });
      expect(position.quantity).toBe(position.opened);
      expect(money.released).toBe(142_500n);
    }
  });
});

describe("a split of what waits", () => {
  it("asks for as many new shares at a price rounded down to the tick", () => {
    const { position, money } = applySplit(waiting, terms(3n, 2n));
    expect([position.quantity, position.limitPrice]).toEqual([150n, yen(1_866.5)]);
    expect([position.reserved, money.released]).toEqual([280_100n, 0n]);
    expect(position.expiresAt).toBe(1_000);
  });

  it("keeps to whole lots", () => {
    expect(applySplit(waiting, terms(11n, 10n, 3_000, 100n)).position.quantity).toBe(100n);
  });

  it("cancels what is less than a lot and gives all of its money back", () => {
    const { position, money } = applySplit(waiting, terms(1n, 10n, 3_000, 100n));
    expect([position.status, position.reserved, money.released]).toEqual([
      "cancelled",
      0n,
      280_100n,
    ]);
    expect([position.ending, position.expiresAt]).toEqual(["corporate_action", null]);
  });

  it.each([
    [500_000n, "pending"],
    [500_001n, "cancelled"],
    [900_000n, "cancelled"],
  ] as const)(
    "of %d shares, twice as many afterwards, is %s at a largest order of a million",
    (quantity, status) => {
      const large = { ...waiting, quantity: shares(quantity) };
      const { position, money } = applySplit(large, {
        ...terms(2n, 1n),
        orderMax: shares(1_000_000n),
      });
      const isOver = status === "cancelled";
      expect([position.status, money.released]).toEqual([status, isOver ? waiting.reserved : 0n]);
      expect(sharesCancelled(large, position)).toBe(isOver ? quantity : 0n);
    },
  );

  it("that closes is cancelled where it is too large, and the shares stay", () => {
    const closing = {
      id: 1n,
      quantity: shares(60n),
      filled: shares(0n),
      limit: yen(3_000),
      stop: null,
      trail: null,
      lowers: { limit: false, stop: false },
    };
    const selling: AdjustablePosition = {
      ...held,
      status: "closing",
      closingShares: shares(60n),
      closings: [closing],
    };
    const { position } = applySplit(selling, { ...terms(2n, 1n), orderMax: shares(100n) });
    expect(position).toMatchObject({ status: "holding", closingShares: 0n, closings: [] });
    expect(sharesConcerned(position)).toBe(200n);
    expect(sharesCancelled(selling, position)).toBe(60n);
  });

  it("rounds a short's limit up, its stop down, and takes its bracket along", () => {
    const selling = {
      ...waiting,
      side: "short" as const,
      stopPrice: yen(2_750),
      takeProfit: yen(2_500),
      stopLoss: yen(3_000.5),
    };
    const { position } = applySplit(selling, terms(3n, 1n));
    expect(position).toMatchObject({
      quantity: 300n,
      limitPrice: yen(933.4),
      stopPrice: yen(916.6),
      takeProfit: yen(833.3),
      stopLoss: yen(1_000.5),
    });
  });
});

describe("a dividend", () => {
  it("is paid on the shares that are left, a half rounded up", () => {
    expect(dividendOf(held, told("12.5"))).toBe(1_250n);
    expect(dividendOf({ ...held, closed: shares(99n) }, told("12.5"))).toBe(13n);
  });

  it("is charged to whoever is short", () => {
    expect(dividendOf({ ...held, side: "short" }, told("12.5"))).toBe(-1_250n);
  });

  it("pays several positions together what one holding of their shares is paid", () => {
    const anyShares = fc.array(fc.bigInt({ min: 1n, max: 100_000n }), {
      minLength: 1,
      maxLength: 8,
    });
    const anyEach = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(anyShares, anyEach, fc.constantFrom(...marketKeys), (parts, each, market) => {
        const of = (opened: bigint) => ({ ...held, market, opened: shares(opened) });
        let [before, paid] = [0n, 0n];
        for (const part of parts) {
          paid += dividendOf(of(part), perShare(each), shares(before));
          before += part;
        }
        expect(paid).toBe(dividendOf(of(before), perShare(each)));
      }),
    );
  });

  it.each([
    ["usd", "1.831111", 1_000n, 183_111n],
    ["cny", "0.077955", 10_000n, 77_955n],
    ["cny", "0.000000000001", 5_000_000_000n, 1n],
  ] as const)("in %s of %s on %d shares keeps every decimal", (market, each, opened, paid) => {
    expect(dividendOf({ ...held, market, opened: shares(opened) }, told(each))).toBe(paid);
  });
});

describe("an action", () => {
  it.each([
    ["jpy", "2026-11-24", "09:00"],
    ["usd", "2026-11-24", "09:30"],
    ["cny", "2026-11-24", "09:30"],
  ] as const)("takes effect in %s at the opening of its day", (market, date, time) => {
    const opening = instantOf(market, date, time);
    expect(tradingDayBegins(market, date, "exchange")).toBe(opening);
    expect(nextOpening(market, opening - 1, "exchange")).toBe(opening);
    expect(nextOpening(market, opening, "exchange")).toBeGreaterThan(opening);
    expect(tradingDayBegins(market, date, "always")).toBe(instantOf(market, date, "00:00"));
  });
});

/** A position in the middle of its life: some of it sold in parts, with the basis as sales leave it. */
const positions = fc
  .record({
    side: fc.constantFrom("long" as const, "short" as const),
    borrowed: fc.bigInt(0n, 90n),
    market: fc.constantFrom<MarketKey>("jpy", "usd", "cny"),
    opened: fc.bigInt(1n, 1_000_000_000n),
    parts: fc.array(fc.bigInt(1n, 500_000_000n), { maxLength: 6 }),
    openPrice: fc.bigInt(1n, 10n ** 9n),
    openFee: fc.bigInt(0n, 100_000n),
  })
  .map(({ side, borrowed, market, opened, parts, openPrice, openFee }) => {
    const closed = parts.reduce((sum, part) => (sum + part < opened ? sum + part : sum), 0n);
    const unit = priceUnitsPerMinor(settlementCurrency(market));
    const cost = (openPrice * opened + unit - 1n) / unit;
    const left = (cost * (opened - closed)) / opened;
    const borrowedLeft = (left * borrowed) / 100n;
    const isShort = side === "short";
    const fee = isShort && openFee > cost ? cost : openFee;
    const position: AdjustablePosition = {
      ...held,
      market,
      side,
      marginLeft: minor(left - borrowedLeft),
      borrowedLeft: minor(borrowedLeft),
      collateralLeft: minor(isShort ? 2n * left - borrowedLeft : 0n),
      quantity: shares(opened),
      opened: shares(opened),
      closed: shares(closed),
      openPrice: price(openPrice),
      openValue: openPrice * opened,
      cost: minor(cost),
      openFee: minor(fee),
      basisClosed: minor(((isShort ? cost - fee : cost + fee) * closed) / opened),
    };
    return position;
  });

const splits = fc.record({
  numerator: fc.bigInt(1n, 200n),
  denominator: fc.bigInt(1n, 200n),
  closeBefore: fc.bigInt(1n, 10n ** 9n).map(price),
});

describe("whatever is split", () => {
  it("is worth with its cash what it was, to less than one minor unit in the customer's favour", () => {
    fc.assert(
      fc.property(positions, splits, (before, split) => {
        const grid = { tickClass: "standard", date: "2026-11-24" } as const;
        const { position, money } = applySplit(before, {
          split,
          grid,
          lotSize: shares(1n),
          orderMax: null,
        });
        const unit = priceUnitsPerMinor(settlementCurrency(before.market));
        const sign = before.side === "long" ? 1n : -1n;
        // All in price units × numerator, so that the new price needs no rounding.
        const worth = sign * sharesConcerned(before) * split.closeBefore * split.numerator;
        const kept = position.opened - position.closed;
        const worthAfter =
          sign * kept * split.closeBefore * split.denominator + money.cash * unit * split.numerator;
        expect(worthAfter).toBeGreaterThanOrEqual(worth);
        expect(worthAfter - worth).toBeLessThan(unit * split.numerator);
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives back of loan and collateral what it no longer owes, and owes nothing at its end", () => {
    fc.assert(
      fc.property(positions, splits, (before, split) => {
        const grid = { tickClass: "standard", date: "2026-11-24" } as const;
        const { position, money } = applySplit(before, {
          split,
          grid,
          lotSize: shares(1n),
          orderMax: null,
        });
        const isLong = before.side === "long";
        expect(before.collateralLeft - position.collateralLeft).toBe(money.freed);
        const repaid = before.borrowedLeft - position.borrowedLeft;
        expect(isLong ? repaid : 0n).toBe(money.repaid);
        expect(position.marginLeft >= 0n && position.borrowedLeft >= 0n).toBe(true);
        if (position.opened > position.closed) return;
        expect([position.marginLeft, position.borrowedLeft, position.collateralLeft]).toEqual([
          0n,
          0n,
          0n,
        ]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps what it cost, and every later closing takes a part of it that is never negative", () => {
    fc.assert(
      fc.property(positions, splits, (before, split) => {
        const grid = { tickClass: "standard", date: "2026-11-24" } as const;
        const { position, money } = applySplit(before, {
          split,
          grid,
          lotSize: shares(1n),
          orderMax: null,
        });
        const isLong = before.side === "long";
        const basis = isLong ? position.cost + position.openFee : position.cost - position.openFee;
        expect([position.cost, position.openFee]).toEqual([before.cost, before.openFee]);
        const taken = position.basisClosed - before.basisClosed;
        expect(position.realised - before.realised).toBe(
          money.cash - money.interest + (isLong ? -taken : taken),
        );
        expect(position.opened).toBeGreaterThan(0n);
        expect(position.closed).toBeGreaterThanOrEqual(0n);
        expect(position.basisClosed).toBeLessThanOrEqual(basis);
        if (position.closed === position.opened) {
          expect(position.basisClosed).toBe(basis);
        } else {
          // As the next closing, of one share, would take it.
          const next = (basis * (position.closed + 1n)) / position.opened;
          expect(next).toBeGreaterThanOrEqual(position.basisClosed);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves a working order no dearer than it was, and on the tick", () => {
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
          const { position } = applySplit(before, {
            split,
            grid,
            lotSize: shares(1n),
            orderMax: null,
          });
          if (position.status === "cancelled") return;
          const limitAfter = position.limitPrice ?? price(0n);
          expect(isOnTick(limitAfter, { market: "jpy", ...grid })).toBe(true);
          expect(limitAfter * position.quantity).toBeLessThanOrEqual(limit * 10_000n * quantity);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
