import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createBatchConnections, type BatchConnections } from "./batch-connections.ts";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";

let testDatabase: TestDatabase;
let connections: BatchConnections;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  connections = createBatchConnections(testDatabase.connectionString, 1);
});
afterAll(async () => {
  await connections.end();
  await testDatabase.drop();
});

const named = (text: string, value: number) =>
  connections.run(async (client) => {
    const answer = await client.query<{ pid: number; value: number }>({
      name: "named",
      text,
      values: [value],
    });
    return answer.rows[0]!;
  });
const dividing = "SELECT pg_backend_pid() AS pid, 12 / $1::int AS value";

it("several statements are under way on one connection, and a fault is that of one alone", async () => {
  const [first, second, third] = await Promise.allSettled([
    named(dividing, 3),
    named(dividing, 0),
    named(dividing, 4),
  ]);
  expect(second).toMatchObject({ status: "rejected", reason: { code: "22012" } });
  expect(first).toMatchObject({ status: "fulfilled", value: { value: 4 } });
  expect(third).toMatchObject({ status: "fulfilled", value: { value: 3 } });
});

it("where there are several connections, the one with the least under way is taken", async () => {
  const two = createBatchConnections(testDatabase.connectionString, 2);
  const pid = () =>
    two.run(async (client) => {
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      return rows[0]!.pid;
    });
  const pids = await Promise.all([pid(), pid(), pid(), pid()]);
  expect(pids[0]).not.toBe(pids[1]);
  expect(pids.slice(2)).toEqual(pids.slice(0, 2));
  await two.end();
});

it("is nearly free once a batch has taken as long as usual, or has ended", async () => {
  let now = 0;
  const timed = createBatchConnections(testDatabase.connectionString, 1, () => now);
  const ended = new Set<string>();
  /** Has not ended before it is told to. */
  const batch = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = timed.run(async (client) => {
      await client.query("SELECT 1");
      await promise;
      ended.add(name);
    });
    return { run, resolve };
  };
  await timed.nearlyFree();

  const first = batch("first");
  await timed.nearlyFree();
  expect(ended, "nothing is known of what is usual").toEqual(new Set());
  now += 3_600_000;
  first.resolve();
  await first.run;

  const shorter = batch("shorter");
  let free = false;
  const isFree = timed.nearlyFree().then(() => (free = true));
  await timed.run((client) => client.query("SELECT 1"));
  expect(free, "the first of two under way is far from its usual end").toBe(false);
  shorter.resolve();
  await isFree;
  expect(ended).toContain("shorter");

  const longer = batch("longer");
  now += 3_600_000;
  await timed.nearlyFree();
  expect(ended, "what takes longer than usual holds nobody back").not.toContain("longer");
  longer.resolve();
  await longer.run;
  await timed.end();
});

it("what is under way on a connection that dies fails, and the next use has a new one", async () => {
  const { pid } = await named(dividing, 3);
  const underWay = [
    connections.run((client) => client.query("SELECT pg_sleep(20)")),
    named(dividing, 4),
  ];
  const ends = Promise.allSettled(underWay);
  const other = sqlClient(testDatabase.connectionString);
  await other.connect();
  await other.query("SELECT pg_terminate_backend($1)", [pid]);
  await other.end();
  for (const { status } of await ends) expect(status).toBe("rejected");
  const again = await named(dividing, 6);
  expect(again.value).toBe(2);
  expect(again.pid).not.toBe(pid);
});

it("a database that cannot be reached fails the use and not the ones after it", async () => {
  const nowhere = createBatchConnections("postgresql://nobody@127.0.0.1:1/nothing", 1);
  const ask = () => nowhere.run((client) => client.query("SELECT 1"));
  await expect(ask()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await expect(ask()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await nowhere.end();
});
