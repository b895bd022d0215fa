import { differenceLine, findDifferences } from "../../apps/server/src/office/books/book-check.ts";
import {
  sql,
  type Database,
  type Transaction,
} from "../../apps/server/src/platform/sql/database.ts";
import type { TestApplication } from "./test-application.ts";

/** Changes a table as its owner could and the server cannot: with the table's own guards switched off. */
export async function tamper(
  { owner }: { owner: Database },
  table: string,
  work: (owner: Transaction) => Promise<unknown>,
): Promise<void> {
  await owner.transaction(async (transaction) => {
    await sql`ALTER TABLE ${sql.ref(table)} DISABLE TRIGGER USER`.execute(transaction);
    await work(transaction);
    await sql`ALTER TABLE ${sql.ref(table)} ENABLE TRIGGER USER`.execute(transaction);
  });
}

/**
 * What the check says of what the server's own role wrote beside the server, a line a difference. All of it is put back
 * as it was.
 */
export async function differencesAfter(
  { context: { database } }: { context: Pick<TestApplication["context"], "database"> },
  ...statements: string[]
): Promise<string> {
  let lines: string[] = [];
  const undo = new Error("undo");
  const forging = database.transaction(async (transaction) => {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    lines = (await findDifferences(transaction)).differences.map(differenceLine);
    throw undo;
  });
  await forging.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return lines.join("\n");
}
