import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runAlone, type StepResult } from "./check-step.ts";
import { projectFolder } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

/** Who writes a table beside its owner, and why that has to be. */
type SharedTable = { owner: string; also: readonly string[]; reason: string };

/** Empty is how it should be: whoever adds a line says why the owner's door, or a part that it hands out, does not do. */
export const sharedTables: Readonly<Record<string, SharedTable>> = {};

/** Functions that only note what a feature did to its own table, as the tables' owner: no feature writes theirs. */
const witnesses: readonly string[] = ["witness_change", "note_flow", "strike_valued_flows"];

/** A file whose statements name their table at run time only. */
type NamelessWriter = { reason: string; tables?: readonly string[] };

/** Where `tables` are named, they count as written there; what is left out is nobody's own. */
const namelessWrites: Readonly<Record<string, NamelessWriter>> = {
  "apps/server/src/sealed-columns.ts": {
    reason: "Seals what every feature keeps sealed anew under the newest key, column by column.",
  },
  "apps/server/src/platform/postgres/copy-database.ts": {
    reason: "Copies every table as it is into a new major of PostgreSQL, while nothing else runs.",
  },
  "apps/server/src/platform/retention.ts": {
    reason: "Deletes what has been kept long enough, of the tables that it lists.",
  },
  "apps/server/src/people/login-resets/login-resets.store.ts": {
    reason: "Cases of two kinds have the same steps, each kind in a table of its own.",
    tables: ["login_password_reset", "second_factor_reset"],
  },
};

const sourceFolder = "apps/server/src";
const departments = ["governance", "people", "market", "trading", "money", "products", "office"];

/** By table, the features that write it with a file of each; under `nameless`, files of unnamed tables. */
type Writers = {
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>;
  nameless: readonly string[];
};

/**
 * A table has one writing feature: where another must cause a write, it calls the door of the one that owns
 * it. Read from the SQL of the server and of the migrations' functions.
 */
export function checkWriters(
  folder: string = projectFolder,
  shared: Readonly<Record<string, SharedTable>> = sharedTables,
  unnamed: Readonly<Record<string, NamelessWriter>> = namelessWrites,
): Promise<StepResult> {
  const { tables, nameless } = readWriters(folder, unnamed);
  const problems = [
    ...[...tables].flatMap(([table, writers]) => objectToWriters(table, writers, shared[table])),
    ...Object.keys(shared)
      .filter((table) => !tables.has(table))
      .map((table) => `${table} is listed as shared, and nobody writes it`),
    ...nameless
      .filter((file) => unnamed[file] === undefined)
      .map((file) => `${file} writes a table that its text does not name`),
    ...Object.keys(unnamed)
      .filter((file) => !nameless.includes(file))
      .map((file) => `${file} is listed as writing tables without their names, and does not`),
    ...[...Object.values(shared), ...Object.values(unnamed)]
      .map(({ reason }) => reason)
      .filter((reason) => reason.trim().length < 20)
      .map((reason) => `"${reason}" is no reason for an exception`),
  ];
  if (tables.size === 0) problems.push("No statement was found: the writers were not checked");
  return Promise.resolve({ problems, saw: `${tables.size} tables` });
}

function objectToWriters(
  table: string,
  writers: ReadonlyMap<string, string>,
  listed: SharedTable | undefined,
): string[] {
  if (listed === undefined) {
    if (writers.size <= 1) return [];
    const places = [...writers].map(([feature, file]) => `${feature} (${file})`).toSorted();
    return [`${table} has ${writers.size} writers, call the owner's door: ${places.join(", ")}`];
  }
  const allowed = new Set([listed.owner, ...listed.also]);
  return [
    ...[...writers]
      .filter(([feature]) => !allowed.has(feature))
      .map(([feature, file]) => `${table} is written by ${feature} (${file}), which is not listed`),
    ...[...allowed]
      .filter((feature) => !writers.has(feature))
      .map((feature) => `${table} is listed as written by ${feature}, which does not write it`),
  ];
}

export function readWriters(
  folder: string,
  unnamed: Readonly<Record<string, NamelessWriter>> = namelessWrites,
): Writers {
  const tables = new Map<string, Map<string, string>>();
  const nameless: string[] = [];
  const note = (table: string, feature: string, file: string) => {
    const writers = tables.get(table) ?? new Map<string, string>();
    if (!writers.has(feature)) writers.set(feature, file);
    tables.set(table, writers);
  };
  const sources = sourceFiles(folder);
  for (const { file, feature, text } of sources) {
    for (const table of tablesWritten(text)) {
      if (table !== null) note(table, feature, file);
      else if (!nameless.includes(file)) nameless.push(file);
    }
    if (!nameless.includes(file)) continue;
    for (const table of unnamed[file]?.tables ?? []) note(table, feature, file);
  }
  noteFunctions(readFunctions(folder), sources, tables, note);
  return { tables, nameless };
}

