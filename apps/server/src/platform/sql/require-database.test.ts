import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { startTransactionPooler } from "../../../../../tests/support/transaction-pooler.ts";
import { createDatabase, sql, type Database } from "./database.ts";
import { requireDatabase } from "./require-database.ts";

let database: TestDatabase;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase(database.ownerConnectionString, { poolMax: 1 });
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

/** The sentences with which a start is refused; empty where it is not. */
async function refusals(connectionString: string): Promise<string> {
  try {
    await requireDatabase(connectionString, () => undefined, 1);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a start", () => {
  it("refuses a database whose commits a power cut would take away, also where only it is set so", async () => {
    // The tests' own PostgreSQL does without the disk.
    const said = await refusals(database.connectionString);
    expect(said).toContain("The database has fsync off");
    expect(said).toContain("The database has full_page_writes off");
    expect(said).not.toMatch(/synchronous_commit|pooler|standby|needs 18/);
    const name = new URL(database.connectionString).pathname.slice(1);
    await sql`ALTER DATABASE ${sql.ref(name)} SET synchronous_commit = off`.execute(owner.reader);
    expect(await refusals(database.connectionString)).toContain("has synchronous_commit off");
    await sql`ALTER DATABASE ${sql.ref(name)} RESET synchronous_commit`.execute(owner.reader);
  });

  it("refuses a pooler that shares connections between transactions", async () => {
    const pooler = await startTransactionPooler(new URL(database.connectionString));
    try {
      expect(await refusals(pooler.connectionString)).toContain("a pooler that shares connections");
    } finally {
      await pooler.close();
    }
  });

  it("waits for a database that is not there yet, says so once, and gives up with a sentence", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const told: string[] = [];
    const nobody = `postgresql://sanshi@127.0.0.1:${port}/sanshi`;
    const waiting = requireDatabase(nobody, (text) => told.push(text), 1);
    await expect(waiting).rejects.toThrow(
      /^The PostgreSQL of DATABASE_URL did not answer within 1 seconds: .*ECONNREFUSED/,
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("Waiting for the PostgreSQL of DATABASE_URL");
  });

  it("does not wait where a wrong password or name would stay wrong", async () => {
    const wrong = new URL(database.connectionString);
    wrong.password = "guessed";
    expect(await refusals(wrong.toString())).toContain("refuses the connection: password");
    const elsewhere = new URL(database.connectionString);
    elsewhere.pathname = "/nowhere";
    expect(await refusals(elsewhere.toString())).toContain('database "nowhere" does not exist');
  });
});
