import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { owe } from "../../../../../tests/support/test-debts.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
  verifiedCustomer,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  newOperator,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { loanDay } from "./credit-loans.rules.ts";
import { createLoanDay } from "./loan-day.ts";
import { reckonScores } from "./loan-scores.ts";

let app: TestApplication;
let operator: OperatorSession;
let second: OperatorSession;
let borrowers: SignedIn[];
let leaver: SignedIn & { cardId: string };

beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
  second = await newOperator(app, "approver");
  borrowers = [];
  for (let count = 0; count < 3; count += 1) borrowers.push(await verifiedCustomer(app));
  leaver = await readyToWithdraw(app);
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  borrowers.push(leaver);
  // One person, verified on two accounts.
  const passport = { isPassport: true, idNumber: "TZ7654321" };
  borrowers.push(await verifiedCustomer(app, passport), await verifiedCustomer(app, passport));
  await app.advance(31 * 86_400);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

/** Once net assets of the day before are recorded, which another job does. */
async function borrower(index: number): Promise<SignedIn> {
  const own = borrowers[index] as SignedIn;
  await expect
    .poll(async () => {
      await reckonScores(app.context);
      return (await app.accepted("/user/loan", {}, own)).score?.score;
    })
    .toBeGreaterThanOrEqual(60);
  return own;
}
const apply = (who: SignedIn, more: object = {}) =>
  app.accepted(
    "/user/apply-loan",
    {
      ...{ currency: "JPY", amount: "50000", term_days: "30", purpose: "investing" },
      ...{ auto_repay: "false", request_id: newRequestId() },
      ...more,
    },
    who,
  );
const decide = (id: string, who: OperatorSession) =>
  opsRefused(app, "/api/ops/loans/:id/decision", { id, decision: "approve" }, who);
async function lend(who: SignedIn, more: object = {}): Promise<string> {
  const { id } = await apply(who, more);
  expect(await decide(id, operator)).toBe("ok");
  expect(await decide(id, second)).toBe("ok");
  return id;
}
const loansOf = (who: SignedIn) => app.accepted("/user/loanlist", {}, who);

it("is not paid out to a customer who has since come to owe what is unpaid", async () => {
  const [late, indebted] = [await borrower(0), await borrower(1)];
  await lend(late);
  const { id: waiting } = await apply(late);
  const { id: other } = await apply(indebted);
  await app.advance(31 * 86_400);
  await owe(app, indebted, 1_000n);
  for (const [id, who] of [
    [waiting, late],
    [other, indebted],
  ] as const) {
    expect(await decide(id, operator)).toBe("ok");
    expect(await decide(id, second)).toBe("loan_borrower_owes");
    expect((await loansOf(who))[0]).toMatchObject({ id, status: 0 });
  }
});

it("bears its interest, is reminded of and reckoned with, whatever is wrong with another", async () => {
  const own = await borrower(2);
  const broken = await lend(own);
  const sound = await lend(own);
  await sql`ALTER TABLE loan ADD CONSTRAINT broken
    CHECK (id <> ${sql.lit(Number(broken))} OR interest_left = 0) NOT VALID`.execute(
    app.owner.reader,
  );
  await app.advance(29 * 86_400);
  const day = createLoanDay(app.context);
  const through = async (id: string) => {
    const { rows } = await sql<{ through: string }>`SELECT interest_through::text AS through
      FROM loan WHERE id = ${BigInt(id)}`.execute(app.owner.reader);
    return rows[0]?.through;
  };
  await day.run();
  expect(await through(sound)).toBe(loanDay(app.context.clock.now()));
  const { items } = await app.accepted("/user/messages", { limit: "100" }, own);
  expect(items.map(({ kind }) => kind)).toContain("loan_due_soon");
  // What was wrong is right again: nothing of it was left out.
  expect(await through(broken)).not.toBe(await through(sound));
  await sql`ALTER TABLE loan DROP CONSTRAINT broken`.execute(app.owner.reader);
  await day.run();
  const [one, two] = await loansOf(own);
  expect(one?.interest_total).toBe("278");
  expect(two?.interest_total).toBe("278");
  expect(await through(broken)).toBe(await through(sound));
});