type Source = { file: string; feature: string; text: string };

function sourceFiles(folder: string): Source[] {
  return globSync(`${sourceFolder}/**/*.ts`, { cwd: folder })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .toSorted()
    .map((file) => ({
      file,
      feature: featureOf(file),
      text: withoutComments(readFileSync(join(folder, file), "utf8")),
    }));
}

function featureOf(file: string): string {
  const [first = "", second = ""] = file.slice(sourceFolder.length + 1).split("/");
  if (second === "") return "application";
  return departments.includes(first) ? `${first}/${second}` : first;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, " ").replaceAll(/(?<![:"'`])\/\/[^\n]*/g, " ");
}

const name = String.raw`(?:"?public"?\.)?(?:"?([a-z_][a-z0-9_]*)"?|(\$\{))`;
const statements = [
  String.raw`\bINSERT\s+INTO\s+${name}`,
  String.raw`\bDELETE\s+FROM\s+(?:ONLY\s+)?${name}`,
  String.raw`\bMERGE\s+INTO\s+(?:ONLY\s+)?${name}`,
  String.raw`\bTRUNCATE\s+(?:TABLE\s+)?(?:ONLY\s+)?${name}`,
  String.raw`\bCOPY\s+${name}\s*(?:\([^)]*\)\s*)?FROM\b`,
  // With `SET`, or it is `FOR UPDATE OF` or a word of a sentence. The name may come from a call.
  String.raw`\bUPDATE\s+(?:ONLY\s+)?${name}(?:[^}\n]*\})?(?:\s+(?:AS\s+)?(?!SET\b)\w+)?\s+SET\b`,
].map((pattern) => new RegExp(pattern, "gi"));

/** Null for a table that the text does not name. */
function tablesWritten(text: string): (string | null)[] {
  return statements.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, table]) => table?.toLowerCase() ?? null),
  );
}

/** What a function of the database writes, which functions it calls, and whose triggers run it. */
type SqlFunction = { writes: readonly string[]; body: string; triggeredBy: Set<string> };

/** As the last migration left them. */
function readFunctions(folder: string): Map<string, SqlFunction> {
  const functions = new Map<string, SqlFunction>();
  for (const file of globSync("database/migrations/*.sql", { cwd: folder }).toSorted()) {
    const text = readFileSync(join(folder, file), "utf8").replaceAll(/--[^\n]*/g, " ");
    for (const statement of text.split(/(?=\bCREATE\s)/i)) {
      const [, made] =
        /^CREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+([a-z_0-9]+)/i.exec(statement) ?? [];
      const [, , body = statement] = /(\$\w*\$)([\s\S]*?)\1/.exec(statement) ?? [];
      if (made !== undefined) {
        const writes = tablesWritten(body).filter((table) => table !== null);
        const triggeredBy = functions.get(made)?.triggeredBy ?? new Set();
        functions.set(made, { writes, body, triggeredBy });
      }
      const [, table, run] =
        /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\s[\s\S]*?\sON\s+([a-z_0-9]+)[\s\S]*?EXECUTE\s+(?:FUNCTION|PROCEDURE)\s+([a-z_0-9]+)/i.exec(
          statement,
        ) ?? [];
      if (table !== undefined) functions.get(run ?? "")?.triggeredBy.add(table);
    }
  }
  return functions;
}

/** A function writes for whoever calls it: by its name, by another function, by a write to a table with its trigger. */
function noteFunctions(
  functions: ReadonlyMap<string, SqlFunction>,
  sources: readonly Source[],
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>,
  note: (table: string, feature: string, file: string) => void,
): void {
  const callersOf = (called: string, seen: ReadonlySet<string>): [string, string][] => {
    if (seen.has(called)) return [];
    const call = new RegExp(String.raw`\b${called}\s*\(`);
    const further = new Set([...seen, called]);
    return [
      ...sources
        .filter(({ text }) => call.test(text))
        .map(({ feature, file }): [string, string] => [feature, file]),
      ...[...(functions.get(called)?.triggeredBy ?? [])].flatMap((table) => [
        ...(tables.get(table) ?? []),
      ]),
      ...[...functions]
        .filter(([, { body }]) => call.test(body))
        .flatMap(([caller]) => callersOf(caller, further)),
    ];
  };
  for (const [called, { writes }] of functions) {
    if (writes.length === 0) continue;
    if (witnesses.includes(called)) {
      for (const table of writes) note(table, "the database", `${called}()`);
      continue;
    }
    for (const [feature, file] of callersOf(called, new Set())) {
      for (const table of writes) note(table, feature, `${file}, by ${called}()`);
    }
  }
}

if (isMainModule(import.meta.url)) await runAlone(checkWriters);
