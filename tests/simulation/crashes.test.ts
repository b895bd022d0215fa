import { describe, expect, it, vi } from "vitest";
import { runCrashes } from "./crashes/crash-run.ts";
import { plants } from "./crashes/plants.ts";
import { testSeed as seed } from "../support/chance.ts";

/**
 * A short run of what `npm run simulate` does at length, and the proof that it would find a fault.
 * TEST_SEED repeats a run's choices. After each kill the server starts anew, which takes a busy machine half
 * a minute.
 */
vi.setConfig({ testTimeout: 400_000 });

describe("trading while server and PostgreSQL are killed", () => {
  it("loses nothing that was acknowledged and does nothing twice", async () => {
    const report = await runCrashes({ seed, crashes: 5, customers: 20 });
    expect(report.faults).toEqual([]);
    expect(report.counts.accepted).toBeGreaterThan(100);
    expect(report.counts.refused).toBeGreaterThan(0);
    expect(report.counts.windows).toBeGreaterThan(20);
  });

  it.each(plants)("would not go unnoticed with $name", async (plant) => {
    const report = await runCrashes({ seed, crashes: 3, customers: 20, plant });
    expect(report.faults.length).toBeGreaterThan(0);
  });
});
