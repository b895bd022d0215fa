import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { layouts, makeRecord, type Layout } from "./replay/make-record.ts";

const own = resolve(import.meta.dirname, "..");

/**
 * How long a folder of recorded days takes to start, and how much memory, in five vendors' forms, each run in a process of
 * its own: `npm run bench replay [symbols] [years] [runs] [folder of another build]`. With another build (a checkout with
 * its node_modules) both read the same folder in turn. The whole size is `3000 20 3 <folder>`: 0.9 GB a form, deleted after.
 */
export async function run([
  symbols = "300",
  years = "20",
  runs = "3",
  other,
]: string[]): Promise<void> {
  const builds = other === undefined ? [own] : [own, resolve(other)];
  for (const layout of layouts) {
    const { rows, figures } = measure(layout, {
      symbols: Number(symbols),
      years: Number(years),
      runs: Number(runs),
      builds,
    });
    console.log(`${layout}: ${symbols} stocks × ${years} years, ${rows} rows`);
    console.table(figures);
  }
}

type Asked = { symbols: number; years: number; runs: number; builds: readonly string[] };
type Figures = Record<string, string | number>;

function measure(layout: Layout, asked: Asked): { rows: number; figures: Record<string, Figures> } {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-bench-replay-"));
  try {
    const rows = makeRecord(folder, { ...asked, layout });
    const figures: Record<string, Figures> = {};
    for (let run = 1; run <= asked.runs; run += 1) {
      // Whichever is first finds a colder disk.
      const inTurn = run % 2 === 1 ? asked.builds : asked.builds.toReversed();
      for (const build of inTurn) {
        figures[`${build === own ? "this build" : "the other"}, run ${run}`] = start(build, folder);
      }
    }
    return { rows, figures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function start(build: string, folder: string): Figures {
  const script = join(build, "bench", "replay", "start.ts");
  const { stdout, status } = spawnSync(process.execPath, [...process.execArgv, script, folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`the feed of ${build} did not start`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as Figures;
}
