import { minor, price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { figuresOf, percentOf, totalOf, type PositionFacts } from "./positions.rules.ts";

const at = (units: number) => price(BigInt(Math.round(units * 10_000)));

const facts: PositionFacts = {
  market: "jpy",
  status: 0,
  opened: shares(10n),
  closed: shares(3n),
  openPrice: at(2_850.5),
};

describe("the figures of a position", () => {
  it("count what is left: value down, cost up, profit towards the loss", () => {
    expect(figuresOf(facts, at(2_900.5))).toEqual({
      left: 7n,
      marketValue: 20_303n,
      floating: 350n,
      floatingPercent: "1.75",
      cost: 19_954n,
    });
    expect(figuresOf({ ...facts, opened: shares(4n) }, at(2_850))).toMatchObject({
      floating: -1n,
      floatingPercent: "-0.02",
    });
  });

  it.each([
    ["holding", 0, 20_303n],
    ["closing", 1, 20_303n],
    ["locked", 5, 20_303n],
    ["closed", 2, 0n],
    ["pending", 3, 0n],
    ["cancelled", 4, 0n],
    ["rejected", 6, 0n],
  ])("of one that is %s", (_name, status, value) => {
    expect(figuresOf({ ...facts, status }, at(2_900.5)).marketValue).toBe(value);
  });

  it("make no profit up where there is no price", () => {
    expect(figuresOf(facts, null)).toMatchObject({ floating: 0n, marketValue: 19_953n });
  });

  it("add up", () => {
    const one = figuresOf(facts, at(2_900.5));
    const other = figuresOf({ ...facts, openPrice: at(3_000) }, at(2_900.5));
    expect(totalOf([one, other])).toEqual({
      marketValue: 40_606n,
      floating: minor(350n - 697n),
      cost: minor(19_954n + 21_000n),
    });
    expect(totalOf([])).toEqual({ marketValue: 0n, floating: 0n, cost: 0n });
  });

  it("have a percentage with two decimals, and none of nothing", () => {
    expect(percentOf(1n, 3n)).toBe("33.33");
    expect(percentOf(-1n, 8n)).toBe("-12.50");
    expect(percentOf(5n, 0n)).toBe("0.00");
  });
});
