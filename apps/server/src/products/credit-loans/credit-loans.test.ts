import { loanNumber, type CreditLoan } from "@sanshi/contract";
import { minor } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  advanceToWednesday,
  readyToWithdraw,
  setSetting,
  testFundPassword,
  verifiedCustomer,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { accrue, addDays, loanDay } from "./credit-loans.rules.ts";
import { accrueLoans } from "./loan-interest.ts";
import { accrueAll, createLoanDay } from "./loan-day.ts";
import { reckonScores } from "./loan-scores.ts";

let app: TestApplication;
let operator: OperatorSession;
let second: OperatorSession;
let borrower: SignedIn & { cardId: string };
let other: SignedIn;
let racer: SignedIn;

beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
  // Days are counted: none may turn within a test.
  await advanceToWednesday(app, "12:00");
  borrower = await readyToWithdraw(app);
  other = await verifiedCustomer(app);
  racer = await verifiedCustomer(app);
  second = await newOperator(app, "approver");
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  await app.advance(86_400);
});
afterAll(() => app.stop());

/** Once net assets of the day before are recorded, which another job does. */
const scored = (who: SignedIn) =>
  expect
    .poll(async () => {
      await reckonScores(app.context);
      return (await overview(who)).score?.score;
    })
    .toBe(60);

const overview = (who: SignedIn = borrower) => app.accepted("/user/loan", {}, who);
const yen = async (who: SignedIn = borrower) =>
  (await overview(who)).currencies.find(({ currency }) => currency === "JPY");
const formOf = (more: object = {}) => ({
  currency: "JPY" as const,
  amount: "100000",
  term_days: "30",
  purpose: "investing" as const,
  auto_repay: "false" as const,
  request_id: newRequestId(),
  ...more,
});
const apply = (more: object = {}, who: SignedIn = borrower) =>
  app.accepted("/user/apply-loan", formOf(more), who);
const refusedApply = (more: object = {}, who: SignedIn = borrower) =>
  app.refused("/user/apply-loan", formOf(more), who);
const decide = (id: string, decision: "approve" | "reject", who = operator, reason?: string) =>
  opsRefused(
    app,
    "/api/ops/loans/:id/decision",
    { id, decision, ...(reason !== undefined && { reason }) },
    who,
  );
const approve = async (id: string) => {
  expect(await decide(id, "approve")).toBe("ok");
  expect(await decide(id, "approve", second)).toBe("ok");
};
const lend = async (more: object = {}, who: SignedIn = borrower) => {
  const { id } = await apply(more, who);
  await approve(id);
  return id;
};
const repay = (id: string, amount: string, who: SignedIn = borrower) =>
  app.refused("/user/repay-loan", { id, amount, request_id: newRequestId() }, who);
const loanOf = async (id: string, who: SignedIn = borrower): Promise<CreditLoan> => {
  const found = (await app.accepted("/user/loanlist", {}, who)).find((loan) => loan.id === id);
  if (found === undefined) throw new Error(`no loan ${id}`);
  return found;
};
const assets = async (who: SignedIn = borrower) =>
  (await app.accepted("/user/assets", {}, who)).currencies.find(
    ({ currency }) => currency === "JPY",
  );
const kinds = async (who: SignedIn = borrower) =>
  (await app.accepted("/user/messages", { limit: "100" }, who)).items.map(({ kind }) => kind);
const runDay = () => createLoanDay(app.context).run();
const advanceDays = (days: number) => app.advance(days * 86_400);

