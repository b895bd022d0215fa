import { fundPasswordAttemptsMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { askedDuringFreeze } from "../../../../../tests/support/test-restrictions.ts";
import { rows, sql } from "../../platform/sql/database.ts";

/** Withdrawals beside one another, beside orders of the same money, and beside their own decisions. */
let app: TestApplication;
let operator: OperatorSession;
let customer: SignedIn & { cardId: string };
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
});
beforeEach(async () => {
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  app.feed.quote("jpy", "7203", "2850");
  customer = await readyToWithdraw(app);
});
afterAll(() => app.stop());

const formOf = (more: { amount?: string; card_id?: string } = {}) => ({
  currency: "JPY" as const,
  amount: "30000",
  card_id: customer.cardId,
  fund_password: testFundPassword,
  request_id: newRequestId(),
  ...more,
});
const refused = (more?: Parameters<typeof formOf>[0]) =>
  app.refused("/user/withdraw", formOf(more), customer);
const cancel = (id: string) => app.refused("/user/cancel-withdrawal", { id }, customer);
const list = () => app.accepted("/user/withdrawallist", {}, customer);
const yen = async () => (await app.accepted("/user/getUserinfo", {}, customer)).jpy;
const decide = (id: string, decision: "approve" | "reject", reason?: string) =>
  opsRefused(
    app,
    "/api/ops/withdrawals/:id/decision",
    { id, decision, ...(reason && { reason }) },
    operator,
  );
const buy = (more: Partial<PlaceInput> = {}) =>
  app.accepted("/trade/place-order", testOrder({ quantity: "10", ...more }), customer);

/** Two cards, because requests for one card wait for one another anyway. */
async function twoCards(): Promise<[string, string]> {
  const { id } = await app.accepted(
    "/user/add-bank-card",
    {
      holder_name: "ヤマダ タロウ",
      card_number: "7000001",
      bank_name: "みずほ銀行",
      branch_name: "本店",
      branch_code: "110",
      card_type: "ordinary",
    },
    customer,
  );
  return [customer.cardId, id];
}

it("two withdrawals of the whole balance: one gets it", async () => {
  for (let round = 0; round < 5; round += 1) {
    customer = await readyToWithdraw(app);
    const cards = await twoCards();
    const answers = await Promise.all(
      cards.map((card_id) => refused({ amount: "1000000", card_id })),
    );
    expect(answers.toSorted()).toEqual(["insufficient_balance", "ok"]);
    expect(await yen()).toBe("0");
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

it("many withdrawals take exactly what there is", async () => {
  const cards = await twoCards();
  // As many as there are attempts at the fund password: each counts until it is found to be right.
  const answers = await Promise.all(
    Array.from({ length: fundPasswordAttemptsMax }, (_, at) =>
      refused({ amount: "300000", card_id: cards[at % 2] ?? "" }),
    ),
  );
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(3);
  expect(await yen()).toBe("100000");
  expect(await list()).toHaveLength(3);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("the same request from two devices asks once, and both hear the same", async () => {
  const device = await app.accepted("/user/login", {
    account: customer.account,
    password: testPassword,
  });
  const form = formOf({ amount: "400000" });
  const answers = await Promise.all(
    [customer, device, customer, device].map(
      async (who) => (await app.post("/user/withdraw", form, who)).body,
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await yen()).toBe("600000");
  expect(await list()).toHaveLength(1);
});

it("an order that fills is seen by the withdrawal that comes after it, at whatever moment", async () => {
  const seen = new Set<string>();
  const accounts: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    customer = await readyToWithdraw(app);
    accounts.push(customer.account);
    const answering = refused();
    await new Promise((resolve) => setTimeout(resolve, 5 * round));
    await buy();
    seen.add(await answering);
  }
  for (const answer of seen) expect(["ok", "positions_held"]).toContain(answer);
  // Whose money moved for an order first has a position, and gets no withdrawal after it.
  const wrong = await rows(
    app.context.database.reader,
    sql<object>`SELECT customer.account FROM ledger_posting held
      JOIN ledger_posting filled USING (account_id)
      JOIN ledger_account account ON account.id = held.account_id
      JOIN customer ON customer.id = account.customer_id
      WHERE held.kind = 'withdrawal_held' AND filled.kind = 'order_filled'
        AND filled.version < held.version AND customer.account = ANY (${accounts}::text[])`,
  );
  expect(wrong).toEqual([]);
  expect(await app.ledgerFaults()).toEqual([]);
  // Twelve customers are verified on the way.
}, 180_000);

it("an order and a withdrawal never spend the same money", async () => {
  for (let round = 0; round < 4; round += 1) {
    customer = await readyToWithdraw(app);
    const order = { code: "7203", side: "long", kind: "market", leverage: "1", quantity: "200" };
    const [bought, answer] = await Promise.all([
      app.refused("/trade/place-order", { ...order, request_id: newRequestId() }, customer),
      refused({ amount: "600000" }),
    ]);
    // Whichever was first: the other is refused, because the money or the position is there.
    expect([
      ["ok", "positions_held"],
      ["ok", "insufficient_balance"],
      ["insufficient_balance", "ok"],
    ]).toContainEqual([bought, answer]);
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a working order that fills and a withdrawal do not miss one another", async () => {
  for (let round = 0; round < 4; round += 1) {
    customer = await readyToWithdraw(app);
    await buy({ kind: "limit", price: "2800", quantity: "100" });
    const answering = refused({ amount: "500000" });
    app.feed.quote("jpy", "7203", "2790");
    expect(["ok", "positions_held"]).toContain(await answering);
    app.feed.quote("jpy", "7203", "2850");
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

it("paying and cancelling: the money goes one way", async () => {
  for (let round = 0; round < 6; round += 1) {
    customer = await readyToWithdraw(app);
    const { id } = await app.accepted("/user/withdraw", formOf(), customer);
    const [paid, cancelled] = await Promise.all([decide(id, "approve"), cancel(id)]);
    const [one] = await list();
    const isPaid = paid === "ok";
    expect([paid, cancelled]).toEqual(
      isPaid ? ["ok", "withdrawal_not_under_review"] : ["review_already_decided", "ok"],
    );
    expect(one?.status).toBe(isPaid ? 1 : 3);
    expect(await yen()).toBe(isPaid ? "970000" : "1000000");
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

it("many decisions pay once, or give back once", async () => {
  const { id } = await app.accepted("/user/withdraw", formOf(), customer);
  const answers = await Promise.all([
    decide(id, "approve"),
    decide(id, "reject", "bank_details_wrong"),
    decide(id, "approve"),
    cancel(id),
    cancel(id),
  ]);
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
  expect(await yen()).toBe((await list())[0]?.status === 1 ? "970000" : "1000000");
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a freeze that comes first bars it, whatever the session still says", async () => {
  expect(await askedDuringFreeze(app, customer, refused)).toBe("account_frozen");
  expect(await yen()).toBe("1000000");
  expect(await list()).toEqual([]);
});
