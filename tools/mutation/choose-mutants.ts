import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { mutantsOfCode } from "./code-mutants.ts";
import { lineOf, seededRandom, shuffle, type Mutant } from "./mutant.ts";
import { mutantsOfSql } from "./sql-mutants.ts";

export interface PlacedMutant extends Mutant {
  readonly path: string;
  readonly line: number;
}

export interface Choice {
  readonly seed: string;
  readonly most: number;
  /** Only those on this line of the one file, or of a kind that has this word. */
  readonly line?: number;
  readonly kind?: string;
}

const notMutated = /\.(test|fixture|texts|routes|d)\.ts$|\.test-/;

/** The files of a folder, or the one file, that faults are planted in. */
export function sourcesOf(project: string, place: string): string[] {
  if (statSync(join(project, place)).isFile()) return [place];
  return globSync(`${place.replace(/\/$/, "")}/**/*.{ts,tsx,sql}`, {
    cwd: project,
    exclude: ["**/node_modules/**", "**/dist/**"],
  })
    .filter((path) => !notMutated.test(path))
    .toSorted();
}

export function chooseMutants(
  project: string,
  paths: readonly string[],
  { seed, most, line, kind }: Choice,
): PlacedMutant[] {
  const all = paths
    .flatMap((path) => {
      const source = readFileSync(join(project, path), "utf8");
      const later = path.endsWith(".sql") ? laterMigrations(project, path) : [];
      return withoutReplaced(source, later, mutantsIn(path, source));
    })
    .filter((mutant) => line === undefined || mutant.line === line)
    .filter((mutant) => kind === undefined || mutant.kind.includes(kind));
  return shuffle(all, seededRandom(seed)).slice(0, most);
}

function mutantsIn(path: string, source: string): PlacedMutant[] {
  const mutants = path.endsWith(".sql") ? mutantsOfSql(source) : mutantsOfCode(path, source);
  return mutants.map((mutant) => ({ ...mutant, path, line: lineOf(source, mutant.start) }));
}

function laterMigrations(project: string, path: string): string[] {
  return globSync(`${dirname(path)}/*.sql`, { cwd: project })
    .filter((other) => other > path)
    .map((other) => readFileSync(join(project, other), "utf8"));
}

const functionPattern = /\bCREATE (?:OR REPLACE )?FUNCTION (\w+)\b.*?\$\$.*?\$\$/gis;

/** What a later migration defines anew is what runs: a fault in the older one changes nothing. */
export function withoutReplaced<One extends Mutant>(
  source: string,
  later: readonly string[],
  mutants: readonly One[],
): One[] {
  const names = new Set(
    later.flatMap((text) => [...text.matchAll(functionPattern)].map(([, name]) => name)),
  );
  const replaced = [...source.matchAll(functionPattern)].filter(([, name]) => names.has(name));
  return mutants.filter(
    ({ start }) =>
      !replaced.some(({ index, 0: text }) => start >= index && start < index + text.length),
  );
}
