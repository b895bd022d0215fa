import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockDataFolder, startPostgres } from "../../apps/server/src/platform/postgres/index.ts";
import { migrate } from "../../apps/server/src/platform/sql/migrate.ts";
import { quickFolder } from "../../tests/support/quick-folder.ts";
import { projectFolder } from "../project.ts";

/** A PostgreSQL of its own with every migration in it, for as long as the work takes. */
export async function inScratchDatabase<Result>(
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  // The tests' name: a folder that a killed run left is removed by the next run of the tests.
  const dataDir = await mkdtemp(join(quickFolder, "sanshi-test-"));
  const lock = await lockDataFolder(dataDir);
  try {
    const log = { info: () => undefined, warn: console.warn, error: console.error };
    const postgres = await startPostgres({ dataDir, log, durable: false });
    try {
      await migrate(
        postgres.ownerConnectionString,
        join(projectFolder, "database", "migrations"),
        () => undefined,
      );
      return await work(postgres.ownerConnectionString);
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}
