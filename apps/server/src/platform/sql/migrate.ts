import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** A migration that cannot be applied; its message is one sentence for the operator. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** "sanshi" in ASCII: whoever migrates this database waits for whoever does already. */
const advisoryLockKey = 0x73616e736869;
const namePattern = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies the folder's `NNNN_name.sql` files that the database does not have yet, in the order of
 * their numbers, each in a transaction of its own. Answers the names of those applied now.
 * Throws MigrationError when an applied file changed or is missing, or a number comes twice.
 */
export async function migrate(
  target: string | pg.ClientBase,
  folder: string,
  onProgress: (text: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  if (typeof target !== "string") return migrateLocked(target, migrations, onProgress);
  const client = new pg.Client({ connectionString: target });
  // A line that is lost between two statements fails the next one, and does not end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await migrateLocked(client, migrations, onProgress);
  } finally {
    await client.end();
  }
}

async function migrateLocked(
  client: pg.ClientBase,
  migrations: Migration[],
  onProgress: (text: string) => void,
): Promise<string[]> {
  await client.query(`select pg_advisory_lock(${advisoryLockKey})`);
  try {
    await client.query(`
      create table if not exists schema_migrations (
        name       text primary key,
        sha256     text not null,
        applied_at timestamptz not null default now()
      )`);
    const applied = await readApplied(client);
    const pending = decidePending(migrations, applied);
    for (const migration of pending) {
      onProgress(`Applying ${migration.name}`);
      await apply(client, migration);
    }
    // The planner's guesses about tables that were never analysed cost several times the work.
    if (pending.length > 0) await client.query("analyze");
    return pending.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${advisoryLockKey})`);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    if (!namePattern.test(name)) {
      throw new MigrationError(`The migration ${name} is not named like 0007_withdrawals.sql.`);
    }
    const number = name.slice(0, 4);
    const other = numbers.get(number);
    if (other)
      throw new MigrationError(`Two migrations have the number ${number}: ${other} and ${name}.`);
    numbers.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_migrations order by name",
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** What is to be applied, once what was applied is found to be just as it was. */
function decidePending(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [name, sha256] of applied) {
    const migration = known.get(name);
    if (!migration) {
      throw new MigrationError(
        `The database has the migration ${name}, which this version does not: it was made by a newer version.`,
      );
    }
    if (migration.sha256 !== sha256) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied: put it back as it was and write a new migration.`,
      );
    }
  }
  const last = [...applied.keys()].at(-1) ?? "";
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late) {
    throw new MigrationError(
      `The migration ${late.name} comes before ${last}, which is applied already: give it the next free number.`,
    );
  }
  return pending;
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    // Not prepared: a migration is run whole.
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
      migration.name,
      migration.sha256,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new MigrationError(
      `The migration ${migration.name} failed${lineOf(error, migration.sql)}: ${error}.`,
      {
        cause: error,
      },
    );
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: string }).position);
  if (!Number.isInteger(position)) return "";
  return ` at line ${sql.slice(0, position).split("\n").length}`;
}
