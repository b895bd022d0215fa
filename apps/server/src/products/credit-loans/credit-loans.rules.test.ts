import { creditLoanCalls, loanObstacles, siteSettings, type RefusalCode } from "@sanshi/contract";
import { minor } from "@sanshi/money";
import { loanCeiling, loanCurrencies } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accrue,
  addDays,
  checkRepayment,
  daysBetween,
  interestPerDay,
  objectToApplication,
  payoffOf,
  readLoanAmount,
  reminderStage,
  splitRepayment,
  unitsPerMinor,
  type Accruing,
  type LoanStanding,
  type Owed,
} from "./credit-loans.rules.ts";
import { isSameScore, limitOf, scoreOf, type ScoreFacts } from "./loan-score.rules.ts";

const newcomer: ScoreFacts = {
  isVerified: true,
  accountDays: 1,
  averages: { JPY: minor(1_000_000n) },
  loans: { repaidInTime: 0, repaidLate: 0, overdue: 0, writtenOff: 0 },
  marginCalls: 0,
  forcedSales: 0,
};
const loans = (more: Partial<ScoreFacts["loans"]>) => ({ ...newcomer.loans, ...more });

describe("a score", () => {
  it.each<[string, Partial<ScoreFacts>, number[]]>([
    ["of a newcomer", {}, [40, 0, 20, 0, 0]],
    ["without an identity", { isVerified: false }, [0, 0, 20, 0, 0]],
    ["after a year", { accountDays: 400 }, [40, 20, 20, 0, 0]],
    ["of half the full assets", { averages: { USD: minor(500_000n) } }, [40, 0, 15, 0, 0]],
    ["of too few assets", { averages: { CNY: minor(499_999n) } }, [40, 0, 0, 0, 0]],
    ["of somebody in debt", { averages: { JPY: minor(-5n) } }, [40, 0, 0, 0, 0]],
    ["after three loans", { loans: loans({ repaidInTime: 3 }) }, [40, 0, 20, 15, 0]],
    ["after many loans", { loans: loans({ repaidInTime: 30 }) }, [40, 0, 20, 20, 0]],
    ["after a late one", { loans: loans({ repaidLate: 1 }) }, [40, 0, 20, -10, 0]],
    ["with one that is late", { loans: loans({ overdue: 1 }) }, [40, 0, 20, -30, 0]],
    ["after a loss", { loans: loans({ writtenOff: 1, repaidInTime: 9 }) }, [40, 0, 20, -80, 0]],
    ["after margin calls", { marginCalls: 2, forcedSales: 1 }, [40, 0, 20, 0, -20]],
    ["after very many", { marginCalls: 99 }, [40, 0, 20, 0, -30]],
  ])("%s is the sum of its parts", (_what, more, points) => {
    const { score, parts } = scoreOf({ ...newcomer, ...more });
    expect(parts.map((part) => part.points)).toEqual(points);
    const sum = points.reduce((total, one) => total + one, 0);
    expect(score).toBe(Math.max(0, Math.min(100, sum)));
  });

  it("says of each part what the customer's own fact is", () => {
    expect(scoreOf(newcomer).parts.map(({ part, params }) => [part, params])).toEqual([
      ["identity", { verified: "true" }],
      ["account_age", { days: "1" }],
      ["assets", { amount: "1000000", currency: "JPY" }],
      ["repayments", { in_time: "0", late: "0", written_off: "0" }],
      ["margin_calls", { calls: "0", sales: "0" }],
    ]);
  });

  it.each([
    [49, 1_000_000n, 0, 0n],
    [50, 1_000_000n, 10, 100_000n],
    [60, 999_999n, 20, 199_999n],
    [90, 1_000_000_000n, 50, 3_000_000n],
    [100, -1_000_000n, 50, 0n],
  ])("of %i with %i yen lends %i %%: %i", (score, average, percent, limit) => {
    expect(limitOf("JPY", score, minor(average))).toEqual({ percent, limit });
  });

  it("lends whole units", () => {
    expect(limitOf("USD", 60, minor(123_456n)).limit).toBe(24_600n);
  });

  it("is new where points or a limit are, and not because a day went by", () => {
    const of = (facts: ScoreFacts) => ({ ...scoreOf(facts), averages: facts.averages });
    expect(isSameScore(of(newcomer), of({ ...newcomer, accountDays: 2 }))).toBe(true);
    expect(isSameScore(of(newcomer), of({ ...newcomer, accountDays: 18 }))).toBe(false);
    const richer = { ...newcomer, averages: { JPY: minor(1_000_010n) } };
    expect(isSameScore(of(newcomer), of(richer))).toBe(false);
  });
});

