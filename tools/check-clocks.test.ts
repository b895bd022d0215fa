import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkClocks } from "./check-clocks.ts";
import { projectFolder } from "./project.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "sanshi-clocks-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const planted = "apps/server/src/money/planted/planted.store.ts";
const migration = "database/migrations/0999_planted.sql";
const problemsOf = async (allowed: Readonly<Record<string, string>> = {}) =>
  (await checkClocks(folder, allowed)).problems;

test("nothing asks the machine for its time but what is listed", async () => {
  const { problems, saw } = await checkClocks(projectFolder);
  expect(problems).toEqual([]);
  expect(Number.parseInt(saw)).toBeGreaterThan(1_000);
});

test.each([
  ["Date.now()", "export const at = Date.now();"],
  ["Date.now as an argument", "export const clock = createClock(Date.now);"],
  ["a date of now", "export const at = new Date();"],
  ["a text of now", "export const at = Date();"],
  ["clock_timestamp()", "sql`SELECT clock_timestamp() AS at`"],
  ["now() in a statement", "sql`UPDATE seat SET taken_at = now() WHERE id = ${1}`"],
  ["now() in a text", 'client.query("SELECT now()")'],
  ["current_date", "sql`SELECT * FROM seat WHERE day = CURRENT_DATE`"],
])("%s is caught", async (_what, text) => {
  write(planted, text);
  expect(await problemsOf()).toEqual([
    `${planted} asks the machine for its time: take real_now() or clock.realNow()`,
  ]);
});

test("the app's clocks, a given time, durations and what comments say are not", async () => {
  write(
    planted,
    `// Not Date.now(), and not clock_timestamp().
     const at = clock.now() + now() + clock.realNow() + Date.parse(text) + performance.now();
     export const given = [new Date(at), sql\`SELECT app_now(), real_now()\`];`,
  );
  expect(await problemsOf()).toEqual([]);
});

test("a new migration takes real_now() as well; what an old one took is put right", async () => {
  write(planted, "");
  const column = (value: string) =>
    `CREATE TABLE seat (taken_at timestamptz DEFAULT ${value}); -- not now()`;
  write("database/migrations/0001_planted.sql", column("clock_timestamp()"));
  write(migration, column("real_now()"));
  expect(await problemsOf()).toEqual([]);
  write(migration, column("clock_timestamp()"));
  expect(await problemsOf()).toEqual([
    `${migration} asks the machine for its time: take real_now() or clock.realNow()`,
  ]);
});

test("an exception has its reason, and ends with what it excepts", async () => {
  write(planted, "export const at = Date.now();");
  expect(await problemsOf({ [planted]: "Another machine looks at its own clock." })).toEqual([]);
  expect(await problemsOf({ [planted]: "so" })).toEqual(['"so" is no reason for an exception']);
  write(planted, "");
  expect(await problemsOf({ [planted]: "Another machine looks at its own clock." })).toEqual([
    `${planted} is listed as asking the machine for its time, and does not`,
  ]);
});

test("a folder without sources is no pass", async () => {
  expect(await problemsOf()).toEqual(["No source file was found: the clocks were not checked"]);
});
