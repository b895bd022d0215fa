import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { departments } from "../apps/server/src/features.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { addToProject, type NameForms } from "./new-feature/add-to-project.ts";
import { projectFolder, runProgram } from "./project.ts";

const namePattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const templates = join(projectFolder, "tools", "new-feature");

/** By its template, where a file of the new feature goes; `{department}` and the template's name are replaced. */
const places: Readonly<Record<string, string>> = {
  "contract.ts": "packages/contract/src/{department}/own-notes.ts",
  "migration.sql": "database/migrations/{migration}_own_notes.sql",
  "server.routes.ts": "apps/server/src/{department}/own-notes/own-notes.routes.ts",
  "server.ts": "apps/server/src/{department}/own-notes/own-notes.ts",
  "server.rules.ts": "apps/server/src/{department}/own-notes/own-notes.rules.ts",
  "server.store.ts": "apps/server/src/{department}/own-notes/own-notes.store.ts",
  "server.sql-types.ts": "apps/server/src/{department}/own-notes/own-notes.sql-types.ts",
  "server.rules.test.ts": "apps/server/src/{department}/own-notes/own-notes.rules.test.ts",
  "server.test.ts": "apps/server/src/{department}/own-notes/own-notes.test.ts",
  "screen.tsx": "apps/trader/src/features/{department}/own-notes/own-notes-screen.tsx",
  "screen.module.css": "apps/trader/src/features/{department}/own-notes/own-notes.module.css",
  "texts.jp.ts": "apps/trader/src/texts/jp/{department}/own-notes.ts",
  "texts.cn.ts": "apps/trader/src/texts/cn/{department}/own-notes.ts",
  "texts.us.ts": "apps/trader/src/texts/us/{department}/own-notes.ts",
};

/**
 * Writes a whole feature into its department: what customers note for themselves, from the contract to the
 * screen in three languages, with its tests, and its lines in the tables that list everything. It passes the
 * check as it stands; what it is to be takes the place of the notes, file by file. Answers every file that it
 * wrote or changed.
 *
 * @throws Error with one sentence, and nothing is written, where there is no such department, the name is not
 *   kebab-case or is taken, or a table has no place for the new line.
 */
export function writeNewFeature(department: string, name: string, root: string): string[] {
  if (!Object.hasOwn(departments, department)) {
    const known = Object.keys(departments).join(", ");
    throw new Error(`"${department}" is not a department: it is one of ${known}.`);
  }
  if (!namePattern.test(name)) {
    throw new Error(`"${name}" is not a feature's name: write it like block-trades.`);
  }
  const forms = formsOf(name);
  const files = new Map<string, string>();
  for (const [template, place] of Object.entries(places)) {
    const text = readFileSync(join(templates, `${template}.template`), "utf8");
    const path = place
      .replace("{department}", department)
      .replace("{migration}", nextMigration(root));
    files.set(renamed(path, forms), renamed(text, forms));
  }
  const taken = [...files.keys()].find((path) => existsSync(join(root, path)));
  if (taken !== undefined) throw new Error(`The feature ${name} exists already: ${taken}.`);
  if (hasTable(root, forms.snake)) throw new Error(`There is a table ${forms.snake} already.`);
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
  for (const [path, text] of addToProject(read, department, forms)) files.set(path, text);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...files.keys()];
}

function formsOf(name: string): NameForms {
  const camel = name.replaceAll(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  return { kebab: name, camel, pascal, snake: name.replaceAll("-", "_") };
}

/** The templates are those of a feature called own-notes; one note of them is an OwnNote. */
function renamed(text: string, { kebab, camel, pascal, snake }: NameForms): string {
  return text
    .replaceAll("own-notes", kebab)
    .replaceAll("own_notes", snake)
    .replaceAll("ownNotes", camel)
    .replaceAll(/OwnNotes?/g, pascal);
}

function migrationsOf(root: string): string[] {
  return globSync("database/migrations/*.sql", { cwd: root });
}

function nextMigration(root: string): string {
  const numbers = migrationsOf(root).map((path) => Number(/(\d+)_[^/]*$/.exec(path)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, "0");
}

function hasTable(root: string, table: string): boolean {
  const created = new RegExp(`CREATE TABLE ${table}\\b`);
  return migrationsOf(root).some((path) => created.test(readFileSync(join(root, path), "utf8")));
}

async function main([department = "", name = ""]: readonly string[]): Promise<void> {
  // `npm run new-feature market/price-notes` as well.
  const [first = "", second = name] = department.split("/");
  const written = writeNewFeature(first, second, projectFolder);
  const { code, output } = await runProgram("oxfmt", written);
  if (code !== 0) throw new Error(output.trim());
  console.log(`Written:\n${written.map((file) => `  ${file}`).join("\n")}`);
  console.log(`It passes as it stands: npm run check, npm test -- ${second}
Now put what it is to be in the place of the notes, in the order of CONTRIBUTING.md.`);
}

if (isMainModule(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
