import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCrashes } from "./crashes/crash-run.ts";
import { killKinds, plants } from "./crashes/plants.ts";
import { createTemplate } from "./crashes/world.ts";
import { testSeed as seed } from "../support/chance.ts";

/**
 * A short run of what `npm run simulate` does at length, and the proof that it would find a fault.
 * TEST_SEED repeats a run's choices.
 */

/** After each kill the server starts anew, which takes a busy machine half a minute. */
const timeout = 1_800_000;

let template: Awaited<ReturnType<typeof createTemplate>>;
beforeAll(async () => {
  template = await createTemplate();
});
afterAll(() => template.remove());

describe("trading while server and PostgreSQL are killed", { timeout }, () => {
  it("loses nothing that was acknowledged and does nothing twice", async () => {
    const report = await runCrashes({
      seed,
      kills: killKinds,
      customers: 20,
      template: template.dataDir,
    });
    expect(report.faults).toEqual([]);
    expect(report.counts.accepted).toBeGreaterThan(100);
    expect(report.counts.refused).toBeGreaterThan(0);
    expect(report.counts.windows).toBeGreaterThan(20);
  });

  it.each(plants)("would not go unnoticed with $name", async (plant) => {
    const { faults } = await runCrashes({
      seed,
      kills: plant.kills,
      customers: 10,
      template: template.dataDir,
      plant,
    });
    expect(faults.length).toBeGreaterThan(0);
  });
});
