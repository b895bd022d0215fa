import { minor } from "@sanshi/money";
import { expect, it } from "vitest";
import { loanCeiling, loanRates } from "./lending.ts";

it.each([
  ["JPY", 99_999n, "2026-11-20", 2_000],
  ["JPY", 100_000n, "2026-11-20", 1_800],
  ["JPY", 999_999n, "2026-11-20", 1_800],
  ["JPY", 1_000_000n, "2026-11-20", 1_500],
  ["USD", 10_000n, "2026-11-20", 1_600],
  ["CNY", 10_000n, "2025-05-19", 1_240],
  ["CNY", 10_000n, "2025-05-20", 1_200],
] as const)(
  "a loan of %s %i made on %s bears at most %i basis points",
  (currency, amount, date, most) => {
    expect(loanCeiling(currency, minor(amount), date).yearlyBasisPointsMax).toBe(most);
  },
);

it("damages are 1.46 times the rate, and never above the law's ceiling", () => {
  const rates = (currency: "JPY" | "CNY", asked: number) =>
    loanRates(currency, minor(1_000_000n), "2026-11-20", asked);
  expect(rates("JPY", 700)).toMatchObject({ basisPoints: 700, overdueBasisPoints: 1_022 });
  expect(rates("JPY", 1_500)).toMatchObject({ basisPoints: 1_500, overdueBasisPoints: 2_000 });
  // What was configured once and is too much today is not charged.
  expect(rates("JPY", 9_999)).toMatchObject({ basisPoints: 1_500, overdueBasisPoints: 2_000 });
  expect(rates("CNY", 1_100)).toMatchObject({ basisPoints: 1_100, overdueBasisPoints: 1_200 });
});
