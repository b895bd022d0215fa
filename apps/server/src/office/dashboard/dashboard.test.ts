import { minor } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  // Far from the midnight at which a day ends.
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

const today = () => new Date(app.context.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
const look = (days: "7" | "30" = "7") => opsAccepted(app, "/api/ops/dashboard", { days }, viewer);

/** Between the customer and one of the house's accounts, as a feature posts it. */
function post(kind: string, purpose: "bank" | "fees", amount: bigint): Promise<unknown> {
  return app.context.database.transaction(async (transaction) => {
    const of = await firstRow(
      transaction,
      sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${customer.account}`,
    );
    const own = (await customerAccounts(transaction, of!.id)).get(accountKey("JPY", "available"));
    const house = await houseAccount(transaction, "JPY", purpose);
    return postTransfer(transaction, {
      kind,
      causeId: 1n,
      currency: "JPY",
      happenedAt: app.context.clock.now(),
      entries: [
        { accountId: own!, amount: minor(amount) },
        { accountId: house, amount: minor(-amount) },
      ],
    });
  });
}

describe("the dashboard", () => {
  it("says what came in, what went out and what was earned, by day, as the ledger has it", async () => {
    expect((await look()).money).toEqual([]);
    await post("deposit", "bank", 50_000n);
    await post("deposit", "bank", 20_000n);
    await post("withdrawal_paid", "bank", -30_000n);
    await post("fee", "fees", -99n);
    await post("fee_returned", "fees", 9n);
    const { from, to, money, revenue, ...totals } = await look();
    expect(to).toBe(today());
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
    expect(money).toEqual([{ day: to, currency: "JPY", in: "70000", out: "30000" }]);
    expect(revenue).toEqual([{ day: to, currency: "JPY", purpose: "fees", amount: "90" }]);
    expect(totals.money_totals).toEqual([{ currency: "JPY", in: "70000", out: "30000" }]);
    expect(totals.revenue_totals).toEqual([{ currency: "JPY", amount: "90" }]);
  });

  it("counts each customer once a day: signed in, traded, registered", async () => {
    const active = await app.newCustomer();
    const ofToday = async () => {
      const { customers, to } = await look();
      return customers.find(({ day }) => day === to) ?? { signed_in: 0, traded: 0, registered: 0 };
    };
    const before = await ofToday();
    expect(before.registered).toBeGreaterThanOrEqual(2);
    for (let count = 0; count < 2; count += 1) {
      const { account } = active;
      await app.accepted("/user/login", { account, password: testPassword });
      const order = { type: "jpy", code: "7203", side: "long", kind: "market" } as const;
      const sent = { ...order, leverage: "1", quantity: "1", request_id: newRequestId() };
      app.feed.quote("jpy", "7203", "2850");
      await app.accepted("/trade/place-order", sent, active);
    }
    expect(await ofToday()).toEqual({
      ...before,
      signed_in: before.signed_in + 1,
      traded: before.traded + 1,
    });
  });

  it("forgets a day that is not asked for, and finds it again in a longer span", async () => {
    await app.advance(8 * 86_400);
    expect((await look("7")).money).toEqual([]);
    expect((await look("30")).money).toHaveLength(1);
  });

  it("has what waits as the health has it", async () => {
    const { queues } = await look();
    const health = await opsAccepted(app, "/api/ops/health", {}, viewer);
    expect(queues.map(({ name }) => name)).toEqual(health.queues.map(({ name }) => name));
  });

  it("is not for those who may not see the books", async () => {
    const support = await newOperator(app, "support");
    expect(await opsRefused(app, "/api/ops/dashboard", {}, support)).toBe("forbidden");
  });
});

describe("customers who were here lately", () => {
  it("are a filter of their list", async () => {
    const seen = await opsAccepted(app, "/api/ops/customers", { seen: "1" }, viewer);
    expect(seen.items.map(({ account }) => account)).toContain(customer.account);
    const { reader } = app.context.database;
    await sql`UPDATE session SET last_seen_at = real_now() - interval '3 days'
      WHERE customer_id = (SELECT id FROM customer WHERE account = ${customer.account})`.execute(
      reader,
    );
    const accounts = async (within: "1" | "7") =>
      (await opsAccepted(app, "/api/ops/customers", { seen: within }, viewer)).items.map(
        ({ account }) => account,
      );
    expect(await accounts("1")).not.toContain(customer.account);
    expect(await accounts("7")).toContain(customer.account);
  });
});
