import { withdrawalCalls, withdrawalObstacles, type RefusalCode } from "@sanshi/contract";
import { minor } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  arrivalOf,
  checkWithdrawal,
  obstaclesOf,
  type Asked,
  type CardFacts,
  type Limits,
  type Standing,
} from "./withdrawals.rules.ts";

const opensAt = Date.parse("2026-11-24T00:00:00Z");
const usableFrom = Date.parse("2026-11-25T00:00:00Z");
const standing: Standing = {
  state: "active",
  isVerified: true,
  hasFundPassword: true,
  hasCard: true,
  hours: { open: true, opensAt: null },
  unpaidDebt: null,
  unpaidLoan: null,
  resetHoldUntil: null,
  holdsPositions: false,
  requiresNoPositions: true,
  underReview: 0,
  underReviewMax: 20,
};
const asked: Asked = { amount: "20000", currency: "JPY" };
const card: CardFacts = { usableFrom: null, isCustomers: true };
const limits: Limits = {
  minimum: minor(10_000n),
  maximum: minor(100_000n),
  available: minor(50_000n),
  objectToUnsettled: () => null,
  margin: null,
};

const unsettled = { amount: "10000", currency: "JPY", date: "2026-11-26" };

type Case = {
  asked?: Partial<Asked>;
  standing?: Partial<Standing>;
  card?: CardFacts | null;
  limits?: Partial<Limits>;
};
const check = (one: Case = {}) =>
  checkWithdrawal(
    { ...asked, ...one.asked },
    { ...standing, ...one.standing },
    one.card === undefined ? card : one.card,
    { ...limits, ...one.limits },
  );

describe("a withdrawal", () => {
  it.each<[string, Case, bigint]>([
    ["with nothing against it", {}, 20_000n],
    ["of the least", { asked: { amount: "10000" } }, 10_000n],
    [
      "of all that margin lets go",
      { limits: { margin: { isCalled: false, room: minor(20_000n) } } },
      20_000n,
    ],
    ["of all that is there", { asked: { amount: "50000" } }, 50_000n],
    [
      "of the most",
      { asked: { amount: "100000" }, limits: { available: minor(100_000n) } },
      100_000n,
    ],
    ["in dollars and cents", { asked: { amount: "123.45", currency: "USD" } }, 12_345n],
    ["by a customer who may not trade", { standing: { state: "trading_disabled" } }, 20_000n],
    [
      "with positions, where the site allows it",
      { standing: { holdsPositions: true, requiresNoPositions: false } },
      20_000n,
    ],
    [
      "to a holder whom nobody can compare",
      { card: { usableFrom: null, isCustomers: null } },
      20_000n,
    ],
  ])("%s is taken", (_what, one, amount) => {
    expect(check(one)).toEqual({ ok: true, amount });
  });

  /** In the contract's order. */
  const refusals: [RefusalCode, Case, Record<string, string>?][] = [
    ["amount_not_positive", { asked: { amount: "0" } }],
    ["amount_not_positive", { asked: { amount: "-20000" } }],
    ["amount_too_precise", { asked: { amount: "20000.5" } }, { digits: "0" }],
    ["account_frozen", { standing: { state: "frozen" } }],
    ["account_frozen", { standing: { state: "banned" } }],
    [
      "reset_hold",
      { standing: { resetHoldUntil: Date.UTC(2026, 10, 25) } },
      { until: "2026-11-25T00:00:00.000Z" },
    ],
    ["not_verified", { standing: { isVerified: false } }],
    ["fund_password_not_set", { standing: { hasFundPassword: false } }],
    ["card_not_found", { card: null }],
    [
      "card_cooling_off",
      { card: { usableFrom, isCustomers: true } },
      { until: "2026-11-25T00:00:00.000Z" },
    ],
    ["card_holder_differs", { card: { usableFrom: null, isCustomers: false } }],
    [
      "withdrawals_closed",
      { standing: { hours: { open: false, opensAt } } },
      { opens_at: "2026-11-24T00:00:00.000Z" },
    ],
    ["amount_below_minimum", { asked: { amount: "9999" } }, { min: "10000", currency: "JPY" }],
    ["amount_above_maximum", { asked: { amount: "100001" } }, { max: "100000", currency: "JPY" }],
    [
      "amount_above_maximum",
      { asked: { amount: "999999999999999999" } },
      { max: "100000", currency: "JPY" },
    ],
    [
      "unpaid_debt",
      { standing: { unpaidDebt: { amount: minor(700n), currency: "USD" } } },
      { amount: "7.00", currency: "USD" },
    ],
    [
      "unpaid_loan_exists",
      { standing: { unpaidLoan: { amount: minor(10_019n), currency: "JPY" } } },
      { amount: "10019", currency: "JPY" },
    ],
    ["positions_held", { standing: { holdsPositions: true } }],
    ["fund_operation_in_progress", { standing: { underReview: 20 } }],
    ["insufficient_balance", { asked: { amount: "50001" } }],
    [
      "cash_not_settled",
      { limits: { objectToUnsettled: () => ({ code: "cash_not_settled", params: unsettled }) } },
      unsettled,
    ],
    ["margin_call_open", { limits: { margin: { isCalled: true, room: minor(0n) } } }],
    [
      "margin_needed",
      { limits: { margin: { isCalled: false, room: minor(19_999n) } } },
      { max: "19999", currency: "JPY" },
    ],
  ];

  it.each(refusals)("is refused with %s", (code, one, params) => {
    expect(check(one)).toEqual({ ok: false, objection: { code, ...(params && { params }) } });
  });

  it("is objected to in the contract's order, whatever else is wrong", () => {
    const order = withdrawalCalls["/user/withdraw"].refusals;
    const places = refusals.map(([code]) => order.indexOf(code));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    // From the last to the first, each takes the place of those that come after it.
    let all: Case = {};
    for (const [code, one] of refusals.filter(([, one]) => one.asked === undefined).toReversed()) {
      all = { ...all, ...one, standing: { ...all.standing, ...one.standing } };
      const checked = check(all);
      expect(checked.ok ? "ok" : checked.objection.code).toBe(code);
    }
  });
});

