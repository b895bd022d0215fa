import { keyRingOf, type KeyRing } from "./platform/sealing/key-ring.ts";
import { openWith, sealWith } from "./platform/sealing/sealer.ts";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type Database,
  type Transaction,
} from "./platform/sql/database.ts";
import type { IsForgettableRow, SealSomeRow } from "./sealed-columns.sql-types.ts";

/**
 * Everywhere in the database where something is sealed. `by` is the column whose value the purpose ends
 * with. A column that is missing here keeps the old key alive: `forgettable` looks at every column there
 * is, and a key that anything needs is never forgotten.
 */
export const sealedColumns: readonly {
  table: string;
  column: string;
  key: string;
  by: string;
  purpose: string;
}[] = [
  { table: "sealed_key", column: "sealed", key: "name", by: "name", purpose: "sealed_key" },
  {
    table: "document",
    column: "sealed_key",
    key: "id",
    by: "object_name",
    purpose: "document",
  },
  {
    table: "verification",
    column: "id_number_sealed",
    key: "id",
    by: "customer_id",
    purpose: "id_number",
  },
  {
    table: "bank_card",
    column: "number_sealed",
    key: "id",
    by: "customer_id",
    purpose: "bank_card",
  },
  { table: "operator", column: "totp_secret", key: "id", by: "id", purpose: "operator_totp" },
  {
    table: "operator_one_time_password",
    column: "second_half",
    key: "id",
    by: "operator_id",
    purpose: "operator_one_time_password",
  },
  {
    table: "customer_totp",
    column: "secret",
    key: "customer_id",
    by: "customer_id",
    purpose: "customer_totp",
  },
  {
    table: "offering",
    column: "seed_sealed",
    key: "id",
    by: "seed_commitment",
    purpose: "offering_seed",
  },
  {
    table: "block_draw",
    column: "seed_sealed",
    key: "offer_id",
    by: "seed_commitment",
    purpose: "block_draw_seed",
  },
];

const atOnce = 500;

/** Seals with the ring's newest key whatever another one sealed. Answers how many there were. */
export async function sealAnew(database: Database, ring: KeyRing): Promise<number> {
  let count = 0;
  for (const place of sealedColumns) {
    for (;;) {
      const done = await database.transaction((transaction) => sealSome(transaction, ring, place));
      count += done;
      if (done < atOnce) break;
    }
  }
  return count;
}

/** Locked, so that a value that changes meanwhile is not put back. */
async function sealSome(
  transaction: Transaction,
  ring: KeyRing,
  { table, column, key, by, purpose }: (typeof sealedColumns)[number],
): Promise<number> {
  const names = { table: sql.table(table), column: sql.ref(column), key: sql.ref(key) };
  const found = await rows(
    transaction,
    sql<SealSomeRow>`
      SELECT ${names.key}::text AS key, ${sql.ref(by)}::text AS by, ${names.column} AS sealed
      FROM ${names.table}
      WHERE ${names.column} IS NOT NULL
        AND substring(${names.column} FROM 2 FOR 8) <> ${ring.current().id}
      ORDER BY ${names.key} LIMIT ${atOnce} FOR UPDATE`,
  );
  for (const row of found) {
    const whole = `${purpose}:${row.by}`;
    const sealed = sealWith(ring, openWith(ring, row.sealed, whole), whole);
    await sql`UPDATE ${names.table} SET ${names.column} = ${sealed}
      WHERE ${names.key}::text = ${row.key}`.execute(transaction);
  }
  return found.length;
}

/** Whether nothing in any column of the database is sealed with this key any more. */
export async function isForgettable(database: Database, key: Buffer): Promise<boolean> {
  const { id } = keyRingOf([key]).current();
  const columns = await rows(
    database.reader,
    sql<
      Narrowed<IsForgettableRow, { table: string; column: string }>
    >`SELECT table_name AS table, column_name AS column
      FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'bytea'`,
  );
  for (const { table, column } of columns) {
    const row = await firstRow(
      database.reader,
      // Not prepared: the table and the column are read from the catalogue.
      sql<{ used: boolean }>`SELECT EXISTS (SELECT FROM ${sql.table(table)}
        WHERE substring(${sql.ref(column)} FROM 2 FOR 8) = ${id}) AS used`,
    );
    if (row?.used === true) return false;
  }
  return true;
}
