import {
  sql,
  type Database,
  type Transaction,
} from "../../apps/server/src/platform/sql/database.ts";

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
