import {
  borrowFee,
  borrowedFromPool,
  lenderPart,
  lendersDay,
  premiumUnits,
  shareLendingOn,
  shortRateHundredths,
} from "@sanshi/rulebook";
import { minor } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesOf } from "./lending-day.ts";
import {
  dayAfter,
  dayBefore,
  earnedPerDay,
  objectToLending,
  perDayText,
  periodsOf,
} from "./stock-lending.rules.ts";

const today = "2026-11-24";
const anyPool = fc.record({
  lenders: fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 1, maxLength: 9 }),
  short: fc.bigInt({ min: 0n, max: 3_000_000n }),
  shortValue: fc.bigInt({ min: 0n, max: 10n ** 13n }),
});
const market = fc.constantFrom("jpy", "usd", "cny");
const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n);

describe("the fee of a day", () => {
  it("is what shorts pay for the pool's shares, and no lender gets more than their part", () => {
    fc.assert(
      fc.property(market, anyPool, (key, { lenders, short, shortValue }) => {
        const pool = { lent: sum(lenders), short };
        const fee = borrowFee(key, today, pool);
        const day = lendersDay(pool, shortValue, fee);
        const parts = lenders.map((quantity) => lenderPart(day, quantity, pool));
        // Never more than there is, and less than one fraction a lender is left over.
        expect(sum(parts) <= day).toBe(true);
        expect(day - sum(parts) < BigInt(lenders.length)).toBe(true);
        for (const [index, part] of parts.entries()) {
          const exact = day * lenders[index]!;
          expect(part * pool.lent <= exact && (part + 1n) * pool.lent > exact).toBe(true);
        }
        // In units of a basis point a year: the lenders' half of what all shorts are charged on the pool's shares.
        if (short === 0n) {
          expect(day).toBe(0n);
          return;
        }
        const base = (shortValue * borrowedFromPool(pool) * BigInt(fee.base)) / short;
        const paid = base + premiumUnits(pool, shortValue, fee);
        const got = (day * 10_000n * BigInt(fee.dayCount)) / 1_000_000n;
        expect(got * 100n <= (paid + 2n) * BigInt(fee.lenderPercent)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("rises with what of the pool is borrowed, by the published steps, and one lent share makes nothing dear", () => {
    const { premium } = shareLendingOn(today);
    const at = (lent: bigint, short: bigint) => borrowFee("jpy", today, { lent, short }).premium;
    expect(
      [0n, 499n, 500n, 799n, 800n, 949n, 950n, 5_000n].map((short) => at(1_000n, short)),
    ).toEqual([0, 0, 50, 50, 150, 150, 400, 400]);
    expect(premium.map(({ basisPoints }) => basisPoints)).toEqual([50, 150, 400]);
    const pool = { lent: 1n, short: 10_000n };
    // 1.1 % and a ten thousandth of four per cent.
    expect(shortRateHundredths(pool, borrowFee("jpy", today, pool))).toBe(11_004n);
  });

  it("of more shares is never less than of fewer, and nothing where nobody borrows", () => {
    fc.assert(
      fc.property(
        anyPool,
        fc.bigInt({ min: 1n, max: 1_000_000n }),
        ({ lenders, short, shortValue }, more) => {
          const pool = { lent: sum(lenders), short, shortValue };
          const [own = 0n] = lenders;
          const now = earnedPerDay("jpy", today, pool, { lent: own, more: 0n });
          expect(now >= 0n).toBe(true);
          const without = { ...pool, short: 0n };
          expect(earnedPerDay("jpy", today, without, { lent: own, more })).toBe(0n);
        },
      ),
    );
    expect(perDayText(9_369_863n, "JPY")).toBe("9.36");
    expect(perDayText(9_369_863n, "USD")).toBe("0.0936");
  });
});

it("what a lender gets repays first what is owed, over several positions of one account", () => {
  const own = { account_id: 1n, debt_id: 2n, shortfall: minor(-14n) };
  const paid = [10n, 10n, 3n].map((amount, index) => {
    return { ...own, position_id: BigInt(index + 5), paid: minor(amount) };
  });
  const other = { account_id: 3n, debt_id: null, shortfall: null };
  const entries = entriesOf([...paid, { ...other, position_id: 9n, paid: minor(4n) }]);
  expect(entries.map(({ causeId, accountId, amount }) => [causeId, accountId, amount])).toEqual([
    [5n, 2n, 10n],
    [6n, 2n, 4n],
    [6n, 1n, 6n],
    [7n, 1n, 3n],
    [9n, 3n, 4n],
  ]);
});

describe("periods", () => {
  it("are every day once, each day of change by itself", () => {
    const anyDays = fc.array(fc.nat(40), { maxLength: 12 });
    fc.assert(
      fc.property(fc.nat(40), anyDays, anyDays, (length, busyOn, newTermsOn) => {
        const days = Array.from({ length }, (_, index) => dayOf(index + 1));
        const busy = new Set(busyOn.map((index) => dayOf(index + 1)));
        const changes = new Set(newTermsOn.map((index) => dayOf(index + 1)));
        const termsOf = (day: string) =>
          String(days.filter((one) => one <= day && changes.has(one)).length);
        const periods = periodsOf(dayOf(0), dayOf(length), busy, termsOf);
        const covered = periods.flatMap(({ after, through }) => {
          const found: string[] = [];
          for (let day = dayAfter(after); day <= through; day = dayAfter(day)) found.push(day);
          return found;
        });
        expect(covered).toEqual(days);
        for (const { after, through } of periods) {
          const isOne = dayAfter(after) === through;
          if (busy.has(through)) expect(isOne).toBe(true);
          expect(termsOf(dayAfter(after))).toBe(termsOf(through));
        }
      }),
    );
  });
});

it.each([
  ["account_frozen", "frozen", undefined],
  ["account_frozen", "banned", { side: "long", leverage: 1, state: "holding" }],
  ["position_not_found", "active", undefined],
  ["shares_not_lendable", "active", { side: "short", leverage: 1, state: "holding" }],
  ["shares_not_lendable", "active", { side: "long", leverage: 2, state: "holding" }],
  ["shares_not_lendable", "active", { side: "long", leverage: 1, state: "locked" }],
  ["shares_not_lendable", "active", { side: "long", leverage: 1, state: "closed" }],
  [null, "trading_disabled", { side: "long", leverage: 1, state: "closing" }],
] as const)("objects with %s", (objection, state, position) => {
  expect(objectToLending(state, position)).toBe(objection);
});

function dayOf(index: number): string {
  let day = dayBefore("2026-03-02");
  for (let left = index; left > 0; left -= 1) day = dayAfter(day);
  return day;
}
