import { addTradingDays, localDate, instantOf } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { newOperator, ops, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const yen = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
const today = () => localDate("jpy", app.context.clock.now());
const statementOf = (day: string) =>
  app.accepted("/user/statement", { from: day, to: day, format: "csv", language: "us" }, customer);
const written = () =>
  rows(
    app.owner.reader,
    sql`SELECT 'action' AS what, to_jsonb(a) AS said FROM position_action a
      UNION ALL SELECT 'posting', to_jsonb(p) FROM ledger_posting p WHERE p.kind = 'dividend'`,
  );

/** As two operators cancel what was paid to somebody: by a journal, and there is no other way. */
async function compensate(amount: string): Promise<void> {
  const reviewer = await newOperator(app, "reviewer");
  const approver = await newOperator(app, "approver");
  const { body } = await ops(
    app,
    "/api/ops/journals/propose",
    {
      account: customer.account,
      currency: "JPY",
      postings: [
        { owner: "customer", purpose: "available", amount: `-${amount}` },
        { owner: "house", purpose: "corrections", amount },
      ],
      reason: "booking_error",
      request_id: newRequestId(),
    },
    reviewer,
  );
  if (body.status !== 1) throw new Error(`the journal was refused: ${body.msg}`);
  const decision = { id: body.data.id, decision: "approve" } as const;
  await opsAccepted(app, "/api/ops/journals/:id/decision", decision, approver);
}

it("leaves a dividend that was paid as it stands, and compensates it by an entry of its own", async () => {
  app.feed.quote("jpy", "7203", "2850");
  const order = testOrder();
  const { id } = await app.accepted("/trade/place-order", order, customer);
  const exDate = addTradingDays("jpy", today(), 1);
  app.feed.act("jpy", "7203", { kind: "dividend", exDate, perShare: scaled("7.5") });
  const before = await yen();
  const begins = instantOf("jpy", exDate, "12:00");
  await app.advance(Math.ceil((begins - app.context.clock.now()) / 1_000));
  app.feed.quote("jpy", "7203", "2850");
  await app.settle();
  expect(await yen()).toBe(before + 750);
  await app.advance(86_400);
  const [kept, closed] = [await written(), await statementOf(exDate)];
  expect(kept.length).toBeGreaterThan(1);

  await compensate("750");
  expect(await yen()).toBe(before);
  expect(await written()).toEqual(kept);
  expect(await statementOf(exDate)).toEqual(closed);
  expect((await app.accepted("/trade/position", { id }, customer)).actions).toHaveLength(1);
  // Nobody applies it a second time because its money is gone.
  await app.settle();
  expect(await yen()).toBe(before);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("cannot be rewritten, even by the owner of the tables", async () => {
  for (const statement of [
    sql`UPDATE position_action SET amount = 0`,
    sql`DELETE FROM corporate_action`,
    sql`DELETE FROM ledger_posting WHERE kind = 'dividend'`,
  ]) {
    await expect(statement.execute(app.owner.reader)).rejects.toThrow(/append-only|cannot be/i);
  }
});