describe("the credit score", () => {
  it("follows from the customer's own facts, each shown, and so does the limit", async () => {
    await scored(borrower);
    const { score, currencies, obstacles, terms } = await overview();
    expect(score?.parts.map(({ part, points }) => `${part} ${points}`)).toEqual([
      ...["identity 40", "account_age 0", "assets 20", "repayments 0", "margin_calls 0"],
    ]);
    expect(currencies.map(({ currency, limit }) => `${currency} ${limit}`)).toEqual([
      ...["JPY 200000", "USD 2000.00", "CNY 10000.00"],
    ]);
    expect(currencies[0]).toMatchObject({ share_percent: 20, yearly_rate: "7.00", lowered: null });
    expect({ obstacles, terms }).toEqual({ obstacles: [], terms: [30, 90, 180, 365] });
    const { items } = await app.accepted("/user/loan-scores", {}, borrower);
    expect(items).toEqual([score]);
  });

  it("is not there before the first day is over, and nobody unknown borrows", async () => {
    const newcomer = await app.newCustomer();
    expect((await overview(newcomer)).score).toBeNull();
    expect(await refusedApply({}, newcomer)).toBe("not_verified");
  });
});

describe("an application", () => {
  it("is previewed by the rules that it is made by", async () => {
    const input = { currency: "JPY", amount: "100000", term_days: "30" } as const;
    const shown = await app.accepted("/user/preview-loan", input, borrower);
    const today = loanDay(app.context.clock.now());
    expect(shown).toMatchObject({
      yearly_rate: "7.00",
      overdue_rate: "10.22",
      law_rate_max: "18.00",
      rule: "jp_loan_ceiling",
      confirmed: true,
      interest_per_day: "19.18",
      interest: "575",
      due_amount: "100575",
      due_on: addDays(today, 30),
    });
    const bad = { ...input, amount: "100.5" };
    expect(await app.refused("/user/preview-loan", bad, borrower)).toBe("amount_not_whole");
  });

  it("keeps to the limit, however many are made at once, and is cancelled once", async () => {
    expect(await refusedApply({ amount: "200001" }, racer)).toBe("loan_limit_insufficient");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refusedApply({ amount: "60000" }, racer)),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set(["ok", "loan_limit_insufficient"]));
    expect(await yen(racer)).toMatchObject({ under_review: "180000", loanable: "20000" });
    const [first] = await app.accepted("/user/loanlist", {}, racer);
    const id = first?.id ?? "";
    const cancel = (who: SignedIn) =>
      app.refused("/user/cancel-loan", { id, request_id: newRequestId() }, who);
    expect(await cancel(other)).toBe("loan_not_found");
    const both = await Promise.all([cancel(racer), decide(id, "reject", operator, "other: no")]);
    expect(both.filter((answer) => answer === "ok")).toHaveLength(1);
    expect([2, 5]).toContain((await loanOf(id, racer)).status);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is paid out once, by two operators, and is owed", async () => {
    const requestId = newRequestId();
    const { id, number } = await apply({ request_id: requestId });
    expect((await apply({ request_id: requestId })).id).toBe(id);
    expect(await decide(id, "approve")).toBe("ok");
    expect((await assets())?.available).toBe("1000000");
    expect(await decide(id, "approve")).toBe("own_proposal");
    const twice = await Promise.all([decide(id, "approve", second), decide(id, "approve", second)]);
    expect(twice.toSorted()).toEqual(["ok", "review_already_decided"]);
    expect(await assets()).toMatchObject({
      available: "1100000",
      total_debt: "100000",
      net_assets: "1000000",
    });
    expect(await loanOf(id)).toMatchObject({ status: 1, payoff: "100000", in_cooling_off: true });
    expect(await kinds()).toContain("loan_approved");
    const form = { currency: "JPY", amount: "30000", card_id: borrower.cardId } as const;
    const withdrawal = { ...form, fund_password: testFundPassword, request_id: newRequestId() };
    expect(await app.refused("/user/withdraw", withdrawal, borrower)).toBe("unpaid_loan_exists");
    expect(number).toBe(loanNumber(BigInt(id)));
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not approved above a limit or a capital that is lower by then", async () => {
    const { id } = await apply({ amount: "50000" });
    await setSetting(
      app,
      "loan_capital",
      "JPY:120000,USD:1,CNY:1,HKD:1,TWD:1,KRW:1,THB:1,MYR:1,VND:1",
    );
    expect(await decide(id, "approve")).toBe("ok");
    expect(await decide(id, "approve", second)).toBe("loan_capital_exhausted");
    await sql`DELETE FROM config_entry WHERE name = 'loan_capital'`.execute(
      app.context.database.reader,
    );
    const limit = (amount: string | null, who = operator, reason = "credit_insufficient") =>
      opsAccepted(
        app,
        "/api/ops/customers/:account/loan-limit",
        { account: borrower.account, currency: "JPY", limit: amount, reason },
        who,
      );
    expect((await limit("120000")).state).toBe("approved");
    expect(await yen()).toMatchObject({ limit: "120000", computed_limit: "200000", loanable: "0" });
    expect((await yen())?.lowered?.why.us).toContain("assets");
    expect(await kinds()).toContain("loan_limit_lowered");
    const { items: acts } = await app.accepted("/user/activity", {}, borrower);
    expect(acts[0]).toMatchObject({
      kind: "operator_acted",
      params: { who: "operator", what: "loan_limit_lowered" },
    });
    expect(await decide(id, "approve", second)).toBe("loan_limit_insufficient");
    // What was lowered is raised by two, and nothing above the formula.
    const raised = await limit(null);
    expect(raised.state).toBe("proposed");
    expect((await yen())?.limit).toBe("120000");
    const decision = { id: raised.id, decision: "approve" } as const;
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, second)).toBe("ok");
    expect(await yen()).toMatchObject({ limit: "200000", lowered: null });
    const form = {
      account: borrower.account,
      currency: "JPY",
      limit: "200001",
      reason: "credit_insufficient",
    };
    expect(await opsRefused(app, "/api/ops/customers/:account/loan-limit", form, operator)).toBe(
      "loan_limit_out_of_range",
    );
    expect(await decide(id, "approve", second)).toBe("ok");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a loan", () => {
  it("given back in the cooling-off period costs nothing, and is repaid once", async () => {
    await advanceDays(3);
    await runDay();
    const [loan] = await app.accepted("/user/loanlist", {}, borrower);
    const id = loan?.id ?? "";
    expect(loan).toMatchObject({ money: "50000", interest_left: "28", payoff: "50000" });
    expect(await repay(id, "49999")).toBe("repayment_below_loan");
    expect(await repay(id, "50000", other)).toBe("loan_not_found");
    expect(await repay(id, "-5")).toBe("amount_not_positive");
    const twice = await Promise.all([1, 2, 3].map(() => repay(id, "50000")));
    expect(twice.toSorted()).toEqual(["loan_not_outstanding", "loan_not_outstanding", "ok"]);
    expect(await loanOf(id)).toMatchObject({ status: 3, given_back: true, interest_total: "0" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("bears interest by the day, exactly once, whoever reckons and repays at the same moment", async () => {
    await advanceDays(7);
    const id = await onlyOutstanding();
    const { database, clock } = app.context;
    const at = clock.now();
    const through = loanDay(at);
    // Cut off before its commit, it has done nothing.
    await expect(
      database.transaction(async (transaction) => {
        await accrueLoans(transaction, [BigInt(id)], { through, untilDue: false, at });
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    const due = minor(100_000n + 191n);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => accrueAll(database, { through, untilDue: false, at })),
      repay(id, due.toString()),
      repay(id, "100190"),
      accrueAll(database, { through, untilDue: false, at }),
    ]);
    expect(answers).toContain("ok");
    expect(await loanOf(id)).toMatchObject({
      status: 3,
      interest_total: "191",
      given_back: false,
    });
    expect((await assets())?.available).toBe("999809");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is repaid in part only where the instance allows it, interest first", async () => {
    await setSetting(app, "loan_cooling_off_days", "0");
    const id = await lend({ amount: "80000" });
    await advanceDays(10);
    expect(await repay(id, "20153")).toBe("repayment_below_loan");
    await setSetting(app, "allow_partial_repayment", "on");
    expect(await repay(id, "20153")).toBe("ok");
    expect(await loanOf(id)).toMatchObject({
      principal_left: "60000",
      interest_left: "0",
      interest_total: "153",
    });
    expect(await repay(id, "60000")).toBe("ok");
  });

  it("is repaid by itself on its day, though the clock jumps over it, and else is late", async () => {
    const dollars = { currency: "USD", amount: "1000", auto_repay: "true" };
    // One that cannot be repaid keeps none behind it waiting.
    const stuck = await lend(dollars, other);
    const automatic = await lend(dollars, other);
    const late = await lend({ amount: "100000" });
    const before = await loanOf(late);
    const { reader } = app.owner;
    await sql`ALTER TABLE loan ADD CONSTRAINT stuck
      CHECK (id <> ${sql.lit(Number(stuck))} OR status <> 3) NOT VALID`.execute(reader);
    await advanceDays(365);
    await Promise.all([runDay(), runDay(), runDay()]);
    await runDay();
    expect((await loanOf(stuck, other)).status).toBe(1);
    await sql`ALTER TABLE loan DROP CONSTRAINT stuck`.execute(reader);
    await runDay();
    expect((await loanOf(stuck, other)).status).toBe(3);
    expect(await loanOf(automatic, other)).toMatchObject({
      status: 3,
      interest_total: "7.39",
      days_late: 0,
    });
    const now = await loanOf(late);
    const reckoned = accrue(
      {
        principalLeft: minor(100_000n),
        basisPoints: 700,
        overdueBasisPoints: 1_022,
        dueOn: before.due_on ?? "",
        through: loanDay(Date.parse(before.approved_at ?? "")),
        fraction: 0,
      },
      loanDay(app.context.clock.now()),
    );
    expect(now).toMatchObject({
      interest_left: reckoned.interest.toString(),
      days_late: 335,
      interest_per_day: "28.00",
      payoff: (100_000n + reckoned.interest).toString(),
    });
    expect(await kinds()).toContain("loan_overdue");
    expect(await refusedApply({ amount: "10000" })).toBe("unpaid_loan_exists");
    expect(await assets()).toMatchObject({ total_debt: now.payoff });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("that is late is set aside for, and written off by two", async () => {
    const [report] = (await opsAccepted(app, "/api/ops/loan-report", {}, operator)).currencies;
    expect(report).toMatchObject({ lent: "100000", loans: 1, provision: "100000" });
    expect(report?.late[2]).toEqual({ from_day: 91, loans: 1, principal: "100000" });
    const { items } = await opsAccepted(app, "/api/ops/late-loans", {}, operator);
    const id = items[0]?.id ?? "";
    expect(items).toMatchObject([{ account: borrower.account, days_late: 335, write_off: null }]);
    const form = { id, reason: "uncollectable" };
    const proposed = await opsAccepted(app, "/api/ops/loans/:id/write-off", form, operator);
    expect(proposed.state).toBe("proposed");
    const owed = (await loanOf(id)).payoff;
    const decision = { id: proposed.id, decision: "approve" } as const;
    const twice = await Promise.all([
      opsRefused(app, "/api/ops/proposals/:id/decision", decision, second),
      repay(id, "1"),
    ]);
    expect(twice[0]).toBe("ok");
    expect(await loanOf(id)).toMatchObject({ status: 4, payoff: "0" });
    expect((await assets())?.total_debt).toBe("0");
    expect(await kinds()).toContain("loan_written_off");
    expect(await app.ledgerFaults()).toEqual([]);
    const after = (await opsAccepted(app, "/api/ops/loan-report", {}, operator)).currencies[0];
    const paid = twice[1] === "ok" ? 1n : 0n;
    expect(after?.written_off).toBe((BigInt(owed) - paid).toString());
    expect(await opsRefused(app, "/api/ops/loans/:id/write-off", form, operator)).toBe(
      "loan_not_overdue",
    );
  });
});

async function onlyOutstanding(): Promise<string> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ id: bigint }>`SELECT id FROM loan WHERE status = 1`,
  );
  return String(row?.id);
}
