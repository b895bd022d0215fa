import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { chooseMutants, sourcesOf, type PlacedMutant } from "./mutation/choose-mutants.ts";
import { applyMutant, describeMutant } from "./mutation/mutant.ts";
import { findNearTests, type NearTests } from "./mutation/near-tests.ts";
import { copyProject } from "./mutation/project-copy.ts";
import { SessionProcess } from "./mutation/session-process.ts";
import { projectFolder } from "./project.ts";
import { isInGate } from "./test-groups.ts";

const usage = `npm run mutate <folder or file …> -- [--most 40] [--seed sanshi] [--with <words>] [--kind <word>] [--line <n>]

Plants small faults, one at a time and in a copy, and runs the nearest tests, those of npm test before
those of npm run test:all: what no test notices stands below with its place. --with adds the test files whose path has one of the words.`;

/** Some twice what the tests take without a fault, and what a busy machine adds. */
const patience = { times: 3, ms: 90_000 };
const untouchedMsMax = 30 * 60_000;
/** More than these are hardly near: a fault that only a far test notices has no test that names it. */
const testFilesMax = 12;
/** So many run together: most faults are noticed by the nearest, and the others need not run. */
const filesARound = 3;

interface Round {
  readonly tests: readonly string[];
  readonly inGate: boolean;
}

interface Plan {
  readonly mutant: PlacedMutant;
  /** One after the other, until a test fails: those of the gate first. */
  readonly rounds: readonly Round[];
}

/** By which test, or how else a fault was noticed. */
interface Noticed {
  readonly by: string;
  readonly inGate: boolean;
}

async function main(): Promise<number> {
  const { values, positionals } = readParameters();
  if (positionals.length === 0) {
    console.error(usage);
    return 2;
  }
  const paths = positionals.flatMap((place) => sourcesOf(projectFolder, place));
  const mutants = chooseMutants(projectFolder, paths, {
    seed: values.seed,
    most: Number(values.most),
    ...(values.line !== undefined && { line: Number(values.line) }),
    ...(values.kind !== undefined && { kind: values.kind }),
  });
  const near = findNearTests(projectFolder);
  const extra = (values.with ?? "").split(",").filter((word) => word !== "");
  const plans = mutants.map((mutant) => ({ mutant, rounds: roundsOf(mutant.path, near, extra) }));
  const copy = copyProject(projectFolder);
  const session = new SessionProcess(copy.folder);
  const stop = () => void session.end().finally(() => (copy.remove(), process.exit(130)));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const noticed = await runPlans(plans, copy.folder, session);
    if (noticed === undefined) return 1;
    console.log(`\n${scores(plans, noticed, values.seed)}`);
    return 0;
  } finally {
    await session.end();
    copy.remove();
  }
}

function readParameters() {
  return parseArgs({
    allowPositionals: true,
    options: {
      most: { type: "string", default: "40" },
      seed: { type: "string", default: "sanshi" },
      with: { type: "string" },
      kind: { type: "string" },
      line: { type: "string" },
    },
  });
}

function roundsOf(path: string, near: NearTests, extra: readonly string[]): Round[] {
  const tests = near.of(path);
  const named = near.named(extra);
  return [true, false].flatMap((inGate) => {
    const isOfKind = (test: string) => isInGate(test) === inGate;
    const nearest = tests.filter(isOfKind).slice(0, testFilesMax);
    const all = [...new Set([...nearest, ...named.filter(isOfKind)])];
    return Array.from({ length: Math.ceil(all.length / filesARound) }, (_, round) => ({
      tests: all.slice(round * filesARound, (round + 1) * filesARound),
      inGate,
    }));
  });
}

/** What noticed each fault, null of those that no test did; undefined where tests fail without any. */
async function runPlans(
  plans: readonly Plan[],
  folder: string,
  session: SessionProcess,
): Promise<ReadonlyMap<Plan, Noticed | null> | undefined> {
  const durations = new Map<string, number>();
  const noticedBy = new Map<Plan, Noticed | null>();
  for (const [index, plan] of plans.entries()) {
    const { mutant, rounds } = plan;
    const tests = rounds.flatMap((round) => round.tests);
    const begun = await passWithout(join(folder, mutant.path), tests, session, durations);
    if (!begun) return undefined;
    const noticed = await noticedOf(plan, folder, session, durations);
    noticedBy.set(plan, noticed);
    const place = `${mutant.path}:${mutant.line}`;
    const outcome = noticed === null ? "SURVIVED" : noticed.by;
    console.log(`${index + 1}/${plans.length} ${place} ${mutant.kind}: ${outcome}`);
    if (noticed !== null) continue;
    console.log(describeMutant(readFileSync(join(folder, mutant.path), "utf8"), mutant));
  }
  return noticedBy;
}

/** Whether the tests pass without a fault: otherwise they would notice anything. */
async function passWithout(
  changed: string,
  tests: readonly string[],
  session: SessionProcess,
  durations: Map<string, number>,
): Promise<boolean> {
  for (const test of tests.filter((one) => !durations.has(one))) {
    const began = performance.now();
    const outcome = await session.run({ changed, tests: [test] }, untouchedMsMax);
    if (outcome === "too long" || outcome.failed.length > 0 || outcome.ran === 0) {
      console.error(`Without a fault this fails already: ${test}`);
      console.error(outcome === "too long" ? outcome : outcome.failed.join("\n"));
      return false;
    }
    durations.set(test, performance.now() - began);
  }
  return true;
}

/** Null where no test fails. */
async function noticedOf(
  { mutant, rounds }: Plan,
  folder: string,
  session: SessionProcess,
  durations: ReadonlyMap<string, number>,
): Promise<Noticed | null> {
  const changed = join(folder, mutant.path);
  const source = readFileSync(changed, "utf8");
  // The tests' database is made of the migrations once a session.
  const isReadOnce = mutant.path.endsWith(".sql");
  writeFileSync(changed, applyMutant(source, mutant));
  try {
    if (isReadOnce) await session.end();
    for (const { tests, inGate } of rounds) {
      const usual = tests.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0);
      const msMax = usual * patience.times + patience.ms;
      const outcome = await session.run({ changed, tests }, msMax);
      if (outcome === "too long") return { by: outcome, inGate };
      if (outcome.failed.length > 0 || outcome.ran === 0) {
        return { by: outcome.failed[0] ?? "no test ran", inGate };
      }
    }
    return null;
  } finally {
    writeFileSync(changed, source);
    if (isReadOnce) await session.end();
  }
}

/** A row for each folder: how many faults the gate noticed, and how many all tests together. */
function scores(
  plans: readonly Plan[],
  noticedBy: ReadonlyMap<Plan, Noticed | null>,
  seed: string,
): string {
  const folders = [...new Set(plans.map(({ mutant }) => dirname(mutant.path)))].toSorted();
  const row = (name: string, of: readonly Plan[]) => {
    const noticed = of.flatMap((plan) => noticedBy.get(plan) ?? []);
    const byGate = noticed.filter(({ inGate }) => inGate).length;
    const score = ((100 * noticed.length) / of.length).toFixed(0);
    return `| ${name} | ${seed} | ${of.length} | ${byGate} | ${noticed.length} | ${score} % |`;
  };
  return [
    "| folder | seed | planted | noticed by the gate | by all tests | score |",
    "| --- | --- | --- | --- | --- | --- |",
    ...folders.map((folder) =>
      row(
        folder,
        plans.filter(({ mutant }) => dirname(mutant.path) === folder),
      ),
    ),
    row("all", plans),
  ].join("\n");
}

process.exitCode = await main();
