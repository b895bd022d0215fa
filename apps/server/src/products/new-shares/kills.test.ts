import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drawBundlePath, subscriptionStatuses } from "@sanshi/contract";
import { verifyBundle } from "@sanshi/draw";
import { afterAll, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testDocumentKey,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { newOffering, verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import { createDatabase, firstRow, sql, type Database } from "../../platform/sql/database.ts";

const children = new Set<ChildProcess>();
let database: TestDatabase | undefined;
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database?.drop();
});

/** A process that draws and nothing else; it has begun when this answers. */
async function startDrawing(connectionString: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "draw-steps.fixture.ts");
  const child = spawn(
    process.execPath,
    ["--no-warnings", program, connectionString, testDocumentKey],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  children.add(child);
  child.once("exit", () => children.delete(child));
  await once(child.stdout, "data");
  return child;
}

async function kill(processes: readonly ChildProcess[]): Promise<void> {
  for (const one of processes) {
    const ended = once(one, "exit");
    if (one.kill("SIGKILL")) await ended;
  }
}

/** Customers subscribe, the application ends, and then the close and the draw are due. */
async function openOffering(
  on: TestDatabase,
): Promise<{ id: bigint; customers: readonly SignedIn[] }> {
  const kept = { ...on, drop: async () => undefined };
  const delay = String(256 * 4_000);
  const app = await startTestApplication({ DRAW_DELAY: delay }, { database: kept });
  const id = await newOffering(app);
  const customers = await verifiedCustomers(app, 4);
  for (const one of customers) {
    const form = { id: id.toString(), quantity: "200", request_id: newRequestId() };
    await app.accepted("/trade/subscribe", form, one);
  }
  await app.stop();
  return { id, customers };
}

function stagesOf(owner: Database, id: bigint) {
  return firstRow(
    owner.reader,
    sql<{ root: string | null; done: number; result: string | null }>`
      SELECT root, jsonb_array_length(checkpoints) AS done, result FROM offering WHERE id = ${id}`,
  );
}

async function payAll(
  app: TestApplication,
  id: bigint,
  customers: readonly SignedIn[],
): Promise<void> {
  for (const one of customers) {
    const { mine } = await app.accepted("/trade/newstock", { id: id.toString() }, one);
    if (mine?.status !== subscriptionStatuses.payable) continue;
    const form = { id: mine.id, request_id: newRequestId() };
    await app.accepted("/trade/pay-subscription", form, one);
  }
}

/** Processes are killed while they list: each of the three who paid has one position in the end. */
async function listUnderKills(on: TestDatabase, owner: Database, id: bigint): Promise<void> {
  await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + 300000`.execute(
    owner.reader,
  );
  const held = async () =>
    firstRow(
      owner.reader,
      sql<{ positions: string; listed: string; spent: string }>`
        SELECT (SELECT count(*) FROM position) AS positions,
          (SELECT count(*) FROM new_share_subscription WHERE offering_id = ${id} AND status = 2) AS listed,
          (SELECT coalesce(sum(balance), 0) FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
            WHERE a.purpose = 'reserved_subscriptions') AS spent`,
    );
  for (const life of [1, 8, 20]) {
    const pair = await Promise.all([
      startDrawing(on.connectionString),
      startDrawing(on.connectionString),
    ]);
    await sleep(life);
    await kill(pair);
  }
  const pair = await Promise.all([
    startDrawing(on.connectionString),
    startDrawing(on.connectionString),
  ]);
  const all = { positions: 3n, listed: 3n, spent: 0n };
  await expect
    .poll(async () => {
      const found = await held();
      return found && Object.fromEntries(Object.entries(found).map(([k, v]) => [k, BigInt(v)]));
    })
    .toEqual(all);
  await kill(pair);
  const app = await startTestApplication({}, { database: { ...on, drop: async () => undefined } });
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
}

it("comes to one root and one result, whoever is killed at whatever moment", async () => {
  database = await createTestDatabase();
  const { connectionString, ownerConnectionString } = database;
  const { id, customers } = await openOffering(database);
  const owner = createDatabase(ownerConnectionString, { poolMax: 2 });
  await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + 7200`.execute(
    owner.reader,
  );
  const roots = new Set<string>();
  const results = new Set<string>();
  const look = async () => {
    const stages = await stagesOf(owner, id);
    if (typeof stages?.root === "string") roots.add(stages.root);
    if (typeof stages?.result === "string") results.add(stages.result);
    return stages;
  };
  // Lives of two processes each, a little longer every time: whatever they were at, the next ones go on.
  for (const life of [5, 40, 120]) {
    const pair = await Promise.all([
      startDrawing(connectionString),
      startDrawing(connectionString),
    ]);
    await sleep(life);
    await kill(pair);
    await look();
    // What the killed one had taken is free at once, so that the next does not wait a quarter of a minute.
    await sql`UPDATE offering SET computing_until = NULL WHERE result IS NULL`.execute(
      owner.reader,
    );
  }
  const pair = await Promise.all([startDrawing(connectionString), startDrawing(connectionString)]);
  await expect.poll(async () => (await look())?.result ?? null).not.toBeNull();
  await kill(pair);
  const app = await startTestApplication(
    {},
    { database: { ...database, drop: async () => undefined } },
  );
  await look();
  expect([roots.size, results.size]).toEqual([1, 1]);
  const url = drawBundlePath(id.toString());
  const answer = await app.context.http.fastify.inject({ method: "GET", url });
  expect((await verifyBundle(answer.json())).outcome).toBe("proven");
  // Whoever was killed between root and messages left the rest to the next: each entrant was told once.
  const told = await sql`SELECT 1 FROM message WHERE kind = 'new_share_closed' GROUP BY customer_id
    HAVING count(*) = 1`.execute(owner.reader);
  expect(told.rows).toHaveLength(4);
  await payAll(app, id, customers);
  await app.stop();
  await listUnderKills(database, owner, id);
  await owner.close();
  // Sixteen processes are started one pair after the other.
}, 180_000);
