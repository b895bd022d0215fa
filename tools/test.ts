import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "./check.ts";
import { runProgram } from "./project.ts";
import { addCounts, countReport, summaryLine, type Counts } from "./test-counts.ts";

/**
 * `npm test` runs everything: unit and integration tests, then the browser tests, which want the
 * machine for themselves, then the check. `npm test -- <filter>` runs the test files whose path holds
 * the filter. The last line is the sum of all.
 */
async function main(filters: readonly string[]): Promise<void> {
  const fast = ["unit", "tools", "server", "simulation"];
  let counts = await runVitest("Unit and integration tests", fast, filters);
  counts = addCounts(counts, await runVitest("Browser tests", ["e2e"], filters));
  if (filters.length === 0) counts = addCounts(counts, await runCheckSteps());
  console.log(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

async function runVitest(
  title: string,
  projects: readonly string[],
  filters: readonly string[],
): Promise<Counts> {
  console.log(`\n${title}`);
  const folder = mkdtempSync(join(tmpdir(), "sanshi-report-"));
  const report = join(folder, "report.json");
  try {
    const { code } = await runProgram(
      "vitest",
      [
        "run",
        ...projects.flatMap((name) => ["--project", name]),
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        ...filters,
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    return countReport(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

async function runCheckSteps(): Promise<Counts> {
  console.log("\nThe check");
  return { ...(await runChecks()), skipped: 0 };
}

await main(process.argv.slice(2).filter((parameter) => parameter !== "--"));
