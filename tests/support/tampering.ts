import { differenceLine, findDifferences } from "../../apps/server/src/office/books/book-check.ts";
import {
  rows,
  sql,
  type Database,
  type RawBuilder,
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
 * Changes what operators decide, where a test is not about the decision: no trigger writes the change down, so that the
 * check does not miss the audit log's entry of it.
 */
export async function decideUnwitnessed(
  { owner }: Pick<TestApplication, "owner">,
  table: string,
  statement: RawBuilder<unknown>,
): Promise<void> {
  await owner.transaction(async (transaction) => {
    const witnesses = await rows(
      transaction,
      sql<{ name: string }>`SELECT tgname AS name FROM pg_trigger
        WHERE tgrelid = ${table}::regclass AND tgname LIKE '%witnessed'`,
    );
    const all = (state: "DISABLE" | "ENABLE") =>
      witnesses.map(({ name }) => `${state} TRIGGER ${name}`).join(", ");
    await sql.raw(`ALTER TABLE ${table} ${all("DISABLE")}`).execute(transaction);
    await statement.execute(transaction);
    await sql.raw(`ALTER TABLE ${table} ${all("ENABLE")}`).execute(transaction);
  });
}

/** Restricts a customer, or lets them free again, as two operators would. */
export async function restrict(
  app: Pick<TestApplication, "owner">,
  { account }: { account: string },
  state: string,
): Promise<void> {
  const own = sql`(SELECT id FROM customer WHERE account = ${account})`;
  await tamper(app, "restriction", (transaction) =>
    sql`DELETE FROM restriction WHERE customer_id = ${own}`.execute(transaction),
  );
  if (state !== "active") {
    await app.owner.transaction((transaction) =>
      sql`INSERT INTO restriction (customer_id, state, reason, since, review_at)
        VALUES (${own}, ${state}, 'customer_request', app_now(), app_now() + interval '14 days')`.execute(
        transaction,
      ),
    );
  }
  await sql`UPDATE customer SET state = ${state} WHERE account = ${account}`.execute(
    app.owner.reader,
  );
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