const loan: Accruing = {
  principalLeft: minor(100_000n),
  basisPoints: 700,
  overdueBasisPoints: 1_022,
  dueOn: "2026-12-31",
  through: "2026-12-01",
  fraction: 0,
};

describe("interest", () => {
  it.each([
    ["2026-12-01", 0n],
    ["2026-12-02", 19n],
    ["2026-12-31", 575n],
    // 575.34 and one day at 10.22 %: 27.99.
    ["2027-01-01", 603n],
    ["2027-12-01", 9_955n],
  ])("of 100,000 yen from 1 December until %s is %i", (to, interest) => {
    expect(accrue(loan, to).interest).toBe(interest);
  });

  it("in one step or in many is the same, to the fraction, over the day of repayment too", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
    const terms = fc.record({
      principalLeft: fc.bigInt({ min: 1n, max: 10n ** 13n }).map(minor),
      basisPoints: fc.integer({ min: 0, max: 2_000 }),
      extra: fc.integer({ min: 0, max: 2_000 }),
      fraction: fc.integer({ min: 0, max: Number(unitsPerMinor) - 1 }),
      days: fc.integer({ min: 1, max: 365 }),
    });
    fc.assert(
      fc.property(terms, steps, ({ extra, days, ...more }, lengths) => {
        const made = {
          ...more,
          overdueBasisPoints: more.basisPoints + extra,
          through: "2026-11-20",
          dueOn: addDays("2026-11-20", days),
        };
        let now = { ...made };
        let total = 0n;
        for (const length of lengths) {
          const to = addDays(now.through, length);
          const { interest, fraction } = accrue(now, to);
          expect(fraction).toBeLessThan(Number(unitsPerMinor));
          total += interest;
          now = { ...now, fraction, through: to };
        }
        expect(accrue(made, now.through)).toEqual({ interest: total, fraction: now.fraction });
        // Never more than the higher rate on every day.
        const most =
          (made.principalLeft *
            BigInt(made.overdueBasisPoints * daysBetween(made.through, now.through)) +
            BigInt(made.fraction)) /
          unitsPerMinor;
        expect(total).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("of a day is shown rounded up, with two more decimals than the currency has", () => {
    expect(interestPerDay(minor(100_000n), 700, "JPY")).toBe("19.18");
    expect(interestPerDay(minor(10_000n), 900, "USD")).toBe("0.0247");
  });
});

const standing: LoanStanding = {
  state: "active",
  resetHoldUntil: null,
  isVerified: true,
  unpaidDebt: null,
  overdueLoan: null,
  underReview: 0,
};

describe("an application", () => {
  it.each([
    ["0", "amount_not_positive"],
    ["-10000", "amount_not_positive"],
    ["10000.5", "amount_not_whole"],
    ["9999", "amount_below_minimum"],
    ["999999999999999999", "amount_above_maximum"],
  ])("of %s yen is refused with %s", (text, code) => {
    expect(readLoanAmount(text, "JPY")).toMatchObject({ ok: false, objection: { code } });
  });

  it("is of whole dollars and never of cents", () => {
    expect(readLoanAmount("100.50", "USD")).toMatchObject({
      objection: { code: "amount_not_whole" },
    });
    expect(readLoanAmount("100.00", "USD")).toEqual({ ok: true, amount: 10_000n });
  });

  const refusals: [RefusalCode, Partial<LoanStanding>][] = [
    ["account_frozen", { state: "frozen" }],
    ["reset_hold", { resetHoldUntil: 1 }],
    ["not_verified", { isVerified: false }],
    ["unpaid_debt", { unpaidDebt: { amount: minor(1n), currency: "JPY" } }],
    ["unpaid_loan_exists", { overdueLoan: { number: "L-00000001" } }],
    ["fund_operation_in_progress", { underReview: 5 }],
  ];
  const asked = { amount: minor(20_000n), loanable: minor(20_000n), currency: "JPY" } as const;

  it.each(refusals)("is refused with %s, before the limit is", (code, more) => {
    const tooMuch = { ...asked, amount: minor(20_001n) };
    expect(objectToApplication({ ...standing, ...more }, tooMuch)?.code).toBe(code);
  });

  it("fits into what is left of the limit to the yen, and is objected to in the contract's order", () => {
    expect(objectToApplication(standing, asked)).toBeNull();
    expect(objectToApplication(standing, { ...asked, amount: minor(20_001n) })).toEqual({
      code: "loan_limit_insufficient",
      params: { amount: "20000", currency: "JPY" },
    });
    const order: readonly string[] = creditLoanCalls["/user/apply-loan"].refusals;
    const places = loanObstacles.map((code) => order.indexOf(code));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
});

const owed: Owed = {
  status: 1,
  currency: "JPY",
  principalLeft: minor(100_000n),
  interestLeft: minor(575n),
  inCoolingOff: false,
};

describe("a repayment", () => {
  const check = (text: string, more: Partial<Owed> = {}, allowPartial = false) =>
    checkRepayment(text, { ...owed, ...more }, { available: minor(100_575n), allowPartial });

  it.each<[string, Partial<Owed>, boolean, string]>([
    ["100575", { status: 3 }, false, "loan_not_outstanding"],
    ["100575", { status: 0 }, false, "loan_not_outstanding"],
    ["1.5", {}, true, "amount_too_precise"],
    ["100576", {}, false, "amount_above_maximum"],
    ["100574", {}, false, "repayment_below_loan"],
    ["100001", { inCoolingOff: true }, false, "amount_above_maximum"],
    ["200575", { principalLeft: minor(200_000n) }, false, "insufficient_balance"],
  ])("of %s is refused", (text, more, allowPartial, code) => {
    expect(check(text, more, allowPartial)).toMatchObject({ ok: false, objection: { code } });
  });

  it("in part pays the interest first, and in the cooling-off period none", () => {
    expect(check("500", {}, true)).toMatchObject({
      repayment: { interest: 500n, principal: 0n, isFull: false },
    });
    expect(check("600", {}, true)).toMatchObject({
      repayment: { interest: 575n, principal: 25n, isFull: false },
    });
    expect(check("600", { inCoolingOff: true }, true)).toMatchObject({
      repayment: { interest: 0n, principal: 600n, waived: 0n, isFull: false },
    });
    expect(check("100000", { inCoolingOff: true })).toMatchObject({
      repayment: { interest: 0n, principal: 100_000n, waived: 575n, isFull: true },
    });
  });

  it("pays what it is, and a full one leaves nothing", () => {
    const any = fc.record({
      status: fc.constant(1),
      currency: fc.constant("JPY" as const),
      principalLeft: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(minor),
      interestLeft: fc.bigInt({ min: 0n, max: 10n ** 10n }).map(minor),
      inCoolingOff: fc.boolean(),
    });
    fc.assert(
      fc.property(any, fc.bigInt({ min: 1n, max: 2n * 10n ** 12n }), (one, asked) => {
        const payoff = payoffOf(one);
        const amount = minor(asked < payoff ? asked : payoff);
        const { principal, interest, waived, isFull } = splitRepayment(amount, one);
        expect(principal + interest).toBe(amount);
        expect(principal).toBeLessThanOrEqual(one.principalLeft);
        expect(interest + waived).toBeLessThanOrEqual(one.interestLeft);
        expect(isFull).toBe(amount === payoff);
        const left = one.principalLeft - principal + (one.interestLeft - interest - waived);
        expect(left === 0n).toBe(isFull);
        // The record's own rule: what is owed is owed on some principal.
        expect(principal === one.principalLeft).toBe(isFull);
      }),
    );
  });
});

it.each([
  ["2026-12-20", 0],
  ["2026-12-24", 1],
  ["2026-12-29", 1],
  ["2026-12-30", 2],
  ["2026-12-31", 2],
  ["2027-01-01", 3],
  ["2027-01-30", 3],
  ["2027-01-31", 4],
])("a reminder on %s of a loan due on 31 December is the %ith", (today, stage) => {
  expect(reminderStage("2026-12-31", today)).toBe(stage);
});

it("no rate above the law's lowest ceiling can be set, nor a stricter one be passed over", () => {
  const settings = {
    JPY: siteSettings.loan_rate_jpy,
    USD: siteSettings.loan_rate_usd,
    CNY: siteSettings.loan_rate_cny,
  };
  for (const currency of loanCurrencies) {
    const anyAmount = minor(10n ** 15n);
    const { yearlyBasisPointsMax } = loanCeiling(currency, anyAmount, "2026-11-20");
    expect(settings[currency].max).toBe(yearlyBasisPointsMax);
  }
});
