import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRecord, type Layout } from "./replay/make-record.ts";

const start = join(import.meta.dirname, "replay", "start.ts");

/**
 * How long a folder of recorded days takes to start, and how much memory: `npm run bench replay [symbols] [years]`,
 * once with a file for each stock and once with all of them in one file, each in a process of its own.
 */
export async function run([symbols = "3000", years = "20"]: string[]): Promise<void> {
  const figures: Record<string, unknown> = {};
  for (const layout of ["a file each", "one file"] as const) {
    figures[layout] = measure(layout, Number(symbols), Number(years));
  }
  console.log(`${symbols} stocks × ${years} years of daily bars`);
  console.table(figures);
}

function measure(layout: Layout, symbols: number, years: number): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-bench-replay-"));
  try {
    const rows = makeRecord(folder, { symbols, years, layout });
    const { stdout, status } = spawnSync(process.execPath, [...process.execArgv, start, folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (status !== 0) throw new Error(`the feed of ${layout} did not start`);
    const last = stdout.trim().split("\n").at(-1) ?? "{}";
    return { rows, ...(JSON.parse(last) as Record<string, unknown>) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
