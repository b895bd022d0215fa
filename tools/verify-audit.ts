import { checkChain } from "../apps/server/src/features/audit/chain.ts";
import { readHeadFile, writeHeadFile } from "../apps/server/src/features/audit/head-file.ts";
import { readAuditHead } from "../apps/server/src/platform/audit-log.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

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
  const dataDir = dataFolderOf(settings);
  const { connectionString, close } = await reachDatabase(settings.databaseUrl, dataDir);
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
