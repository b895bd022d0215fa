import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFolder } from "../project.ts";
import { createDescriber, type Description } from "./describe.ts";
import { findStatements, isTypedByHand, type Statement } from "./find-statements.ts";
import { findListed, findQueries } from "./find-queries.ts";
import {
  generatedEnding,
  generatedTypeOf,
  writeRowTypes,
  type TypedStatement,
} from "./row-types.ts";
import { inScratchDatabase } from "./scratch-database.ts";
import { SourceFiles } from "./source-files.ts";

interface StatementsResult {
  /** Each begins with `file:line`. */
  readonly problems: readonly string[];
  /** What the generated files have to say, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly prepared: number;
  /** Statements whose row type is written by hand, and say why, as `file:line`. */
  readonly byHand: readonly string[];
}

type InDatabase = typeof inScratchDatabase;

/**
 * Prepares every statement of the server in a database made from the migrations, and writes the types of
 * their rows from what PostgreSQL says of them.
 */
export async function readStatements(
  folder: string = projectFolder,
  inDatabase: InDatabase = inScratchDatabase,
): Promise<StatementsResult> {
  const sources = new SourceFiles(folder, sourcePaths(folder));
  const { statements, leftOver } = findStatements(sources);
  const queries = findQueries(sources);
  const listed = await findListed(folder, sources);
  const texts = new Set([
    ...statements.flatMap(({ variants }) => variants),
    ...queries.prepared.flatMap(({ variants }) => variants),
    ...listed.map(({ text }) => text),
  ]);
  const described = await describeAll(folder, texts, inDatabase);
  const wrong = (where: string, variants: readonly string[]) => {
    const said = variants.flatMap((text) => {
      const found = described.descriptions[text];
      return found !== undefined && "problem" in found ? [`${where}: ${found.problem}`] : [];
    });
    return [...new Set(said)];
  };
  const typed = typedStatements(sources, statements, described.descriptions);
  const written = writeRowTypes(typed.statements, new Map(Object.entries(described.listed)));
  return {
    problems: [
      ...leftOver.map(({ file, line }) => `${file.path}:${line}: goes into no statement`),
      ...queries.problems,
      ...statements.flatMap(({ file, line, variants }) => wrong(`${file.path}:${line}`, variants)),
      ...queries.prepared.flatMap(({ where, variants }) => wrong(where, variants)),
      ...listed.flatMap(({ where, text }) => wrong(where, [text])),
      ...typed.problems,
      ...written.problems,
    ],
    files: written.files,
    prepared: statements.length + queries.prepared.length + listed.length,
    byHand: typed.byHand,
  };
}

/** The generated files in the folder; what is no more generated is among them. */
export function generatedPaths(folder: string): string[] {
  return globSync(`apps/server/src/**/*${generatedEnding}`, { cwd: folder });
}

function sourcePaths(folder: string): string[] {
  return globSync("apps/server/src/**/*.ts", { cwd: folder })
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path) && !path.endsWith(generatedEnding))
    .toSorted();
}

const unexplained =
  "its row type is written by hand: name one of its *.sql-types.ts, or say why above it: // Typed by hand: …";

function typedStatements(
  sources: SourceFiles,
  statements: readonly Statement[],
  descriptions: Readonly<Record<string, Description>>,
): { statements: TypedStatement[]; byHand: string[]; problems: string[] } {
  const typed: TypedStatement[] = [];
  const byHand: string[] = [];
  const problems: string[] = [];
  for (const { file, line, template, rowType, variants } of statements) {
    if (rowType === null) continue;
    const where = `${file.path}:${line}`;
    const row = generatedTypeOf(sources, file, rowType);
    if (row === null) {
      if (isTypedByHand(file, template)) byHand.push(where);
      else problems.push(`${where}: ${unexplained}`);
      continue;
    }
    const answers = variants.flatMap((text) => {
      const description = descriptions[text];
      return description !== undefined && "columns" in description ? [description.columns] : [];
    });
    typed.push({ row, where, answers });
  }
  return { statements: typed, byHand, problems };
}

interface Described {
  /** Of the migrations, and of what looks at the statements. */
  readonly of: string;
  readonly descriptions: Record<string, Description>;
  readonly listed: Record<string, readonly string[]>;
}

/**
 * What is known from before of the same migrations is not asked again: without a new statement no
 * database is needed.
 */
async function describeAll(
  folder: string,
  texts: ReadonlySet<string>,
  inDatabase: InDatabase,
): Promise<Described> {
  const kept = join(folder, ".cache", "statements.json");
  const of = fingerprint(folder);
  const before = readKept(kept, of);
  const missing = [...texts].filter((text) => before?.descriptions[text] === undefined);
  if (before !== null && missing.length === 0) return before;
  const now = await inDatabase(async (connectionString) => {
    const describer = await createDescriber(connectionString);
    try {
      const descriptions: Record<string, Description> = {};
      for (const text of missing) descriptions[text] = await describer.describe(text);
      return { descriptions, listed: Object.fromEntries(describer.listed) };
    } finally {
      await describer.close();
    }
  });
  const known = { ...before?.descriptions, ...now.descriptions };
  const descriptions = Object.fromEntries(
    [...texts].flatMap((text) => (known[text] === undefined ? [] : [[text, known[text]]])),
  );
  const described = { of, descriptions, listed: now.listed };
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(described));
  return described;
}

function readKept(path: string, of: string): Described | null {
  if (!existsSync(path)) return null;
  const kept = JSON.parse(readFileSync(path, "utf8")) as Described;
  return kept.of === of ? kept : null;
}

function fingerprint(folder: string): string {
  const files = [
    ...globSync("database/migrations/*.sql", { cwd: folder }).toSorted(),
    "apps/server/package.json",
  ].map((path) => join(folder, path));
  const own = ["describe.ts", "node-tree.ts", "result-columns.ts"].map((path) =>
    join(import.meta.dirname, path),
  );
  const hash = createHash("sha256");
  for (const path of [...files, ...own]) if (existsSync(path)) hash.update(readFileSync(path));
  return hash.digest("hex");
}
