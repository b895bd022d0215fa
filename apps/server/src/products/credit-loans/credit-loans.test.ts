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
  // The score counts thirty days.
  await app.advance(31 * 86_400);
});
afterAll(() => app.stop());

/** Once net assets of the day before are recorded, which another job does. */
const scored = (who: SignedIn) =>
  expect
    .poll(async () => {
      await reckonScores(app.context);
      return (await overview(who)).score?.score;
    })
    .toBe(61);

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
      ...["identity 40", "account_age 1", "assets 20", "repayments 0", "margin_calls 0"],
    ]);
    expect(currencies.map(({ currency, limit }) => `${currency} ${limit}`)).toEqual([
      ...["JPY 200000", "USD 2000.00", "CNY 10000.00"],
    ]);
    expect(currencies[0]).toMatchObject({ share_percent: 20, yearly_rate: "7.00", lowered: null });
    expect({ obstacles, terms }).toEqual({ obstacles: [], terms: [30, 90, 180, 365] });
    // Before it may stand one of a day in between, as the days are recorded one after the other.
    const { items } = await app.accepted("/user/loan-scores", {}, borrower);
    expect(items[0]).toEqual(score);
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
      confirmed: false,
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

  it("waits for operators in the health's queues, and with a deadline in their own", async () => {
    const waiting = async () => {
      const { queues } = await opsAccepted(app, "/api/ops/health", {}, operator);
      return queues.find(({ name }) => name === "loans");
    };
    const before = (await waiting())?.waiting ?? 0;
    const { id } = await apply();
    expect(await waiting()).toMatchObject({
      waiting: before + 1,
      oldest_at: expect.stringMatching(/Z$/),
    });
    const listed = await opsAccepted(app, "/api/ops/loans", { q: borrower.account }, operator);
    const [shown] = listed.items;
    expect(shown?.id).toBe(id);
    expect(Date.parse(shown?.due_at ?? "")).toBeGreaterThan(app.context.clock.now());
    expect(await decide(id, "reject", operator, "credit_insufficient")).toBe("ok");
    expect((await waiting())?.waiting).toBe(before);
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
    await sql`DELETE FROM config_entry WHERE name = 'loan_capital'`.execute(app.owner.reader);
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
    // Late from the next day on, it takes what is there, whatever was chosen.
    const interest = accrue(
      {
        principalLeft: minor(100_000n),
        basisPoints: 700,
        overdueBasisPoints: 1_022,
        dueOn: before.due_on ?? "",
        through: loanDay(Date.parse(before.approved_at ?? "")),
        fraction: 0,
      },
      addDays(before.due_on ?? "", 1),
    ).interest;
    expect(await loanOf(late)).toMatchObject({ status: 3, interest_total: interest.toString() });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("that is late takes what comes in, and what is left of it long after is an unpaid debt", async () => {
    // A loan was late before: whether the score says so already or not, so much is lent.
    const id = await lend({ amount: "90000" });
    // All but a few yen become shares, of which none is ever sold for the loan.
    expect(await trade("open", BigInt((await assets())?.available ?? "0") / 2_860n)).toBe("ok");
    await advanceDays(31);
    await runDay();
    const rest = await loanOf(id);
    expect((await assets())?.available).toBe("0");
    expect(rest).toMatchObject({ status: 1, days_late: 1, interest_left: "0" });
    expect(BigInt(rest.principal_left)).toBeLessThan(90_000n);
    expect(await kinds()).toContain("loan_collected");
    expect(await refusedApply({ amount: "10000" })).toBe("unpaid_loan_exists");
    expect(await app.ledgerFaults()).toEqual([]);

    const form = { id, reason: "uncollectable" };
    await advanceDays(89);
    expect(await opsRefused(app, "/api/ops/loans/:id/write-off", form, operator)).toBe(
      "loan_not_long_overdue",
    );
    await advanceDays(1);
    await runDay();
    const { items } = await opsAccepted(app, "/api/ops/late-loans", {}, operator);
    expect(items).toMatchObject([
      { id, account: borrower.account, days_late: 91, write_off: null },
    ]);
    const [report] = (await opsAccepted(app, "/api/ops/loan-report", {}, operator)).currencies;
    expect(report).toMatchObject({ loans: 1, provision: rest.principal_left });
    const proposed = await opsAccepted(app, "/api/ops/loans/:id/write-off", form, operator);
    expect(proposed.state).toBe("proposed");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id: proposed.id }, second);
    expect(shown.differences.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["principal", "available", "holdings_value"]),
    );
    const owed = (await loanOf(id)).payoff;
    const before = await assets();
    const decision = { id: proposed.id, decision: "approve" } as const;
    const twice = await Promise.all([
      opsRefused(app, "/api/ops/proposals/:id/decision", decision, second),
      opsRefused(app, "/api/ops/proposals/:id/decision", decision, second),
    ]);
    expect(twice.toSorted()).toEqual(["ok", "review_already_decided"]);
    expect(await loanOf(id)).toMatchObject({ status: 4, payoff: "0", claimed: owed });
    expect(await assets()).toMatchObject({
      ...{ total_debt: owed, unpaid_debt: owed },
      net_assets: before?.net_assets,
    });
    expect(await kinds()).toContain("loan_claimed");
    expect(await app.ledgerFaults()).toEqual([]);
    expect(await opsRefused(app, "/api/ops/loans/:id/write-off", form, operator)).toBe(
      "loan_not_overdue",
    );

    // All of it is set aside for, until what comes in repays it.
    await advanceDays(1);
    await runDay();
    const house = async () =>
      (await opsAccepted(app, "/api/ops/loan-report", {}, operator)).currencies[0];
    expect(await house()).toMatchObject({ provision: owed, written_off: owed, loans: 0 });
    expect(await refusedApply({ amount: "10000" })).toBe("unpaid_debt");
    expect(await trade("close", 100n)).toBe("ok");
    expect(await assets()).toMatchObject({ unpaid_debt: "0" });
    await advanceDays(1);
    await runDay();
    expect(await house()).toMatchObject({ provision: "0", losses: "0" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is given back for nothing once in ninety days", async () => {
    await setSetting(app, "loan_cooling_off_days", "8");
    const first = await lend({ currency: "USD", amount: "200" }, racer);
    const next = await lend({ currency: "USD", amount: "300" }, racer);
    await advanceDays(3);
    await runDay();
    expect(await loanOf(next, racer)).toMatchObject({ in_cooling_off: true, payoff: "300.00" });
    expect(await repay(first, "200", racer)).toBe("ok");
    expect((await loanOf(first, racer)).given_back).toBe(true);
    const paid = await loanOf(next, racer);
    expect(paid).toMatchObject({ in_cooling_off: false, interest_left: "0.22", payoff: "300.22" });
    const input = { currency: "USD", amount: "300", term_days: "30" } as const;
    const shown = await app.accepted("/user/preview-loan", input, racer);
    expect(shown.cooling_off_until).toBeNull();
    const from = Date.parse(shown.free_return_from ?? "");
    expect(from - Date.parse((await loanOf(first, racer)).ended_at ?? "")).toBe(90 * 86_400_000);
    expect(await repay(next, "300.22", racer)).toBe("ok");
    expect(await loanOf(next, racer)).toMatchObject({ given_back: false, interest_total: "0.22" });
    await advanceDays(90);
    expect(
      (await app.accepted("/user/preview-loan", input, racer)).cooling_off_until,
    ).not.toBeNull();
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

it("lends by what there was on thirty days, of which those before the account count as nothing, and by what there is", async () => {
  const newcomer = await verifiedCustomer(app);
  await advanceDays(10);
  await app.settle();
  await runDay();
  expect(await yen(newcomer)).toMatchObject({ average_assets: "333333", limit: "33333" });
  await advanceDays(20);
  await app.settle();
  await runDay();
  expect(await yen(newcomer)).toMatchObject({ average_assets: "1000000", limit: "200000" });
  const { id } = await apply({ amount: "150000" }, newcomer);
  expect(await trade("open", 340n, newcomer)).toBe("ok");
  // What was bought is worth half: the average is what it was.
  app.feed.quote("jpy", "7203", "1425");
  const own = await yen(newcomer);
  expect(own?.average_assets).toBe("1000000");
  expect(Number(own?.present_assets)).toBeLessThan(520_000);
  expect(Number(own?.limit)).toBe(Math.floor(Number(own?.present_assets) / 5));
  expect(await decide(id, "approve")).toBe("ok");
  expect(await decide(id, "approve", second)).toBe("loan_limit_insufficient");
  const shown = await opsAccepted(app, "/api/ops/loans/:id", { id }, second);
  expect(shown.wallet.find(({ currency }) => currency === "JPY")).toMatchObject({
    net_assets: own?.present_assets,
    holdings_value: "484500",
  });
  expect(shown.due_at).not.toBeNull();
});

/** Of 7203 at 2,850 yen; of what is held as much as is asked for. */
async function trade(side: "open" | "close", quantity: bigint, who = borrower as SignedIn) {
  app.feed.quote("jpy", "7203", "2850");
  const stock = { type: "jpy", code: "7203", side: "long", kind: "market" } as const;
  const asked = { ...stock, quantity: quantity.toString(), request_id: newRequestId() };
  return side === "open"
    ? app.refused("/trade/place-order", { ...asked, leverage: "1" }, who)
    : app.refused("/trade/close-holding", { ...asked, funding: "cash" }, who);
}

async function onlyOutstanding(): Promise<string> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ id: bigint }>`SELECT id FROM loan WHERE status = 1`,
  );
  return String(row?.id);
}
