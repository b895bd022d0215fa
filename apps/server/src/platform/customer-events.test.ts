import type { CustomerEvent } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import {
  createCustomerEvents,
  customerEventChannel,
  publishWith,
  type CustomerEvents,
} from "./customer-events.ts";
import { createJobs } from "./jobs.ts";
import { createLog } from "./log.ts";
import { createDatabase, sql, type Database } from "./sql/database.ts";
import { createListener, type Listener } from "./sql/listener.ts";

type Process = { events: CustomerEvents; heard: string[]; stop(): Promise<void> };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function startProcess(): Promise<Process & { database: Database; listener: Listener }> {
  const { connectionString } = database;
  const log = createLog("fatal");
  const own = createDatabase(connectionString, { poolMax: 2 });
  const listener = await createListener(connectionString, [customerEventChannel], log);
  const jobs = createJobs(log, { byThemselves: true });
  const events = createCustomerEvents({ database: own, listener, jobs, log });
  const heard: string[] = [];
  events.subscribe((customerId, event) => heard.push(`${customerId} ${event.kind}`));
  return {
    events,
    heard,
    database: own,
    listener,
    async stop() {
      await events.stop();
      await listener.close();
      await own.close();
    },
  };
}

const changed: CustomerEvent = { kind: "balance_changed" };

describe("customers' events", () => {
  it("reach the process that tells them at once, and only once", async () => {
    const alone = await startProcess();
    alone.events.publish(7n, changed);
    expect(alone.heard).toEqual(["7 balance_changed"]);
    // A notification of our own would have come by the time that a later one has.
    await sql`SELECT pg_notify(${customerEventChannel}, ${JSON.stringify({ customerId: "8", event: changed })})`.execute(
      alone.database.reader,
    );
    await expect.poll(() => alone.heard).toEqual(["7 balance_changed", "8 balance_changed"]);
    await alone.stop();
  });

  it("reach every other process on the same database", async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    // The first look for others may have come before the other was there.
    await expect
      .poll(() => {
        one.events.publish(7n, changed);
        return other.heard;
      })
      .toContain("7 balance_changed");
    await one.stop();
    await other.stop();
  });

  it("told within a transaction are heard once it is committed, and not where it was not", async () => {
    const process = await startProcess();
    await process.database
      .transaction(async (transaction) => {
        await publishWith(transaction, 1n, changed);
        throw new Error("undone");
      })
      .catch(() => undefined);
    await process.database.transaction((transaction) => publishWith(transaction, 2n, changed));
    await expect.poll(() => process.heard).toEqual(["2 balance_changed"]);
    await process.stop();
  });
});
