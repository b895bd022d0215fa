import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const testFile = /\.test\.tsx?$/;
const notOurs = ["**/node_modules/**", "**/dist/**"];

/**
 * What starts the whole server, as tools do too. Every test of the server imports it, and with it every
 * file: `vitest related` would name them all, so that what is reached through these alone is not near.
 */
const hubs =
  /^(apps\/server\/src\/(application|features|main|start-up)\.ts|tests\/|bench\/|tools\/[^/]+$)/;

/** Which test files look at a source, the nearest first: its folder's own, then those that import it. */
export interface NearTests {
  of(path: string): readonly string[];
  /** Those whose path has one of the words. */
  named(words: readonly string[]): readonly string[];
}

export function findNearTests(project: string): NearTests {
  const files = globSync("{apps,packages,tests,tools}/**/*.{ts,tsx}", {
    cwd: project,
    exclude: notOurs,
  });
  const texts = new Map(files.map((path) => [path, readFileSync(join(project, path), "utf8")]));
  const importers = importersOf(texts);
  const tests = files.filter((path) => testFile.test(path)).toSorted();
  return {
    of: (path) =>
      path.endsWith(".sql")
        ? testsOfTables(readFileSync(join(project, path), "utf8"), texts, tests)
        : testsOfSource(path, importers, tests),
    named: (words) => tests.filter((test) => words.some((word) => test.includes(word))),
  };
}

function importersOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    for (const [, name = ""] of text.matchAll(/\bfrom\s+"([^"]+)"|\bimport\("([^"]+)"\)/g)) {
      const imported = resolveImport(path, name);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

function resolveImport(from: string, name: string): string | undefined {
  if (name.startsWith(".")) return join(dirname(from), name);
  const own = /^@sanshi\/([\w-]+)$/.exec(name)?.[1];
  return own === undefined ? undefined : `packages/${own}/src/index.ts`;
}

function testsOfSource(
  path: string,
  importers: ReadonlyMap<string, readonly string[]>,
  tests: readonly string[],
): readonly string[] {
  const distances = new Map([[path, 0]]);
  const waiting = [path];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const importer of importers.get(file) ?? []) {
      if (distances.has(importer) || hubs.test(importer)) continue;
      distances.set(importer, (distances.get(file) ?? 0) + 1);
      waiting.push(importer);
    }
  }
  const folder = dirname(path);
  const rank = (test: string) => {
    const stem = basename(path).split(".")[0] ?? "";
    const isSameName = basename(test).startsWith(`${stem}.`);
    const distance = distances.get(test) ?? Number.POSITIVE_INFINITY;
    // Within a folder, too, those first that name it, then those that import it.
    if (dirname(test) === folder) return isSameName ? -3 : Number.isFinite(distance) ? -2 : -1;
    return distance;
  };
  return byRank(tests, rank);
}

/** A migration's tests are those beside the code that names its tables or functions most. */
function testsOfTables(
  migration: string,
  texts: ReadonlyMap<string, string>,
  tests: readonly string[],
): readonly string[] {
  const created =
    /\b(?:CREATE(?: OR REPLACE)?|ALTER) (?:TABLE|FUNCTION|VIEW) (?:IF NOT EXISTS )?(\w+)/gi;
  const names = [...new Set([...migration.matchAll(created)].map(([, name = ""]) => name))];
  if (names.length === 0) return [];
  const pattern = new RegExp(`\\b(${names.join("|")})\\b`, "g");
  const mentions = new Map<string, number>();
  for (const [path, text] of texts) {
    const count = text.match(pattern)?.length ?? 0;
    if (count === 0 || hubs.test(path)) continue;
    mentions.set(dirname(path), (mentions.get(dirname(path)) ?? 0) + count);
    if (testFile.test(path)) mentions.set(path, count * 100);
  }
  const rank = (test: string) => {
    const count = mentions.get(test) ?? mentions.get(dirname(test)) ?? 0;
    return count === 0 ? Number.POSITIVE_INFINITY : -count;
  };
  return byRank(tests, rank);
}

function byRank(tests: readonly string[], rank: (test: string) => number): readonly string[] {
  return tests
    .filter((test) => Number.isFinite(rank(test)))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}
