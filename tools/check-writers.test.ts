import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkWriters, readWriters, sharedTables } from "./check-writers.ts";
import { projectFolder } from "./project.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "sanshi-writers-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const owner = "apps/server/src/people/planted/planted.store.ts";
const other = "apps/server/src/money/planted/planted.store.ts";
const insert = (table: string) => "sql`INSERT INTO " + table + " (id) VALUES (1)`";

const problemsOf = async (
  shared: Parameters<typeof checkWriters>[1] = {},
  unnamed: Parameters<typeof checkWriters>[2] = {},
) => (await checkWriters(folder, shared, unnamed)).problems;

test.each([
  ["INSERT", "sql`INSERT INTO seat (id) VALUES (${1})`"],
  ["UPDATE", "sql`UPDATE seat SET row = ${1} WHERE id = ${2}`"],
  ["UPDATE with another name", "sql`UPDATE ONLY public.seat AS s SET row = ${1} FROM hall`"],
  [
    "UPDATE in a WITH",
    "sql`WITH taken AS (\n  UPDATE seat s\n  SET row = 1 RETURNING id) SELECT 1`",
  ],
  ["DELETE", "sql`DELETE FROM seat WHERE id = ${1}`"],
  ["MERGE", "sql`MERGE INTO seat USING hall ON true WHEN MATCHED THEN DELETE`"],
  ["COPY", 'client.query("COPY seat (id, row) FROM STDIN")'],
  ["TRUNCATE", 'client.query("truncate table seat")'],
])("a second writer by %s is caught", async (_what, statement) => {
  write(owner, insert("seat"));
  expect(await problemsOf()).toEqual([]);
  write(other, `export const second = ${statement};`);
  expect(await problemsOf()).toEqual([
    `seat has 2 writers, call the owner's door: money/planted (${other}), people/planted (${owner})`,
  ]);
});

test("a feature writes in several files, and others read, lock and speak of it", async () => {
  write(owner, insert("seat"));
  write("apps/server/src/people/planted/further.store.ts", insert("seat"));
  write("apps/server/src/money/planted/planted.test.ts", insert("seat"));
  const reads = "sql`SELECT id FROM seat FOR UPDATE OF seat`; sql`COPY seat TO STDOUT`;";
  const own = "sql`INSERT INTO row (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET seat = 2`;";
  write(other, `${reads} ${own} // INSERT INTO seat\n/** UPDATE seat SET row = 1 */`);
  expect(await problemsOf()).toEqual([]);
});

test("what a function of the database writes is its caller's, or whose write sets it off", async () => {
  write(
    "database/migrations/0001_seats.sql",
    `CREATE FUNCTION count_seats() RETURNS trigger AS $$ BEGIN
       UPDATE hall SET seats = seats + 1; RETURN NULL; END $$ LANGUAGE plpgsql;
     CREATE TRIGGER seats_counted AFTER INSERT ON seat FOR EACH ROW EXECUTE FUNCTION count_seats();
     CREATE FUNCTION empty_hall() RETURNS void AS $$ DELETE FROM ticket $$ LANGUAGE sql;
     CREATE FUNCTION close_hall() RETURNS void AS $$ SELECT empty_hall() $$ LANGUAGE sql;`,
  );
  write(owner, `${insert("hall")}; ${insert("ticket")}`);
  expect(await problemsOf()).toEqual([]);
  write(other, insert("seat"));
  expect((await problemsOf()).join()).toMatch(/^hall has 2 writers.*by count_seats\(\)/);
  write(other, "sql`SELECT close_hall()`");
  expect((await problemsOf()).join()).toMatch(/^ticket has 2 writers.*by empty_hall\(\)/);
});

test("a later migration's function takes the place of the earlier", async () => {
  const made = (body: string) =>
    `CREATE OR REPLACE FUNCTION empty_hall() RETURNS void AS $$ ${body} $$ LANGUAGE sql;`;
  write("database/migrations/0001_hall.sql", made("DELETE FROM ticket"));
  write("database/migrations/0002_hall.sql", made("SELECT 1"));
  write(owner, insert("ticket"));
  write(other, "sql`SELECT empty_hall()`");
  expect(await problemsOf()).toEqual([]);
});

test("an exception names its writers and its reason, and ends with what it excepts", async () => {
  write(owner, insert("seat"));
  write(other, insert("seat"));
  const reason = "Both are written by one statement.";
  const seat = { owner: "people/planted", also: ["money/planted"], reason };
  expect(await problemsOf({ seat })).toEqual([]);
  expect(await problemsOf({ seat: { ...seat, reason: " so " } })).toEqual([
    '" so " is no reason for an exception',
  ]);
  expect(await problemsOf({ seat: { ...seat, also: [] } })).toEqual([
    `seat is written by money/planted (${other}), which is not listed`,
  ]);
  expect(await problemsOf({ seat, hall: seat })).toEqual([
    "hall is listed as shared, and nobody writes it",
  ]);
  write(other, "");
  expect(await problemsOf({ seat })).toEqual([
    "seat is listed as written by money/planted, which does not write it",
  ]);
});

test("a statement says which table it writes, or its file is listed", async () => {
  write(owner, insert("seat"));
  const reason = "Ends what is old, of every feature.";
  write(other, "sql`DELETE FROM ${sql.table(table)} WHERE id = 1`");
  expect(await problemsOf()).toEqual([`${other} writes a table that its text does not name`]);
  expect(await problemsOf({}, { [other]: { reason } })).toEqual([]);
  expect(await problemsOf({}, { [other]: { reason, tables: ["seat"] } })).toHaveLength(1);
  expect(await problemsOf({}, { [other]: { reason, tables: ["ticket"] } })).toEqual([]);
  write(other, "sql`UPDATE ${names.table} SET row = 1`");
  expect(await problemsOf()).toEqual([`${other} writes a table that its text does not name`]);
  write(other, "");
  expect(await problemsOf({}, { [other]: { reason } })).toEqual([
    `${other} is listed as writing tables without their names, and does not`,
  ]);
});

test("a check that found no statement fails", async () => {
  expect(await problemsOf()).toEqual(["No statement was found: the writers were not checked"]);
});

test("what is written is seen, and no table is written by two", () => {
  const { tables } = readWriters(projectFolder);
  for (const table of ["customer", "session", "activity", "proposal", "ledger_posting"]) {
    expect([...(tables.get(table)?.keys() ?? [])], table).toHaveLength(1);
  }
  expect(sharedTables).toEqual({});
});
