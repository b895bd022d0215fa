import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import { createLendingDay } from "../../apps/server/src/products/stock-lending/lending-day.ts";
import { createLoanDay } from "../../apps/server/src/products/credit-loans/loan-day.ts";
import { reckonScores } from "../../apps/server/src/products/credit-loans/loan-scores.ts";
import { scaled } from "../support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../support/test-application.ts";
import { setSetting, verifiedCustomer } from "../support/test-money.ts";
import { firstOperator, opsRefused, type OperatorSession } from "../support/test-operators.ts";
import { findOrderFaults, type Acknowledged } from "./order-checker.ts";
import { randomSource } from "./random-source.ts";
import { testSeed as seed } from "../support/chance.ts";

/**
 * Many customers trade at once while the market moves; then everything that they were told is held
 * against the records and the books. TEST_SEED repeats a run's choices.
 */
const customerCount = 24;
const borrowerCount = 3;
const actionsEach = 40;
const loanActionsEach = 20;
/** Where chance has not brought by then what the tests below demand. */
const extended = 10;
const quotesEach = 250;
const toBeRefused = ["insufficient_balance", "sell_locked", "position_not_holding"];

let app: TestApplication;
const acknowledged: Acknowledged[] = [];
const refusals = new Map<string, number>();
let lendings = 0;
let repayments = 0;
let operator: OperatorSession;

beforeAll(async () => {
  app = await startTestApplication();
  await trade();
});
afterAll(() => app.stop());

async function trade(): Promise<void> {
  const customers = await Promise.all(
    Array.from({ length: customerCount }, () => app.newCustomer()),
  );
  const borrowers = await scoredBorrowers();
  for (const code of ["7203", "6758"]) {
    app.feed.quote("jpy", code, code === "7203" ? "2850" : "3300");
    await sellShort(await app.newCustomer(), code);
  }
  let trading = true;
  const market = moveMarket(() => trading);
  await Promise.all([
    ...customers.map((customer, index) => tradeAlone(customer, seed + index)),
    ...borrowers.map((borrower, index) => borrowAlone(borrower, seed + customerCount + index)),
  ]);
  trading = false;
  await market;
  // A month later what was lent is paid for, and loans are overdue or were repaid by themselves, by three at once.
  await app.advance(32 * 86_400);
  await Promise.all(
    [1, 2, 3].flatMap(() => [
      createLendingDay(app.context).run(),
      createLoanDay(app.context).run(),
    ]),
  );
}

