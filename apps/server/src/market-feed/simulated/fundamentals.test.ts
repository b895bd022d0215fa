import { dayMs } from "@sanshi/contract";
import { priceScale } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { createSimulatedFeed } from "./simulated-feed.ts";

const companies = demoCompanies();
const from = Date.parse("2021-06-01T03:00:00Z");
const clock = { moment: Date.parse("2026-11-20T05:15:00Z"), now: () => clock.moment };
// The newest day is reached once; what is known of a company is asked of any day before it.
const feed = createSimulatedFeed({ seed: "sanshi", hours: "exchange", clock, companies });

function at(moment: number) {
  clock.moment = moment;
  return (company: (typeof companies)[number]) => feed.fundamentals!(company.market, company.code)!;
}

const moments = fc.integer({ min: 0, max: 1_900 }).map((days) => from + days * dayMs);
const company = fc.constantFrom(...companies);

describe("a simulated company's fundamentals", () => {
  it("are the same whenever they are asked for, and tell no results that are still to come", () => {
    fc.assert(
      fc.property(company, moments, (one, moment) => {
        const known = at(moment)(one);
        expect(at(moment)(one)).toEqual(known);
        const today = new Date(moment + 9 * 3_600_000).toISOString().slice(0, 10);
        expect(known.earningsTold.every((date) => date <= today)).toBe(true);
        expect(known.results!.yearEnd < today).toBe(true);
        expect(known.nextEarnings! >= new Date(moment).toISOString().slice(0, 10)).toBe(true);
        if (known.nextDividend !== null) expect(known.nextDividend > today.slice(0, 8)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("earn what they pay out, on any day: a year's dividends are a part of a year's earnings", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...companies.filter((one) => one.dividendPercent > 0)),
        moments,
        (one, moment) => {
          const { results } = at(moment)(one);
          const earned = Number(results!.earningsPerShare) / Number(priceScale);
          expect(earned).toBeGreaterThan(0);
          expect(Number(results!.bookPerShare)).toBeGreaterThan(0);
          // By the share of its own day: what was earned on the value that the dividend is a part of.
          const { today, then } = split(one, new Date(moment).toISOString().slice(0, 10));
          const paid = ((one.anchorPrice / 10_000) * (today / then) * one.dividendPercent) / 100;
          // The value grows or falls by a tenth a year at most, over five years.
          expect(paid / earned).toBeLessThan(1.6);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keep what the whole company earns and owns over a split", () => {
    const splits = companies.flatMap((one) =>
      one.splits.filter(({ exDate }) => exDate > "2021-06-10").map((action) => ({ one, action })),
    );
    expect(splits.length).toBeGreaterThan(0);
    for (const { one, action } of splits) {
      const effective = Date.parse(`${action.exDate}T05:00:00Z`);
      const before = at(effective - 8 * dayMs)(one);
      const after = at(effective + 8 * dayMs)(one);
      const ratio = Number(action.numerator) / Number(action.denominator);
      expect(Number(after.shares) / Number(before.shares)).toBeCloseTo(ratio, 6);
      if (before.results!.yearEnd !== after.results!.yearEnd) continue;
      const whole = ({ shares, results }: typeof before) =>
        Number(shares) * Number(results!.earningsPerShare);
      expect(whole(after) / whole(before)).toBeCloseTo(1, 1);
    }
  });

  it("tell results four times a year, on trading days", () => {
    const known = at(Date.parse("2026-11-20T05:15:00Z"));
    for (const one of companies.filter(({ listedOn }) => listedOn < "2024-01-01")) {
      const { earningsTold } = known(one);
      const ofYear = earningsTold.filter((date) => date > "2025-11-20");
      expect(ofYear.length).toBe(4);
    }
  });
});

function split({ splits }: (typeof companies)[number], date: string) {
  let [today, then] = [1, 1];
  for (const { exDate, numerator, denominator } of splits) {
    if (exDate <= date) continue;
    today *= Number(numerator);
    then *= Number(denominator);
  }
  return { today, then };
}
