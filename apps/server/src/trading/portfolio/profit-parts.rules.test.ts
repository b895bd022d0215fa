import { minor, type RatesPerDollar } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { convertedParts, profitParts, type ProfitParts } from "./profit-parts.rules.ts";

const sums = (more: Partial<Record<string, bigint>> = {}) => ({
  traded: minor(more["traded"] ?? 0n),
  worth: minor(more["worth"] ?? 0n),
  dividends: minor(more["dividends"] ?? 0n),
  interestPaid: minor(more["interestPaid"] ?? 0n),
  interestAccrued: minor(more["interestAccrued"] ?? 0n),
  fees: minor(more["fees"] ?? 0n),
});
const rates = (jpy: bigint, cny = 7_000_000n): RatesPerDollar => ({
  USD: 1_000_000n,
  JPY: jpy * 1_000_000n,
  CNY: cny,
});

describe("the parts of a profit", () => {
  it("are what each has added, and sum to it", () => {
    const parts = profitParts(
      sums({
        traded: -100_000n,
        worth: 120_000n,
        dividends: 300n,
        interestPaid: 70n,
        interestAccrued: 30n,
        fees: 500n,
      }),
    );
    expect(parts).toEqual({
      price: 20_000n,
      dividends: 300n,
      interest: -100n,
      fees: -500n,
      profit: 19_700n,
    });
  });

  it("of nothing are nothing, without a sign", () => {
    expect(Object.values(profitParts(sums())).every((amount) => amount === 0n)).toBe(true);
  });
});

describe("in another currency", () => {
  const dollars: ProfitParts = profitParts(
    sums({ traded: -100_000n, worth: 110_000n, fees: 333n }),
  );

  it("own money counts at the rate of its day", () => {
    // 1,003.33 dollars went in at 150 yen, 1,100 are held at 160.
    const flows = [{ currency: "USD", amount: minor(-100_333n), rates: rates(150n) }] as const;
    const parts = convertedParts([["USD", dollars]], flows, "JPY", rates(160n));
    // 100,333 hundredths × (150 − 160) yen the other way round, rounded towards the loss.
    expect(parts?.exchange).toBe(10_033n);
    // 96.67 dollars at 160, and that.
    expect(parts?.profit).toBe(15_467n + 10_033n);
  });

  it("sum to the profit whatever is rounded, and the total over several currencies too", () => {
    for (const jpy of [149n, 151n, 157n, 163n]) {
      const flows = [
        { currency: "USD", amount: minor(-100_333n), rates: rates(jpy, 7_123_457n) },
        { currency: "CNY", amount: minor(77_777n), rates: rates(jpy + 1n, 6_999_999n) },
        { currency: "JPY", amount: minor(-5n), rates: rates(1n) },
      ] as const;
      const yuan = profitParts(sums({ traded: 77_777n, worth: 3n, fees: 11n, dividends: 13n }));
      const native = [
        ["USD", dollars],
        ["CNY", yuan],
        ["JPY", profitParts(sums({ worth: 7n }))],
      ] as const;
      const parts = convertedParts(native, flows, "JPY", rates(jpy + 3n, 7_100_001n));
      if (parts === null) throw new Error("no rates");
      const { price, dividends, interest, fees, exchange } = parts;
      expect(price + dividends + interest + fees + exchange).toBe(parts.profit);
    }
  });

  it("cannot be told without a rate, of then or of now, that is needed", () => {
    const flow = (then: RatesPerDollar) =>
      [{ currency: "USD", amount: minor(-1n), rates: then }] as const;
    const { USD } = rates(1n);
    const without = USD === undefined ? {} : { USD };
    expect(convertedParts([["USD", dollars]], flow(without), "JPY", rates(160n))).toBeNull();
    expect(convertedParts([["USD", dollars]], flow(rates(150n)), "JPY", without)).toBeNull();
    // Nothing that is nothing needs one.
    expect(convertedParts([["CNY", profitParts(sums())]], [], "JPY", without)?.profit).toBe(0n);
  });
});