describe("what stands in the way", () => {
  it("is nothing of a customer who may withdraw", () => expect(obstaclesOf(standing)).toEqual([]));

  it("is told all at once, in order, before an amount is typed", () => {
    const nobody: Standing = {
      state: "frozen",
      resetHoldUntil: Date.UTC(2026, 10, 25),
      isVerified: false,
      hasFundPassword: false,
      hasCard: false,
      hours: { open: false, opensAt },
      unpaidDebt: { amount: minor(5n), currency: "JPY" },
      unpaidLoan: { amount: minor(5n), currency: "JPY" },
      holdsPositions: true,
      requiresNoPositions: true,
      underReview: 1,
      underReviewMax: 1,
    };
    expect(obstaclesOf(nobody).map(({ code }) => code)).toEqual(withdrawalObstacles);
    expect(obstaclesOf({ ...standing, holdsPositions: true })).toEqual([
      { code: "positions_held" },
    ]);
  });

  it("is each one a refusal of the call itself", () => {
    const refused: readonly string[] = withdrawalCalls["/user/withdraw"].refusals;
    expect(withdrawalObstacles.filter((code) => !refused.includes(code))).toEqual([]);
  });
});

describe("arrival", () => {
  it("is expected within the minutes, at the latest at the end of the next day, or later if so set", () => {
    const at = Date.parse("2026-11-20T00:00:00Z");
    const endOfNextDay = Date.parse("2026-11-21T15:00:00Z");
    expect(arrivalOf(at, 120, endOfNextDay)).toEqual({
      expectedBy: at + 7_200_000,
      latestBy: endOfNextDay,
    });
    const slow = arrivalOf(at, 10_080, endOfNextDay);
    expect(slow.latestBy).toBe(slow.expectedBy);
  });
});
