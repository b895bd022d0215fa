import { checkChain } from "../apps/server/src/features/audit/chain.ts";
import { readHeadFile, writeHeadFile } from "../apps/server/src/features/audit/head-file.ts";
import { readAuditHead } from "../apps/server/src/platform/audit-log.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import {
  chooseDataFolder,
  connectionOfRunning,
  lockDataFolder,
  startPostgres,
} from "../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";

/**
 * `npm run verify-audit`: recomputes the audit log's chain and holds it against the head that is kept in
 * DATA_DIR. Prints every fault; ends with 1 where there is one. `-- --accept` keeps the head of a whole
 * chain where none is kept, as after a move to another machine.
 */
export async function verifyAudit(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  parameters: readonly string[] = [],
): Promise<number> {
  const settings = readSettings(environment, projectFolder);
  const { dataDir } =
    settings.databaseUrl === null
      ? chooseDataFolder({ dataDir: settings.dataDir, isDefault: settings.dataDirIsDefault })
      : settings;
  const { connectionString, close } = await reach(settings.databaseUrl, dataDir);
  const database = createDatabase(connectionString, { poolMax: 1 });
  try {
    const { reader } = database;
    const head = await readAuditHead(reader);
    const kept = await readHeadFile(dataDir, head.log);
    const accepts = parameters.includes("--accept") && kept === null;
    const report = await checkChain(reader, accepts ? head : kept);
    if (accepts && report.faults.length === 0) await writeHeadFile(dataDir, head);
    for (const fault of report.faults) print(fault);
    print(
      `${report.entries} entries, ${report.faults.length} faults; head ${report.head || "none"}`,
    );
    return report.faults.length === 0 ? 0 : 1;
  } finally {
    await database.close();
    await close();
  }
}

/** The PostgreSQL of DATABASE_URL, the one that a running Sanshi uses, or one started for this. */
async function reach(
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

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await verifyAudit(
      process.env,
      (text) => console.log(text),
      process.argv.slice(2),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
