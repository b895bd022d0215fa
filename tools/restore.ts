import { parseArgs } from "node:util";
import { restoreInstance, targetOf } from "../apps/server/src/platform/backup/index.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { StartError } from "../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf } from "./reach-database.ts";
import { verifyLedger } from "./verify-ledger.ts";

/**
 * `npm run restore -- --until 2026-11-22T12:00:00Z`: makes a new data folder from the backups of `BACKUP_TO`,
 * as everything was in that second (real time, UTC unless it says otherwise); without `--until`, all that
 * there is. Never over a folder that has a database. Ends with 1 where the restored books do not hold.
 */
export async function restore(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  parameters: readonly string[],
): Promise<number> {
  const settings = readSettings(environment, projectFolder);
  if (settings.backup === null) {
    throw new StartError("Say where from, with BACKUP_TO=/a/folder or BACKUP_TO=s3://a-bucket.");
  }
  const dataDir = dataFolderOf(settings);
  const { missing } = await restoreInstance({
    dataDir,
    target: targetOf(settings.backup, settings.documentStore),
    until: untilOf(parameters),
    keysFolder: settings.backup.keysTo,
    keysElsewhere: settings.documentKeys !== null,
    documentsElsewhere: settings.documentStore !== null,
    onProgress: print,
  });
  print("Holding the books against themselves");
  const code = await verifyLedger({ ...environment, DATA_DIR: dataDir }, print);
  for (const sentence of missing) print(sentence);
  print(
    "Its audit log goes on from the last entry of that moment: heads that were signed later name entries that it does not have. Unless SIGNING_KEY_FILE or the former key's folder is there, it signs with a new key; what was signed before holds with the keys that it has published.",
  );
  print(`Restored into ${dataDir}${code === 0 ? ": start it with the same settings" : ""}`);
  return code;
}

function untilOf(parameters: readonly string[]): Date | null {
  const args = parameters.filter((one) => one !== "--");
  const { values } = parseArgs({ args, options: { until: { type: "string" } } });
  if (values.until === undefined) return null;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/;
  const at = new Date(values.until);
  if (isTime.test(values.until) && !Number.isNaN(at.getTime())) return at;
  throw new StartError(
    `--until takes a time with its zone, such as 2026-11-22T12:00:00Z, not "${values.until}".`,
  );
}

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await restore(
      process.env,
      (text) => console.log(text),
      process.argv.slice(2),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
