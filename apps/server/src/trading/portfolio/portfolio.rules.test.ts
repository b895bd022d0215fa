import { minor, price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  dayProfit,
  figuresOf,
  percentOf,
  totalOf,
  type PositionDay,
  type PositionFacts,
} from "./portfolio.rules.ts";

const at = (units: number) => price(BigInt(Math.round(units * 10_000)));

const facts: PositionFacts = {
  market: "jpy",
  side: "long",
  status: "holding",
  opened: shares(10n),
  closed: shares(3n),
  openPrice: at(2_850.5),
  cost: minor(28_505n),
  openFee: minor(100n),
  basisClosed: minor(8_581n),
  borrowedLeft: minor(13_000n),
  collateralLeft: minor(0n),
  interest: minor(12n),
};

describe("the figures of a position", () => {
  it("count what is left: value down, cost up, profit towards the loss", () => {
    expect(figuresOf(facts, at(2_900.5))).toEqual({
      left: 7n,
      marketValue: 20_303n,
      floating: 349n,
      floatingPercent: "1.75",
      cost: 19_954n,
      // 20,303.5 less what is left of 28,605.
      heldProfit: 279n,
      worth: 20_303n,
      borrowed: 13_000n,
      interest: 12n,
    });
    expect(figuresOf({ ...facts, opened: shares(4n) }, at(2_850))).toMatchObject({
      floating: -1n,
      floatingPercent: "-0.02",
    });
  });

  it.each([
    ["holding", 20_303n],
    ["closing", 20_303n],
    ["locked", 20_303n],
    ["closed", 0n],
    ["pending", 0n],
    ["cancelled", 0n],
    ["rejected", 0n],
  ] as const)("of one that is %s", (status, value) => {
    expect(figuresOf({ ...facts, status }, at(2_900.5)).marketValue).toBe(value);
  });

  it("make no profit up where there is no price: half a yen of value and of cost are rounded against the customer", () => {
    expect(figuresOf(facts, null)).toMatchObject({ floating: -1n, marketValue: 19_953n });
  });

  it("add up", () => {
    const one = figuresOf(facts, at(2_900.5));
    const other = figuresOf({ ...facts, openPrice: at(3_000) }, at(2_900.5));
    expect(totalOf([one, other])).toEqual({
      marketValue: 40_606n,
      shortValue: 0n,
      floating: minor(349n - 697n),
      cost: minor(19_954n + 21_000n),
      heldProfit: 558n,
      worth: 40_606n,
      borrowed: 26_000n,
      interest: 24n,
    });
    // What a short would cost to buy back is told apart: without it there is what is owned.
    const short = figuresOf({ ...facts, side: "short" }, at(2_900.5));
    const { marketValue, shortValue } = totalOf([one, other, short]);
    expect(shortValue).toBe(short.marketValue);
    expect(marketValue - shortValue).toBe(40_606n);
    expect(totalOf([])).toMatchObject({ marketValue: 0n, floating: 0n, cost: 0n, heldProfit: 0n });
  });

  it("of a short gain when the price falls, and its value is what buying back would cost", () => {
    const short: PositionFacts = {
      ...facts,
      side: "short",
      closed: shares(0n),
      basisClosed: minor(0n),
      // A margin of 15,505, and what selling brought.
      collateralLeft: minor(44_010n),
    };
    expect(figuresOf(short, at(2_800))).toMatchObject({
      marketValue: 28_000n,
      floating: 505n,
      floatingPercent: "1.77",
      // Sold for 28,505 less the fee of 100.
      heldProfit: 405n,
    });
    expect(figuresOf(short, at(2_900.5))).toMatchObject({
      floating: -500n,
      floatingPercent: "-1.75",
    });
  });

  it("have a percentage with two decimals, and none of nothing", () => {
    expect(percentOf(1n, 3n)).toBe("33.33");
    expect(percentOf(-1n, 8n)).toBe("-12.50");
    expect(percentOf(5n, 0n)).toBe("0.00");
  });
});

describe("the day's profit of a position", () => {
  const day: PositionDay = { previousClose: at(2_800), fills: null, wasOpenedToday: false };
  const held: PositionFacts = { ...facts, closed: shares(0n) };

  it("is against the previous close, of a short the other way round", () => {
    expect(dayProfit(held, at(2_830), day)).toBe(300n);
    expect(dayProfit({ ...held, side: "short" }, at(2_830), day)).toBe(-300n);
  });

  it("is against the price paid where it was opened today", () => {
    expect(dayProfit(held, at(2_860.5), { ...day, wasOpenedToday: true })).toBe(100n);
  });

  it("counts what was closed today at its price, and what was added today from its own", () => {
    const fills = [
      { closes: true, quantity: shares(3n), amount: minor(8_460n) },
      { closes: false, quantity: shares(2n), amount: minor(5_640n) },
    ];
    // At the start 8 shares at 2,800; three sold at 2,820; two bought at 2,820; seven left at 2,830.
    expect(dayProfit(facts, at(2_830), { ...day, fills })).toBe(
      7n * 2_830n + 8_460n - 8n * 2_800n - 5_640n,
    );
  });

  it("of one that was closed today is what it made of the day", () => {
    const fills = [{ closes: true, quantity: shares(10n), amount: minor(28_250n) }];
    const gone: PositionFacts = { ...held, status: "closed", closed: shares(10n) };
    expect(dayProfit(gone, at(2_900), { ...day, fills })).toBe(250n);
  });

  it("is none where the previous close is not known, and none of what was never opened", () => {
    expect(dayProfit(held, at(2_830), { ...day, previousClose: null })).toBe(0n);
    const waiting: PositionFacts = {
      ...held,
      status: "pending",
      opened: shares(0n),
      openPrice: null,
    };
    expect(dayProfit(waiting, at(2_830), day)).toBe(0n);
  });
});