it("is not lent on money that is on its way out", async () => {
  const own = await borrower(3);
  const { id } = await apply(own);
  const form = {
    currency: "JPY",
    amount: "950000",
    card_id: leaver.cardId,
    fund_password: testFundPassword,
    request_id: newRequestId(),
  } as const;
  const { id: leaving } = await app.accepted("/user/withdraw", form, own);
  const yen = async () =>
    (await app.accepted("/user/loan", {}, own)).currencies.find(
      ({ currency }) => currency === "JPY",
    );
  expect(await yen()).toMatchObject({ present_assets: "50000", loanable: "0" });
  expect(await decide(id, operator)).toBe("ok");
  expect(await decide(id, second)).toBe("loan_limit_insufficient");
  expect((await loansOf(own))[0]).toMatchObject({ id, status: 0 });
  // What stays after all counts again.
  await app.accepted("/user/cancel-withdrawal", { id: leaving }, own);
  expect(await yen()).toMatchObject({ present_assets: "1000000" });
  expect(await decide(id, second)).toBe("ok");
});

describe("one person with two accounts", () => {
  it("gives a loan back without interest once, also on both in the same moment", async () => {
    const both = [await borrower(4), await borrower(5)];
    const loans = [];
    for (const own of both) loans.push({ own, id: await lend(own) });
    await app.advance(2 * 86_400);
    const answers = await Promise.all(
      loans.map(({ own, id }) => {
        const form = { id, amount: "50000", request_id: newRequestId() };
        return app.refused("/user/repay-loan", form, own);
      }),
    );
    expect(answers.toSorted()).toEqual(["ok", "repayment_below_loan"]);
    for (const { own, id } of loans) {
      const { payoff } = (await loansOf(own))[0] ?? {};
      if (payoff === "0") continue;
      const form = { id, amount: payoff ?? "", request_id: newRequestId() };
      expect(Number(payoff)).toBeGreaterThan(50_000);
      await app.accepted("/user/repay-loan", form, own);
    }
  });

  it("is lent nothing on one while a loan of the other is late", async () => {
    const [late, other] = [await borrower(4), await borrower(5)];
    const { id: waiting } = await apply(other);
    await lend(late);
    const yen = Number((await app.accepted("/user/getUserinfo", {}, late)).jpy);
    const exchanged = { from: "JPY", to: "USD", amount: String(yen - 50_000) } as const;
    const { quote_id } = await app.accepted("/user/exchange-quote", exchanged, late);
    await app.accepted("/user/exchange", { quote_id, request_id: newRequestId() }, late);
    await app.advance(32 * 86_400);
    await createLoanDay(app.context).run();
    expect((await loansOf(late))[0]).toMatchObject({ status: 1 });
    const { obstacles } = await app.accepted("/user/loan", {}, other);
    expect(obstacles).toEqual([{ code: "unpaid_loan_exists" }]);
    expect(await decide(waiting, operator)).toBe("ok");
    expect(await decide(waiting, second)).toBe("loan_borrower_owes");
    const stranger = await app.accepted("/user/loan", {}, await borrower(2));
    expect(stranger.obstacles).toEqual([]);
  });
});

it("one person is lent no more on two accounts than on one", async () => {
  const rich = await startTestApplication({ SIMULATED_GRANT: "JPY:20000000" });
  const passport = { isPassport: true, idNumber: "TZ7654321" };
  const [one, other] = [
    await verifiedCustomer(rich, passport),
    await verifiedCustomer(rich, passport),
  ];
  await rich.advance(31 * 86_400);
  const limitOf = async (own: SignedIn) => {
    const { currencies } = await rich.accepted("/user/loan", {}, own);
    return currencies.find(({ currency }) => currency === "JPY")?.limit;
  };
  const ready = async () => {
    await reckonScores(rich.context);
    return [await limitOf(one), await limitOf(other)];
  };
  await expect.poll(ready).toEqual(["3000000", "3000000"]);
  const form = { currency: "JPY", term_days: "30", purpose: "investing", auto_repay: "false" };
  const applied = await rich.accepted(
    "/user/apply-loan",
    { ...form, amount: "2000000", request_id: newRequestId() } as never,
    one,
  );
  const lender = await firstOperator(rich);
  const decision = { id: applied.id, decision: "approve" } as const;
  const path = "/api/ops/loans/:id/decision";
  const first = await opsRefused(rich, path, decision, lender);
  const next = await opsRefused(rich, path, decision, await newOperator(rich, "approver"));
  expect([first, next]).toContain("ok");
  expect(await limitOf(one)).toBe("3000000");
  expect(await limitOf(other)).toBe("1000000");
  await rich.stop();
});
