import { copyStrategies, dayMs } from "@sanshi/contract";
import { minor, price, shares, type MarketKey } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PositionRecord } from "../../trading/portfolio/portfolio.ts";
import type { Bar, CorporateAction } from "../../market-feed/market-feed.ts";
import { backtest } from "./backtest.ts";
import {
  firstUnitValue,
  priceUnits,
  unitsFor,
  valuationFor,
  valuationsAround,
  worthOf,
} from "./copy-trading.rules.ts";
import { figuresOf } from "./figures.rules.ts";
import { faultOfTargets, planOrders, type Plan } from "./ordering.ts";
import { freedBy } from "./pool-worth.ts";
import { pastMarket, type StockHistory } from "./past-market.ts";
import { strategies, wholePool } from "./strategies/index.ts";

describe("units", () => {
  it("are never worth more than the pool has, whoever comes and goes, and no fee is taken twice", () => {
    const step = fc.record({
      change: fc.integer({ min: -3_000, max: 3_000 }),
      comes: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      goes: fc.nat(9),
      hours: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 1_000n, max: 10n ** 12n }), fc.array(step), (seed, steps) => {
        const holders: bigint[] = [unitsFor(minor(seed), firstUnitValue)];
        let [cash, value, highWater, feeFraction] = [seed, firstUnitValue, firstUnitValue, 0n];
        const units = () => holders.reduce((sum, own) => sum + own, 0n);
        const owed = () => holders.reduce((sum, own) => sum + worthOf(own, value), 0n);
        for (const { change, comes, goes, hours } of steps) {
          if (units() === 0n) return;
          cash += (cash * BigInt(change)) / 10_000n;
          const priced = priceUnits(
            {
              gross: minor(cash),
              units: units(),
              elapsedMs: hours * 3_600_000,
              feeFraction,
              highWater,
            },
            { managementBasisPoints: 200, performanceBasisPoints: 2_000 },
          );
          cash -= priced.managementFee + priced.performanceFee;
          if (priced.performanceFee > 0n) expect(priced.unitValue).toBeGreaterThan(highWater);
          expect(priced.highWater).toBeGreaterThanOrEqual(highWater);
          ({ unitValue: value, highWater, feeFraction } = priced);
          expect(owed()).toBeLessThanOrEqual(cash);
          // What is left over is less than a minor unit for each holder, and the fraction of a unit's value.
          const bound = BigInt(holders.length) + units() / 10n ** 12n + 2n;
          expect(cash - owed()).toBeLessThanOrEqual(bound);
          if (value > 0n && comes > 0n) {
            const bought = unitsFor(minor(comes), value);
            expect(worthOf(bought, value)).toBeLessThanOrEqual(comes);
            holders.push(bought);
            cash += comes;
          }
          const leaves = holders[goes];
          if (leaves !== undefined && holders.length > 1) {
            cash -= worthOf(leaves, value);
            holders.splice(goes, 1);
          }
          expect(owed()).toBeLessThanOrEqual(cash);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("pay one management fee over a year, in one step or in many", () => {
    const terms = { managementBasisPoints: 150, performanceBasisPoints: 0 };
    const units = unitsFor(minor(10_000_000n), firstUnitValue);
    const pool = { gross: minor(10_000_000n), units, highWater: firstUnitValue };
    const once = priceUnits({ ...pool, elapsedMs: 365 * dayMs, feeFraction: 0n }, terms);
    expect(once.managementFee).toBe(150_000n);
    let [sum, feeFraction] = [0n, 0n];
    for (let day = 0; day < 365; day += 1) {
      const priced = priceUnits({ ...pool, elapsedMs: dayMs, feeFraction }, terms);
      sum += priced.managementFee;
      feeFraction = priced.feeFraction;
    }
    expect(sum).toBe(150_000n);
  });
});

describe("the moments of valuations", () => {
  const schedule = { market: "jpy" as const, valuedAtMinute: 14 * 60 + 30, cutOffMinutes: 30 };

  it("are those of trading days, and whoever asks after the cut-off is in the next one", () => {
    // Friday the 20th of November 2026 in Tokyo; Monday is a holiday.
    const friday = Date.parse("2026-11-20T05:30:00Z");
    const tuesday = Date.parse("2026-11-24T05:30:00Z");
    expect(valuationFor(schedule, friday - 31 * 60_000, "exchange")?.at).toBe(friday);
    expect(valuationFor(schedule, friday - 29 * 60_000, "exchange")?.at).toBe(tuesday);
    expect(valuationsAround(schedule, friday + 1, "exchange")).toMatchObject({
      current: friday,
      next: tuesday,
    });
  });
});

const days = Array.from({ length: 400 }, (_, index) =>
  new Date(Date.parse("2025-01-01") + index * dayMs).toISOString().slice(0, 10),
);

/** Stocks of two industries that rise, fall and swing, each in its own way. */
function histories(market: MarketKey): StockHistory[] {
  return Array.from({ length: 24 }, (_, number) => {
    const bars = days.map((tradingDate, index): Bar => {
      const swing = Math.sin(index / (3 + number)) * (0.02 + number / 300);
      const value = 1_000 * (1 + swing) * (1 + ((number % 7) - 3) / 4_000) ** index;
      const at = price(BigInt(Math.max(1, Math.round(value))) * 10_000n);
      const from = Date.parse(tradingDate);
      const size = { volume: shares(1n), turnoverMinor: BigInt(1_000 * (30 - number)) };
      return { from, tradingDate, open: at, high: at, low: at, close: at, ...size };
    });
    const actions: CorporateAction[] = [
      { kind: "dividend", exDate: days[200]!, perShare: price(BigInt(number) * 10_000n) },
      ...(number === 5
        ? [{ kind: "split" as const, exDate: days[250]!, numerator: 2n, denominator: 1n }]
        : []),
    ];
    return { code: `${market}${number}`, sector: number % 2 === 0 ? "a" : "b", bars, actions };
  });
}

describe.each(copyStrategies.map((key) => strategies[key]))("$key", (strategy) => {
  const today = days[300]!;

  it("comes to the same whatever a feed says of the future", () => {
    const honest = histories("jpy");
    const lying = honest.map((history): StockHistory => ({
      ...history,
      bars: history.bars.map((bar) =>
        bar.tradingDate < today
          ? bar
          : { ...bar, open: price(1n), close: price(bar.close * 50n), turnoverMinor: 10n ** 12n },
      ),
      actions: [
        ...history.actions,
        { kind: "split", exDate: days[301]!, numerator: 10n, denominator: 1n },
        { kind: "dividend", exDate: days[301]!, perShare: price(9_000_000n) },
      ],
    }));
    const decide = (of: StockHistory[]) =>
      strategy.decide(pastMarket("jpy", of, today, strategy.lookBackDays));
    const targets = decide(honest);
    expect(decide(lying)).toEqual(targets);
    expect(decide(histories("jpy").toReversed())).toHaveLength(targets.length);
    const known = new Set(honest.map(({ code }) => code));
    expect(faultOfTargets(targets, known, strategy.leverage)).toBeNull();
    expect(targets.length).toBeGreaterThan(0);
  });

  it("is tested over the past with its fees, and its value is that of what it holds", () => {
    const terms = { managementBasisPoints: 100, performanceBasisPoints: 1_000 };
    const tested = [
      ...backtest("jpy", strategy, histories("jpy"), { days: days.slice(140), terms }),
    ];
    const figures = figuresOf(tested);
    expect(tested).toHaveLength(260);
    expect(Number(figures?.turnover)).toBeGreaterThan(0);
    expect(Number(figures?.low)).toBeLessThanOrEqual(Number(figures?.high));
    expect(tested.every(({ value }) => value > 0)).toBe(true);
  });
});

describe("a strategy's orders", () => {
  const at = { bid: price(9_990_000n), ask: price(10_010_000n), lot: shares(100n) };
  const plan: Plan = {
    market: "jpy",
    targets: null,
    investable: minor(1_000_000n),
    toRaise: minor(0n),
    held: [],
    leverage: 1,
    tradable: () => at,
  };
  const held = (
    position: bigint,
    code: string,
    quantity: bigint,
    side: "long" | "short" = "long",
  ) => ({
    ...{ position, code, side },
    quantity: shares(quantity),
    frees: minor((quantity * 9_990_000n) / 10_000n),
  });

  it("are whole lots of what the pool can pay, what is closed before what is opened", () => {
    const targets = [
      { code: "A", basisPoints: 5_000 },
      { code: "C", basisPoints: -2_500 },
    ];
    const orders = planOrders({
      ...plan,
      targets,
      held: [held(1n, "B", 300n), held(2n, "C", 100n)],
    });
    expect(orders).toEqual([
      { kind: "close", position: "1", quantity: "300" },
      { kind: "close", position: "2", quantity: "100" },
      { kind: "open", code: "A", side: "long", quantity: "400", leverage: "1" },
      { kind: "open", code: "C", side: "short", quantity: "200", leverage: "1" },
    ]);
  });

  it("leave what has no price, and what is nearly right, as it is", () => {
    const targets = [{ code: "A", basisPoints: wholePool }];
    const own = [held(1n, "A", 900n), held(2n, "B", 500n)];
    const orders = planOrders({
      ...plan,
      targets,
      held: own,
      tradable: (code) => (code === "A" ? at : null),
    });
    expect(orders).toEqual([]);
  });

  it("sell the same part of everything for those who end, the oldest first", () => {
    const own = [held(1n, "A", 500n), held(2n, "B", 500n)];
    const orders = planOrders({ ...plan, toRaise: minor(400_000n), held: own });
    expect(orders).toEqual([
      { kind: "close", position: "1", quantity: "300" },
      { kind: "close", position: "2", quantity: "300" },
    ]);
    expect(planOrders({ ...plan, toRaise: minor(10n ** 9n), held: own })).toEqual([
      { kind: "close", position: "1", quantity: "500" },
      { kind: "close", position: "2", quantity: "500" },
    ]);
  });

  it("raise what is lacking by what closing frees, and not by what positions are worth", () => {
    const [now, opened] = [Date.parse("2026-11-20T03:00:00Z"), Date.parse("2026-11-20T02:00:00Z")];
    const part = (
      id: bigint,
      side: "long" | "short",
      { borrowed = 0n, collateral = 0n, quantity = 1_000n } = {},
    ) => {
      const record = {
        ...{ id, market: "jpy" as const, side, opened: quantity, closed: 0n, opened_at: opened },
        ...{ margin_left: 1_000_000n - borrowed, borrowed_left: borrowed },
        ...{ collateral_left: collateral, interest_units: 0n, interest_through: "2026-11-20" },
      } as unknown as PositionRecord;
      const frees = freedBy(record, at, now);
      return { position: id, code: `${id}`, side, quantity: shares(quantity), frees };
    };
    const freed = (own: ReturnType<typeof part>[], toRaise: bigint) =>
      planOrders({ ...plan, toRaise: minor(toRaise), held: own }).reduce((sum, order) => {
        const of = own.find(
          ({ position }) => order.kind === "close" && order.position === `${position}`,
        );
        return of === undefined || order.kind !== "close"
          ? sum
          : sum + (of.frees * BigInt(order.quantity)) / of.quantity;
      }, 0n);
    // Twice its margin: half of what is sold repays the loan.
    const leveraged = [
      part(1n, "long", { borrowed: 500_000n }),
      part(2n, "long", { borrowed: 500_000n }),
    ];
    expect(leveraged[0]?.frees).toBe(499_000n);
    expect(freed(leveraged, 400_000n)).toBeGreaterThanOrEqual(400_000n);
    expect(freed(leveraged, 400_000n)).toBeLessThan(520_000n);
    expect(freed(leveraged, 900_000n)).toBeGreaterThanOrEqual(900_000n);
    // Of a short its margin comes back, with what it has gained; one that has lost its margin frees nothing.
    const pair = [part(3n, "long"), part(4n, "short", { collateral: 2_000_000n })];
    expect(pair[1]?.frees).toBe(999_000n);
    expect(freed(pair, 700_000n)).toBeGreaterThanOrEqual(700_000n);
    expect(freed(pair, 700_000n)).toBeLessThan(930_000n);
    const lost = [part(5n, "long", { borrowed: 1_100_000n }), part(6n, "long")];
    expect(planOrders({ ...plan, toRaise: minor(300_000n), held: lost })).toEqual([
      { kind: "close", position: "6", quantity: "400" },
    ]);
  });

  it("that ask for what there is not are a fault of the strategy's", () => {
    const known = new Set(["A", "B"]);
    const fault = (targets: { code: string; basisPoints: number }[]) =>
      faultOfTargets(targets, known, 1);
    expect(fault([{ code: "A", basisPoints: 10_000 }])).toBeNull();
    expect(fault([{ code: "X", basisPoints: 1 }])).toContain("X");
    expect(fault([{ code: "A", basisPoints: Number.NaN }])).toContain("no number");
    expect(
      fault([
        { code: "A", basisPoints: 6_000 },
        { code: "B", basisPoints: -6_000 },
      ]),
    ).toContain("12000");
  });
});
