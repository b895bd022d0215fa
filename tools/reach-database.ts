import { createLog } from "../apps/server/src/platform/log.ts";
import {
  chooseDataFolder,
  connectionOfRunning,
  lockDataFolder,
  startPostgres,
} from "../apps/server/src/platform/postgres/index.ts";
import type { Settings } from "../apps/server/src/platform/settings.ts";

/** The folder that Sanshi itself would use with these settings. */
export function dataFolderOf({ databaseUrl, dataDir, dataDirIsDefault }: Settings): string {
  if (databaseUrl !== null) return dataDir;
  return chooseDataFolder({ dataDir, isDefault: dataDirIsDefault }).dataDir;
}

/** The PostgreSQL of DATABASE_URL, the one that a running Sanshi uses, or one started for this. */
export async function reachDatabase(
  databaseUrl: string | null,
  dataDir: string,
): Promise<{ connectionString: string; close: () => Promise<void> }> {
  const connectionString = databaseUrl ?? connectionOfRunning(dataDir);
  if (connectionString !== null) return { connectionString, close: () => Promise.resolve() };
  const lock = await lockDataFolder(dataDir);
  const postgres = await startPostgres({ dataDir, log: createLog("error") });
  return {
    connectionString: postgres.connectionString,
    async close() {
      await postgres.stop();
      lock.release();
    },
  };
}
