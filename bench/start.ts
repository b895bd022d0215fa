import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "../tools/project.ts";
import { olderBuild } from "./older-build.ts";
import { median } from "./orders/setting.ts";
import { startOnce, type Start } from "./start/start-once.ts";

const restSeconds = 20;

/**
 * `npm run bench start <data folder> [rounds] [--against <commit>]`: how long a start over an existing data folder takes
 * until `/readyz` answers, what node and PostgreSQL take of the processors by then, and what they hold of the memory
 * after 20 seconds at rest. With a commit an older build starts in turn with this one. Each build starts a copy of the
 * folder, the first time unmeasured: what it compiles, bundles and migrates once is no part of any round.
 *
 * @throws Error where the folder holds no database, or is in use, or a build does not start over it.
 */
export async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { against: { type: "string" } },
    allowPositionals: true,
  });
  const [dataDir = "", rounds = "5"] = positionals;
  objectToFolder(dataDir);
  const builds = new Map([["this build", projectFolder]]);
  if (values.against !== undefined) builds.set(values.against, olderBuild(values.against));
  const copies = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  // Where this is root, PostgreSQL runs as another user, who has to get to its folder.
  chmodSync(copies, 0o711);
  try {
    const measured = await measureRounds(builds, Number(rounds), (build) =>
      copyOf(dataDir, join(copies, String([...builds.keys()].indexOf(build)))),
    );
    printSummary(measured);
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}

function objectToFolder(dataDir: string): void {
  if (!existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
    throw new Error(`Name a data folder that an instance has left: "${dataDir}" holds no database`);
  }
  if (existsSync(join(dataDir, "postgres", "postmaster.pid"))) {
    throw new Error(`Stop the instance of ${dataDir} first: its PostgreSQL runs`);
  }
}

/** With whose files they are, and the folder of its keys that lies beside it. */
function copyOf(dataDir: string, into: string): string {
  const from = resolve(dataDir);
  mkdirSync(into);
  for (const folder of [from, `${from}-keys`].filter((one) => existsSync(one))) {
    const { status, stderr } = spawnSync("cp", ["-a", folder, into], { encoding: "utf8" });
    if (status !== 0) throw new Error(`${folder} was not copied: ${stderr.trim()}`);
  }
  return join(into, basename(from));
}

async function measureRounds(
  builds: ReadonlyMap<string, string>,
  rounds: number,
  copyFor: (build: string) => string,
): Promise<Map<string, Start[]>> {
  const folders = new Map<string, string>();
  for (const [name, build] of builds) {
    const dataDir = copyFor(name);
    folders.set(name, dataDir);
    const { readySeconds } = await startOnce(build, dataDir, 0);
    console.log(`first start, ${name}: ${readySeconds.toFixed(1)} s, not counted`);
  }
  const measured = new Map<string, Start[]>();
  for (let round = 1; round <= rounds; round += 1) {
    // Who begins has the machine as the round before left it: they take turns at that too.
    for (const [name, build] of round % 2 === 1 ? [...builds] : [...builds].toReversed()) {
      const start = await startOnce(build, folders.get(name) ?? "", restSeconds);
      measured.set(name, [...(measured.get(name) ?? []), start]);
      console.log(`round ${round}: ${name}: ${describeStart(start)}`);
    }
  }
  return measured;
}

function describeStart(start: Start): string {
  return [
    `ready after ${start.readySeconds.toFixed(2)} s`,
    `${start.nodeSeconds.toFixed(2)} + ${start.postgresSeconds.toFixed(2)} s of node and PostgreSQL`,
    `${start.nodeMegabytes.toFixed(0)} + ${start.postgresMegabytes.toFixed(0)} MB`,
  ].join(", ");
}

function printSummary(measured: ReadonlyMap<string, readonly Start[]>): void {
  console.log("\nMedians of the rounds");
  console.table(
    [...measured].map(([build, starts]) => {
      const of = (pick: (one: Start) => number, digits: number) =>
        Number(median(starts.map(pick)).toFixed(digits));
      return {
        build,
        "ready after s": of((one) => one.readySeconds, 2),
        "node s": of((one) => one.nodeSeconds, 2),
        "PostgreSQL s": of((one) => one.postgresSeconds, 2),
        "node MB": of((one) => one.nodeMegabytes, 0),
        "PostgreSQL MB": of((one) => one.postgresMegabytes, 0),
      };
    }),
  );
}
