import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "./start-error.ts";

type Table = { name: string; columns: string[]; shape: string };

/**
 * Copies every row of one database into another one with the same tables, by files that both PostgreSQLs, of
 * the same machine and user, can reach; then holds each table of the one against the other's. Both sessions
 * are superusers', and nobody else works on either database.
 *
 * @throws StartError where the tables are not the same, or a row did not arrive as it was.
 */
export async function copyDatabase(options: {
  from: pg.Client;
  to: pg.Client;
  /** PostgreSQL's user writes here; one table's rows at a time. */
  rowsFolder: string;
  onProgress: (text: string) => void;
}): Promise<{ tables: number; rows: number }> {
  const { from, to, onProgress } = options;
  const tables = await sameTables(from, to);
  // It waits while the other one writes a large table.
  await to.query("SET idle_in_transaction_session_timeout = 0");
  await to.query("BEGIN");
  // Triggers and foreign keys looked at these rows when they were written; what they keep is copied as well.
  await to.query("SET LOCAL session_replication_role = replica");
  // Not prepared: its table is named by the run.
  await to.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(", ")}`);
  let rows = 0;
  for (const table of tables) {
    const copied = await copyTable(options, table);
    rows += copied;
    if (copied > 100_000) onProgress(`  ${table.name}: ${copied} rows`);
  }
  await to.query("COMMIT");
  await copySequences(from, to);
  await to.query("ANALYZE");
  onProgress("Holding every row against the old one");
  for (const { name } of tables) await requireSameRows(from, to, name);
  return { tables: tables.length, rows };
}

/** The application's tables with all that a row consists of; what was made by hand would get lost. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
      string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attgenerated::text, ', '
        ORDER BY a.attnum) AS shape
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'm')
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

async function sameTables(from: pg.Client, to: pg.Client): Promise<Table[]> {
  const [old, made] = [await tablesOf(from), await tablesOf(to)];
  const shapes = new Map(made.map(({ name, shape }) => [name, shape]));
  const differing = old.filter(({ name, shape }) => shapes.get(name) !== shape);
  const missing = made.filter(({ name }) => !old.some((table) => table.name === name));
  const names = [...differing, ...missing].map(({ name }) => name);
  if (names.length === 0) return old;
  throw new StartError(
    `The tables ${names.join(", ")} are not as the migrations made them: an upgrade would lose what was changed by hand. Put it into a migration, or take it out.`,
  );
}

async function copyTable(
  { from, to, rowsFolder }: { from: pg.Client; to: pg.Client; rowsFolder: string },
  { name, columns }: Table,
): Promise<number> {
  const file = join(rowsFolder, "rows");
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const place = `${pg.escapeIdentifier(name)} (${list})`;
  // As text: the binary format is not promised to stay the same from one major to the next.
  await from.query(`COPY ${place} TO ${pg.escapeLiteral(file)} WITH (ENCODING 'UTF8')`);
  const { rowCount } = await to.query(
    `COPY ${place} FROM ${pg.escapeLiteral(file)} WITH (ENCODING 'UTF8')`,
  );
  rmSync(file);
  return rowCount ?? 0;
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'",
  );
  for (const { name } of rows) {
    // Not prepared: its table is named by the run.
    const { rows: states } = await from.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${pg.escapeIdentifier(name)}`,
    );
    const state = states[0];
    if (state === undefined) throw new Error(`the sequence ${name} has no state`);
    await to.query("SELECT setval($1::regclass, $2, $3)", [
      pg.escapeIdentifier(name),
      state.last_value,
      state.is_called,
    ]);
  }
}

/** A row's hash says all that its text says, and the same in both majors: partitions rely on that. */
async function requireSameRows(from: pg.Client, to: pg.Client, name: string): Promise<void> {
  const digest = async (client: pg.Client) => {
    // Not prepared: its table is named by the run.
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS digest
      FROM ${pg.escapeIdentifier(name)} t`,
    );
    return rows[0]?.digest;
  };
  const [old, copied] = await Promise.all([digest(from), digest(to)]);
  if (old !== undefined && old === copied) return;
  throw new StartError(`The rows of ${name} did not arrive as they were (${old}, ${copied}).`);
}
