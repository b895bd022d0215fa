import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { departments } from "../apps/server/src/features.ts";
import { generatedHead } from "./statements/row-types.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { projectFolder } from "./project.ts";

const namePattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Writes a server feature's files in its department and its line in the table of contents. The files
 * compile and their test passes as they stand; nothing that exists is overwritten.
 *
 * @throws Error with one sentence where there is no such department, the name is not kebab-case or the
 *   feature exists.
 */
export function writeNewFeature(department: string, name: string, root: string): string[] {
  if (!Object.hasOwn(departments, department)) {
    const known = Object.keys(departments).join(", ");
    throw new Error(`"${department}" is not a department: it is one of ${known}.`);
  }
  if (!namePattern.test(name)) {
    throw new Error(`"${name}" is not a feature's name: write it like block-trades.`);
  }
  const folder = join(root, "apps", "server", "src", department, name);
  if (existsSync(folder)) throw new Error(`The feature ${name} exists already.`);
  const contents = join(root, "apps", "server", "src", "features.ts");
  const files = filesOf(name);
  const withLine = addToContents(readFileSync(contents, "utf8"), department, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  writeFileSync(contents, withLine);
  return [...Object.keys(files).map((file) => join(folder, file)), contents];
}

function addToContents(text: string, department: string, name: string): string {
  const imported = `import { ${camelCase(name)}Routes } from "./${department}/${name}/${name}.routes.ts";`;
  const entry = `    { name: "${name}", start: ${camelCase(name)}Routes },`;
  const lastImport = text.lastIndexOf("\nimport ");
  const start = text.indexOf(`\n  ${department}: [`);
  const end = text.indexOf("],", start);
  if (lastImport === -1 || start === -1 || end === -1) {
    throw new Error("features.ts has no list to add to.");
  }
  const afterImports = text.indexOf(";\n", lastImport) + 2;
  const before = text.slice(afterImports, end).trimEnd();
  const comma = /[[,]$/.test(before) ? "" : ",";
  return [
    `${text.slice(0, afterImports)}${imported}\n`,
    `${before}${comma}\n${entry}\n  ${text.slice(end)}`,
  ].join("");
}

function filesOf(name: string): Record<string, string> {
  const camel = camelCase(name);
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  return {
    [`${name}.routes.ts`]: `import type { Context } from "../../context.ts";
import { count${pascal} } from "./${name}.ts";

/** HTTP only: \`context.http.handle(path, handler)\` for each call of the contract. */
export function ${camel}Routes(context: Context): void {
  context.log.debug({ feature: "${name}", open: () => count${pascal}(context) }, "routes are up");
}
`,
    [`${name}.ts`]: `import type { Context } from "../../context.ts";
import { mayCount } from "./${name}.rules.ts";
import { countRows } from "./${name}.store.ts";

/** The door: load, decide, save, post, in one transaction. */
export function count${pascal}(context: Context): Promise<number> {
  return context.database.transaction(async (transaction) =>
    mayCount({ now: context.clock.now() }) ? countRows(transaction) : 0,
  );
}
`,
    [`${name}.rules.ts`]: `/** A pure decision: time and chance are arguments. */
export function mayCount({ now }: { now: number }): boolean {
  return now > 0;
}
`,
    [`${name}.store.ts`]: `import { firstRow, sql, type Transaction } from "../../platform/sql/database.ts";
import type { CountRowsRow } from "./${name}.sql-types.ts";

/** SQL only. */
export async function countRows(transaction: Transaction): Promise<number> {
  const row = await firstRow(transaction, sql<CountRowsRow>\`SELECT 0 AS count\`);
  return row?.count ?? 0;
}
`,
    [`${name}.sql-types.ts`]: `${generatedHead}
export type CountRowsRow = {
  count: number;
};
`,
    [`${name}.rules.test.ts`]: `import { expect, it } from "vitest";
import { mayCount } from "./${name}.rules.ts";

it.each([
  [0, false],
  [1, true],
])("at %d answers %s", (now, answer) => {
  expect(mayCount({ now })).toBe(answer);
});
`,
  };
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

if (isMainModule(import.meta.url)) {
  try {
    const written = writeNewFeature(process.argv[2] ?? "", process.argv[3] ?? "", projectFolder);
    console.log(`Written:\n${written.map((file) => `  ${file}`).join("\n")}`);
    console.log("Next: the contract's calls, their refusals and translations (CONTRIBUTING.md).");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
