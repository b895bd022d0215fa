import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { chooseMutants, sourcesOf, type PlacedMutant } from "./mutation/choose-mutants.ts";
import { applyMutant, describeMutant } from "./mutation/mutant.ts";
import { findNearTests, type NearTests } from "./mutation/near-tests.ts";
import { copyProject } from "./mutation/project-copy.ts";
import { SessionProcess } from "./mutation/session-process.ts";
import { projectFolder } from "./project.ts";

const usage = `npm run mutate <folder or file …> -- [--most 40] [--seed sanshi] [--with <words>] [--kind <word>] [--line <n>]

Plants small faults, one at a time and in a copy, and runs the nearest tests: what no test notices
stands below with its place. --with adds the test files whose path has one of the words.`;

/** Some twice what the tests take without a fault, and what a busy machine adds. */
const patience = { times: 3, ms: 90_000 };
const untouchedMsMax = 30 * 60_000;
/** More than these are hardly near: a fault that only a far test notices has no test that names it. */
const testFilesMax = 12;
/** So many run together: most faults are noticed by the nearest, and the others need not run. */
const filesARound = 3;

interface Plan {
  readonly mutant: PlacedMutant;
  /** One list after the other, until a test fails. */
  readonly rounds: readonly (readonly string[])[];
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
    const survivors = await runPlans(plans, copy.folder, session);
    if (survivors === undefined) return 1;
    console.log(`\n${scores(plans, survivors, values.seed)}`);
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

function roundsOf(path: string, near: NearTests, extra: readonly string[]): string[][] {
  const tests = near.of(path).slice(0, testFilesMax);
  const all = [...tests, ...near.named(extra).filter((test) => !tests.includes(test))];
  return Array.from({ length: Math.ceil(all.length / filesARound) }, (_, round) =>
    all.slice(round * filesARound, (round + 1) * filesARound),
  );
}

/** The faults that no test noticed; undefined where tests fail without any. */
async function runPlans(
  plans: readonly Plan[],
  folder: string,
  session: SessionProcess,
): Promise<Plan[] | undefined> {
  const durations = new Map<string, number>();
  const survivors: Plan[] = [];
  for (const [index, plan] of plans.entries()) {
    const { mutant, rounds } = plan;
    const begun = await passWithout(join(folder, mutant.path), rounds.flat(), session, durations);
    if (!begun) return undefined;
    const noticed = await isNoticed(plan, folder, session, durations);
    const place = `${mutant.path}:${mutant.line}`;
    console.log(`${index + 1}/${plans.length} ${place} ${mutant.kind}: ${noticed ?? "SURVIVED"}`);
    if (noticed !== undefined) continue;
    survivors.push(plan);
    console.log(describeMutant(readFileSync(join(folder, mutant.path), "utf8"), mutant));
  }
  return survivors;
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

/** By which test, or how else a fault was noticed. */
async function isNoticed(
  { mutant, rounds }: Plan,
  folder: string,
  session: SessionProcess,
  durations: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  const changed = join(folder, mutant.path);
  const source = readFileSync(changed, "utf8");
  // The tests' database is made of the migrations once a session.
  const isReadOnce = mutant.path.endsWith(".sql");
  writeFileSync(changed, applyMutant(source, mutant));
  try {
    if (isReadOnce) await session.end();
    for (const tests of rounds) {
      const usual = tests.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0);
      const msMax = usual * patience.times + patience.ms;
      const outcome = await session.run({ changed, tests }, msMax);
      if (outcome === "too long") return outcome;
      if (outcome.failed.length > 0 || outcome.ran === 0) return outcome.failed[0] ?? "no test ran";
    }
    return undefined;
  } finally {
    writeFileSync(changed, source);
    if (isReadOnce) await session.end();
  }
}

/** A row for each folder, as docs/mutation-scores.md has them. */
function scores(plans: readonly Plan[], survivors: readonly Plan[], seed: string): string {
  const folders = [...new Set(plans.map(({ mutant }) => dirname(mutant.path)))].toSorted();
  const isIn = (folder: string) => (plan: Plan) => dirname(plan.mutant.path) === folder;
  const row = (name: string, all: number, left: number) =>
    `| ${name} | ${seed} | ${all} | ${all - left} | ${((100 * (all - left)) / all).toFixed(0)} % |`;
  return [
    "| folder | seed | planted | noticed | score |",
    "| --- | --- | --- | --- | --- |",
    ...folders.map((folder) =>
      row(folder, plans.filter(isIn(folder)).length, survivors.filter(isIn(folder)).length),
    ),
    row("all", plans.length, survivors.length),
  ].join("\n");
}

process.exitCode = await main();
