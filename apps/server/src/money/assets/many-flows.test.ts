import { minor } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { plans } from "../../../../../tests/support/kept-plans.ts";
import { manyCustomers } from "../../../../../tests/support/many-followers.ts";
import { amongManyPostings } from "../../../../../tests/support/many-postings.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { createJobs } from "../../platform/jobs.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { startValuingFlows } from "./net-assets-flows.ts";
import { customersWithNewFlows, newFlows } from "./net-assets-flows.store.ts";
import { balancesBefore } from "./net-assets.store.ts";

let app: TestApplication;
const { areKept } = plans;
beforeAll(async () => {
  // Each is planned by how much there is, as the product plans them.
  plans.areKept = false;
  app = await startTestApplication();
});
afterAll(async () => {
  plans.areKept = areKept;
  await app.stop();
});

const granted = (count: number) =>
  manyCustomers(app.owner, {
    ...{ count, currency: "JPY", grant: minor(1_000_000n) },
    at: app.context.clock.now(),
  });

/** The statements of one look that look for work, beside the transactions in which it is done. */
async function statementsOfLook(): Promise<string[]> {
  const { database, log } = app.context;
  const sent: string[] = [];
  const reader = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      sent.push(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const jobs = createJobs(log, { byThemselves: false });
  const valuing = startValuingFlows({ ...app.context, jobs, database: { ...database, reader } });
  await jobs.giveTurns();
  await valuing.stop();
  return sent;
}

it("looks once for who paid in, however many they are", async () => {
  await granted(1);
  const forOne = await statementsOfLook();
  expect(forOne.join()).toContain("net_assets_flow");
  const many = await granted(450);
  expect(await statementsOfLook()).toHaveLength(forOne.length);
  const valued = await firstRow(
    app.owner.reader,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM net_assets_flow
      WHERE customer_id = ANY (${many}::bigint[])`,
  );
  expect(valued?.count).toBe(many.length);
});

it("reads nothing of the ledger to find them, at the first look of a process either", async () => {
  await granted(1);
  expect((await statementsOfLook()).filter((sent) => sent.includes("ledger"))).toEqual([]);
  const [customer = 0n] = await granted(1);
  const crowd = [{ customers: await granted(200), kind: "deposit" }];
  await amongManyPostings(app.owner, crowd, async (transaction, read) => {
    const count = await read(async () => {
      expect(
        await customersWithNewFlows(transaction, { recordedUntil: 0, since: 0 }, 1_000),
      ).toContain(customer);
    });
    expect(count).toBe(0);
  });
});

it("reads a customer's flows alone, beside many orders of their own and many flows of others", async () => {
  const [customer = 0n] = await granted(1);
  const crowd = [
    { customers: [customer], kind: "order_released" },
    { customers: await granted(200), kind: "deposit" },
  ];
  await amongManyPostings(app.owner, crowd, async (transaction, read) => {
    const count = await read(async () => {
      expect(await newFlows(transaction, [customer])).toMatchObject([{ amount: 1_000_000n }]);
    });
    expect(count).toBeLessThan(10);
  });
});

it("looks for past balances among the postings of those accounts alone that have some", async () => {
  const customers = await granted(50);
  const now = app.context.clock.now();
  await app.context.database.transaction(async (transaction) => {
    const looks = async () =>
      (await firstRow(
        transaction,
        sql<{ count: number }>`SELECT idx_scan::int AS count FROM pg_stat_xact_user_tables
          WHERE relname = 'ledger_posting'`,
      ))!.count;
    const before = await looks();
    expect(await balancesBefore(transaction, customers, now + 1)).toHaveLength(customers.length);
    expect((await looks()) - before).toBeLessThanOrEqual(customers.length);
    expect(await balancesBefore(transaction, customers, now - 60_000)).toEqual([]);
  });
});
