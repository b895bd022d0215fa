import { minor, type Currency, type RatesPerDollar } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { afterEach, dayResult, type Day, type Valuation } from "./day-result.rules.ts";

const rates: RatesPerDollar = { USD: 1_000_000n, JPY: 150_000_000n, CNY: 7_500_000n };

function valued(amounts: Partial<Record<Currency, bigint>>, at = rates): Valuation {
  return {
    amounts: Object.entries(amounts).map(([currency, amount]) => [
      currency as Currency,
      minor(amount),
    ]),
    rates: at,
  };
}

const yen = (amount: bigint) => ({ currency: "JPY" as const, amount: minor(amount) });
const quiet = (start: bigint, now: bigint): Day => ({
  start: valued({ JPY: start }),
  flows: [],
  newestFlows: [],
  now: valued({ JPY: now }),
});

describe("a day's result", () => {
  it("without money coming or going is what was gained over what there was", () => {
    expect(dayResult("JPY", quiet(1_000_000n, 1_012_300n))).toEqual({
      change: 12_300n,
      percentHundredths: 123n,
      paidIn: 0n,
    });
  });

  it("leaves out what was paid in: twice the money at noon gains what once the money gains", () => {
    // +10 % in the morning, then another 1,100,000, then −5 %.
    const day: Day = {
      start: valued({ JPY: 1_000_000n }),
      flows: [{ ...yen(1_100_000n), after: valued({ JPY: 2_200_000n }) }],
      newestFlows: [],
      now: valued({ JPY: 2_090_000n }),
    };
    // 1.10 × 0.95 = 1.045, whatever was paid in; the money is what each part gained.
    expect(dayResult("JPY", day)).toEqual({
      change: -10_000n,
      percentHundredths: 450n,
      paidIn: 1_100_000n,
    });
    expect(dayResult("JPY", quiet(1_000_000n, 1_045_000n))?.percentHundredths).toBe(450n);
  });

  it("leaves out what was paid out, down to the last yen of the day's start", () => {
    const day: Day = {
      start: valued({ JPY: 1_000_000n }),
      flows: [{ ...yen(-1_020_000n), after: valued({ JPY: 0n }) }],
      newestFlows: [],
      now: valued({ JPY: 0n }),
    };
    expect(dayResult("JPY", day)).toEqual({
      change: 20_000n,
      percentHundredths: 200n,
      paidIn: -1_020_000n,
    });
  });

  it("is the same a moment before the last flow is valued by itself", () => {
    const start = valued({ JPY: 1_000_000n });
    const valuedAlready: Day = {
      start,
      flows: [{ ...yen(500_000n), after: valued({ JPY: 1_510_000n }) }],
      newestFlows: [],
      now: valued({ JPY: 1_510_000n }),
    };
    const notYet: Day = {
      start,
      flows: [],
      newestFlows: [yen(500_000n)],
      now: valued({ JPY: 1_510_000n }),
    };
    expect(dayResult("JPY", notYet)).toEqual(dayResult("JPY", valuedAlready));
    expect(dayResult("JPY", notYet)).toMatchObject({ change: 10_000n, percentHundredths: 100n });
  });

  it("counts what an exchange cost, and not what it moved", () => {
    // 150,000 yen for 990 dollars: 10 dollars, 1,500 yen, are the spread.
    const day: Day = {
      start: valued({ JPY: 1_000_000n }),
      flows: [],
      newestFlows: [],
      now: valued({ JPY: 850_000n, USD: 99_000n }),
    };
    expect(dayResult("JPY", day)).toEqual({
      change: -1_500n,
      percentHundredths: -15n,
      paidIn: 0n,
    });
  });

  it("takes each moment at its own rates: what a currency gained is a gain", () => {
    const cheaper = { ...rates, JPY: 160_000_000n };
    const day: Day = {
      start: valued({ USD: 100_000n }),
      flows: [
        // The dollar has risen to 160 yen when 1,000 more come in.
        { currency: "USD", amount: minor(100_000n), after: valued({ USD: 200_000n }, cheaper) },
      ],
      newestFlows: [],
      now: valued({ USD: 200_000n }, cheaper),
    };
    expect(dayResult("JPY", day)).toEqual({
      change: 10_000n,
      percentHundredths: 667n,
      paidIn: 160_000n,
    });
    expect(dayResult("USD", day)).toEqual({
      change: 0n,
      percentHundredths: 0n,
      paidIn: 100_000n,
    });
  });

  it("of who came today begins with what was given first", () => {
    const day: Day = {
      start: null,
      flows: [{ ...yen(1_000_000n), after: valued({ JPY: 1_000_000n }) }],
      newestFlows: [],
      now: valued({ JPY: 1_005_000n }),
    };
    expect(dayResult("JPY", day)).toEqual({
      change: 5_000n,
      percentHundredths: 50n,
      paidIn: 1_000_000n,
    });
  });

  it("has no percentage where more is owed than owned, and still says the money", () => {
    expect(dayResult("JPY", quiet(-50_000n, -60_000n))).toEqual({
      change: -10_000n,
      percentHundredths: null,
      paidIn: 0n,
    });
    expect(dayResult("JPY", quiet(50_000n, -60_000n))?.percentHundredths).toBeNull();
  });

  it("is none where a rate that it needs is missing", () => {
    const day = { ...quiet(1_000n, 1_000n), start: valued({ THB: 1_000n }) };
    expect(dayResult("JPY", day)).toBeNull();
  });

  it("rounds once: three parts of a third each come to what they come to together", () => {
    const day: Day = {
      start: valued({ JPY: 3_000_000n }),
      flows: [
        { ...yen(1n), after: valued({ JPY: 3_000_101n }) },
        { ...yen(-1n), after: valued({ JPY: 3_000_200n }) },
      ],
      newestFlows: [],
      now: valued({ JPY: 3_000_300n }),
    };
    expect(dayResult("JPY", day)).toMatchObject({ change: 300n, percentHundredths: 1n });
  });
});

describe("flows that are valued together", () => {
  it("have each what there was with it and without those after it", () => {
    const now = new Map([
      ["JPY" as Currency, minor(1_500n)],
      ["USD" as Currency, minor(70n)],
    ]);
    const flows = [yen(1_000n), { currency: "USD" as const, amount: minor(-30n) }, yen(200n)];
    expect(afterEach(flows, now).map((one) => Object.fromEntries(one))).toEqual([
      { JPY: 1_300n, USD: 100n },
      { JPY: 1_300n, USD: 70n },
      { JPY: 1_500n, USD: 70n },
    ]);
  });
});
