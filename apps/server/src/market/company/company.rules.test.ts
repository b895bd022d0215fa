import { price, readPerShare } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CorporateAction } from "../../market-feed/market-feed.ts";
import { dividendsOfYear, eventsOf, multipleOf, yieldOf } from "./company.rules.ts";

const at = (value: number) => price(BigInt(Math.round(value * 10_000)));
const dividend = (exDate: string, perShare: number): CorporateAction => ({
  kind: "dividend",
  exDate,
  perShare: at(perShare),
});
const split = (exDate: string, numerator: bigint): CorporateAction => ({
  kind: "split",
  exDate,
  numerator,
  denominator: 1n,
});

describe("a company's ratios", () => {
  it.each([
    [2480, 155, "16.00"],
    [2480, 0, null],
    [2480, -12, null],
  ] as const)("are at %d with %d a share: %s", (last, base, shown) => {
    expect(multipleOf(at(last), at(base))).toBe(shown);
  });

  it("give the price back, to the last digit that they have", () => {
    const amounts = fc.bigInt({ min: 10_000n, max: 10_000_000_000n }).map(price);
    fc.assert(
      fc.property(amounts, amounts, (last, base) => {
        const multiple = Number(multipleOf(last, base));
        expect(Math.abs(multiple * Number(base) - Number(last))).toBeLessThanOrEqual(
          0.005 * Number(base) + 1,
        );
        const percent = Number(yieldOf(last, base));
        expect(Math.abs((percent / 100) * Number(last) - Number(base))).toBeLessThanOrEqual(
          0.00005 * Number(last) + 1,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("count the dividends of a year, those before a split by today's shares", () => {
    const actions = [
      dividend("2025-11-20", 90),
      dividend("2025-11-21", 40),
      split("2026-04-01", 4n),
      dividend("2026-09-28", 11),
      dividend("2026-11-23", 99),
    ];
    expect(dividendsOfYear(actions, "2026-11-20")).toBe(at(40 / 4 + 11));
    expect(dividendsOfYear([], "2026-11-20")).toBe(0n);
  });

  it("have events newest first, and none of tomorrow", () => {
    const actions = [dividend("2026-09-28", 11), split("2026-12-01", 2n), split("2026-04-01", 4n)];
    const events = eventsOf("jpy", actions, ["2026-05-08", "2026-11-06"], "2026-11-20");
    expect(events.map(({ kind, date }) => `${date} ${kind}`)).toEqual([
      "2026-11-06 earnings",
      "2026-09-28 dividend",
      "2026-05-08 earnings",
      "2026-04-01 split",
    ]);
  });

  it("show a dividend with every decimal", () => {
    const paid = { ...dividend("2026-09-28", 0.078), exact: readPerShare("0.077955")! };
    expect(eventsOf("cny", [paid], [], "2026-11-20")[0]?.amount).toBe("0.077955");
  });
});