/** Prices wander by up to a yen a step; now and then the clock jumps past the lock. */
async function moveMarket(goesOn: () => boolean): Promise<void> {
  const random = randomSource(seed - 1);
  let [toyota, sony] = [2_850, 3_300];
  for (let step = 1; goesOn() || step < quotesEach; step += 1) {
    toyota = Math.min(3_000, Math.max(2_700, toyota + random(11) - 5));
    sony = Math.min(3_500, Math.max(3_100, sony + random(11) - 5));
    if (step % 40 === 0) await app.advance(910);
    for (const [code, last] of [
      ["7203", toyota],
      ["6758", sony],
    ] as const) {
      app.feed.quote("jpy", code, String(last), {
        bid: scaled(String(last - 1)),
        ask: scaled(String(last + 1)),
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function tradeAlone(customer: SignedIn, ownSeed: number): Promise<void> {
  const random = randomSource(ownSeed);
  const own: string[] = [];
  const isOver = (count: number) => count >= actionsEach && haveMetAll();
  for (let count = 0; count < extended * actionsEach && !isOver(count); count += 1) {
    const choice = random(12);
    // Two calls of one customer at once, too: they meet in the same balance.
    const burst = choice < 5 ? 1 + random(3) : 1;
    await Promise.all(
      Array.from({ length: burst }, () => {
        if (choice < 5 || own.length === 0) return open(customer, random, own);
        const id = own[random(own.length)] ?? "1";
        if (choice === 10) return lend(customer, random, id);
        if (choice === 11) return recall(customer, id);
        return choice < 9 ? close(customer, random, id) : cancel(customer, id);
      }),
    );
  }
}

function haveMetAll(): boolean {
  return (
    (["buy", "sell", "waiting"] as const).every((side) => acknowledgedOf(side) > 20) &&
    toBeRefused.every((code) => refusals.has(code)) &&
    lendings > 20
  );
}

const acknowledgedOf = (side: Acknowledged["side"]) =>
  acknowledged.filter((one) => one.side === side).length;

/** Customers who may borrow: their identity is verified, and the thirty days of their score are over. */
async function scoredBorrowers(): Promise<SignedIn[]> {
  const borrowers: SignedIn[] = [];
  for (let count = 0; count < borrowerCount; count += 1) {
    borrowers.push(await verifiedCustomer(app));
  }
  await setSetting(app, "loan_four_eyes", "off");
  await setSetting(app, "allow_partial_repayment", "on");
  operator = await firstOperator(app);
  await app.advance(31 * 86_400);
  for (const borrower of borrowers) {
    // Net assets of the day before are recorded by another job.
    await app.settle();
    await reckonScores(app.context);
    expect((await app.accepted("/user/loan", {}, borrower)).score).not.toBeNull();
  }
  return borrowers;
}

/** Asks for two loans at once now and then, which together are beyond the limit; trades with them, and repays twice. */
async function borrowAlone(customer: SignedIn, ownSeed: number): Promise<void> {
  const random = randomSource(ownSeed);
  const own: string[] = [];
  const trades: string[] = [];
  const isOver = (count: number) =>
    count >= loanActionsEach && repayments > 2 && refusals.has("loan_limit_insufficient");
  for (let count = 0; count < extended * loanActionsEach && !isOver(count); count += 1) {
    const id = own[random(own.length)];
    if (random(3) === 0) await open(customer, random, trades);
    else if (id === undefined || random(2) === 0) {
      const applied = [1, 1 + random(2)].map(() => applyForLoan(customer, random, own));
      await Promise.all(applied);
    } else {
      const request_id = newRequestId();
      const amount = String(1_000 + random(150_000));
      const repay = () => app.post("/user/repay-loan", { id, amount, request_id }, customer);
      const [first, again] = await Promise.all([repay(), repay()]);
      expect(again.body).toEqual(first.body);
      if (first.body.status === 1) repayments += 1;
      else note(first.body.msg);
    }
  }
}

async function applyForLoan(
  customer: SignedIn,
  random: (below: number) => number,
  own: string[],
): Promise<void> {
  const { body } = await app.post(
    "/user/apply-loan",
    {
      currency: "JPY",
      amount: String(10_000 + random(120_000)),
      term_days: "30",
      purpose: "investing",
      auto_repay: random(2) === 0 ? "true" : "false",
      request_id: newRequestId(),
    },
    customer,
  );
  if (body.status !== 1) return note(body.msg);
  const { id } = body.data;
  const decision = random(5) === 0 ? "reject" : "approve";
  const reason = decision === "reject" ? { reason: "credit_insufficient" } : {};
  const decided = await opsRefused(
    app,
    "/api/ops/loans/:id/decision",
    { id, decision, ...reason } as never,
    operator,
  );
  if (decided !== "ok") return note(decided);
  if (decision === "approve") own.push(id);
}

function note(msg: string): void {
  refusals.set(msg, (refusals.get(msg) ?? 0) + 1);
}

async function open(
  customer: SignedIn,
  random: (below: number) => number,
  own: string[],
): Promise<void> {
  const isLimit = random(2) === 0;
  const input = {
    type: "jpy" as const,
    code: random(2) === 0 ? "7203" : "6758",
    side: "long" as const,
    kind: isLimit ? ("limit" as const) : ("market" as const),
    ...(isLimit && { price: String(2_600 + random(600)) }),
    quantity: String(1 + random(60)),
    leverage: "1",
    request_id: newRequestId(),
  };
  const first = await app.post("/trade/place-order", input, customer);
  // Every fourth is asked again, as after an answer that got lost.
  if (random(4) === 0) {
    const again = await app.post("/trade/place-order", input, customer);
    expect(again.body).toEqual(first.body);
  }
  if (first.body.status !== 1) return note(first.body.msg);
  const { id, status, quantity, amount, fee } = first.body.data;
  own.push(id);
  acknowledged.push({
    positionId: id,
    side: status === 0 ? "buy" : "waiting",
    quantity,
    amount,
    fee,
  });
}

async function close(
  customer: SignedIn,
  random: (below: number) => number,
  id: string,
): Promise<void> {
  const isLimit = random(3) === 0;
  const { body } = await app.post(
    "/trade/close-position",
    {
      id,
      kind: isLimit ? "limit" : "market",
      ...(isLimit && { price: String(2_900 + random(500)) }),
      ...(random(2) === 0 && { quantity: String(1 + random(20)) }),
      request_id: newRequestId(),
    },
    customer,
  );
  if (body.status !== 1) return note(body.msg);
  if (body.data.filled_at === null) return;
  const { quantity, amount, fee } = body.data;
  acknowledged.push({ positionId: id, side: "sell", quantity, amount, fee });
}

/** What of a position is lent is sold, recalled and lent again meanwhile, by the calls beside it. */
async function lend(
  customer: SignedIn,
  random: (below: number) => number,
  id: string,
): Promise<void> {
  const input = { id, quantity: String(1 + random(40)), request_id: newRequestId() };
  const { body } = await app.post("/trade/lend", input, customer);
  if (body.status === 1) lendings += 1;
  else note(body.msg);
}

async function recall(customer: SignedIn, id: string): Promise<void> {
  const { body } = await app.post("/trade/recall", { id }, customer);
  if (body.status !== 1) note(body.msg);
}

/** Borrows what the others lend, and never buys it back. */
async function sellShort(customer: SignedIn, code: string): Promise<void> {
  const { body } = await app.post(
    "/trade/place-order",
    {
      ...({
        type: "jpy",
        code,
        side: "short",
        kind: "market",
        quantity: "40",
        leverage: "2",
      } as const),
      request_id: newRequestId(),
    },
    customer,
  );
  if (body.status !== 1) throw new Error(`a short was refused: ${body.msg}`);
  const { id, quantity, amount, fee } = body.data;
  acknowledged.push({ positionId: id, side: "sell", quantity, amount, fee });
}

async function cancel(customer: SignedIn, id: string): Promise<void> {
  const { body } = await app.post("/trade/cancel-order", { id }, customer);
  if (body.status !== 1) note(body.msg);
}

describe("many customers trading at once", () => {
  it("have met what can happen: fills, sales, working orders, refusals", () => {
    for (const side of ["buy", "sell", "waiting"] as const) {
      expect(acknowledgedOf(side)).toBeGreaterThan(20);
    }
    for (const code of toBeRefused) expect(refusals.get(code) ?? 0).toBeGreaterThan(0);
    expect([...refusals.keys()]).not.toContain("server_fault");
  });

  it("have lent, and are paid for it what the shorts' fees have for them", async () => {
    expect(lendings).toBeGreaterThan(20);
    const paid = await firstRow(
      app.context.database.reader,
      sql<{ due: string; earned: string; paid: string }>`SELECT
          (SELECT sum((lenders_day - residue_day) * (through_day - after_day))::text
            FROM stock_lending_period) AS due,
          (SELECT sum(earned)::text FROM stock_lending_accrual) AS earned,
          (SELECT sum(earned::numeric * 1000000 + fraction)::text FROM stock_lending) AS paid`,
    );
    expect(Number(paid?.due)).toBeGreaterThan(1_000_000);
    expect([paid?.earned, paid?.paid]).toEqual([paid?.due, paid?.due]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("have borrowed and repaid, and owe to the last unit what their loans say", async () => {
    expect(repayments).toBeGreaterThan(2);
    expect(refusals.get("loan_limit_insufficient") ?? 0).toBeGreaterThan(0);
    const loans = await firstRow(
      app.context.database.reader,
      sql<{
        loans: number;
        interest: string;
        owed: string;
        balance: string;
      }>`SELECT count(*)::int AS loans,
          sum(interest_total)::text AS interest, sum(principal_left + interest_left)::text AS owed,
          (SELECT (-sum(balance))::text FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
            WHERE a.purpose IN ('loan_debt', 'loan_interest_debt')) AS balance
        FROM loan`,
    );
    expect(loans?.loans).toBeGreaterThan(borrowerCount);
    expect(Number(loans?.interest)).toBeGreaterThan(0);
    expect(loans?.owed).toBe(loans?.balance);
  });

  it("leave books, positions and fills that agree with everything they were told", async () => {
    expect(await findOrderFaults(app.context.database.reader, acknowledged)).toEqual([]);
  });

  it.each([
    [
      "a lost fill",
      sql`DELETE FROM fill WHERE (position_id, number) IN (SELECT position_id, number FROM fill LIMIT 1)`,
    ],
    [
      "a share out of nothing",
      sql`UPDATE position SET opened = opened + 1
      WHERE id = (SELECT id FROM position WHERE state = 'holding' LIMIT 1)`,
    ],
    [
      "a balance that was set",
      sql`UPDATE ledger_balance SET balance = balance + 1
      WHERE account_id = (SELECT max(account_id) FROM ledger_balance)`,
    ],
    [
      "a fill at another price",
      sql`UPDATE fill SET price = price + 10000
      WHERE (position_id, number) IN (SELECT position_id, number FROM fill LIMIT 1)`,
    ],
    [
      "a purchase nobody was told of",
      sql`UPDATE trade_order SET id = -id
      WHERE id = (SELECT id FROM trade_order WHERE position_id IS NULL LIMIT 1)`,
    ],
  ])("would not go unnoticed with %s", async (_name, harm) => {
    const undo = new Error("undone");
    const checking = app.owner.transaction(async (transaction) => {
      // What the database itself refuses is switched off, so that the checker is what is tried.
      await sql`ALTER TABLE fill DISABLE TRIGGER USER`.execute(transaction);
      await sql`ALTER TABLE ledger_balance DISABLE TRIGGER USER`.execute(transaction);
      await harm.execute(transaction);
      const faults = await findOrderFaults(transaction, acknowledged);
      expect(faults.length).toBeGreaterThan(0);
      throw undo;
    });
    await expect(checking).rejects.toBe(undo);
  });
});
