import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { runAlone, type StepResult } from "./check-step.ts";
import { projectFolder } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

/** Files that ask the machine for its time, and why `real_now()` and `clock.realNow()` do not do. */
const machineTime: Readonly<Record<string, string>> = {
  "apps/server/src/platform/objects/s3-request.ts":
    "The store holds the time of a request against its own clock.",
  "apps/server/src/platform/backup/base-backup.ts":
    "A backup is restored to a time of PostgreSQL's log, which the machine's clock has given.",
  "apps/server/src/platform/backup/backups.ts":
    "The age of a backup is counted by the clock that dated it.",
  "apps/server/src/platform/backup/schedule.ts":
    "The age of a backup is counted by the clock that dated it.",
  "apps/server/src/platform/backup/wal-shipping.ts":
    "A backup is restored to a time of PostgreSQL's log, which the machine's clock has given.",
  "apps/server/src/platform/backup/target-identity.ts":
    "A target says by the machine's clock since when it is used.",
  "apps/server/src/platform/backup/faulty-backups.test.ts":
    "A backup is restored to a time of PostgreSQL's log, which the machine's clock has given.",
  "apps/server/src/platform/backup/backup.test.ts":
    "A restore goes back to a time of PostgreSQL's log.",
  "database/migrations/0690_clock_steps.sql":
    "Here time is made of the machine's clock and the corrections of its steps.",
  "apps/server/src/platform/clock.ts":
    "It holds the machine's clock against the monotonic one, to notice a step.",
  "apps/server/src/platform/sql/migrate.ts":
    "The list of migrations is there before any of them, `real_now()` among them.",
  "apps/server/src/platform/sealing/sealing.test.ts":
    "The times of files are those of the machine.",
  "apps/server/src/office/health/health.store.ts":
    "PostgreSQL's statistics say by its own clock when a transaction has begun.",
  "tests/support/waiting-for-locks.ts":
    "PostgreSQL's statistics say by its own clock since when a statement waits.",
  "tests/support/test-database.ts": "Here the tests' time is made of the machine's.",
  "tests/support/test-database.test.ts": "It looks for what asks the machine in the database.",
  "tests/support/s3-server.ts":
    "It holds the time of a request against its own clock, as a store does.",
  "tests/support/browser.ts": "It waits for a program of the machine's.",
};

const sources = "{apps/server/src,tests/support,tests/simulation}/**/*.ts";
/** What earlier migrations took from the machine is put right by this one. */
const lastOldMigration = "0580";

const ofMachine =
  /\bDate\.now\b|\bnew Date\(\s*\)|(?<![.\w]|new )\bDate\(\)|\bperformance\.timeOrigin\b/;
const ofMachineInSql =
  /\b(?:(?:clock|statement|transaction)_timestamp|now|timeofday)\s*\(\s*\)|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/i;

/**
 * Time belongs to the test: the server, its statements and its tests take it from `app_now()` and `real_now()`, by the
 * clock of the context. What asks the machine is listed, with its reason.
 */
export function checkClocks(
  folder: string = projectFolder,
  allowed: Readonly<Record<string, string>> = machineTime,
): Promise<StepResult> {
  const files = globSync(sources, { cwd: folder }).toSorted();
  const migrations = globSync("database/migrations/*.sql", { cwd: folder }).toSorted();
  const asking = [
    ...files.filter((file) => sourceAsksMachine(read(folder, file), file)),
    ...migrations.filter((file) => migrationAsksMachine(read(folder, file), file)),
  ];
  const problems = [
    ...asking
      .filter((file) => allowed[file] === undefined)
      .map((file) => `${file} asks the machine for its time: take real_now() or clock.realNow()`),
    ...Object.keys(allowed)
      .filter((file) => !asking.includes(file))
      .map((file) => `${file} is listed as asking the machine for its time, and does not`),
    ...Object.values(allowed)
      .filter((reason) => reason.trim().length < 20)
      .map((reason) => `"${reason}" is no reason for an exception`),
  ];
  if (files.length === 0) problems.push("No source file was found: the clocks were not checked");
  return Promise.resolve({ problems, saw: `${files.length + migrations.length} files` });
}

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

function sourceAsksMachine(text: string, file: string): boolean {
  const withoutComments = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/(?<![:"'`])\/\/[^\n]*/g, " ");
  if (ofMachine.test(withoutComments)) return true;
  // Only what stands in a string is SQL: there are functions of ours that are called `now`.
  return ofMachineInSql.test(withoutComments) && stringsOf(text, file).some(isOfMachineInSql);
}

const isOfMachineInSql = (text: string) => ofMachineInSql.test(text);

function stringsOf(text: string, file: string): string[] {
  const strings: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && "value" in node) {
      const { type, value } = node;
      if (type === "Literal" && typeof value === "string") strings.push(value);
      if (type === "TemplateElement") strings.push((value as { raw: string }).raw);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: "ts" }, file));
  return strings;
}

function migrationAsksMachine(text: string, file: string): boolean {
  const [number = ""] = /\d{4}(?=_)/.exec(file) ?? [];
  return number > lastOldMigration && ofMachineInSql.test(text.replaceAll(/--[^\n]*/g, " "));
}

if (isMainModule(import.meta.url)) await runAlone(checkClocks);
