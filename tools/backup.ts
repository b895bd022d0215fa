import { backUp, backupOptionsOf } from "../apps/server/src/platform/backup/index.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { StartError } from "../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run backup`: one backup now, of a running instance or of one that is not, to where `BACKUP_TO` says.
 * An instance with that setting backs itself up; this is for a moment of one's own choice.
 */
export async function backup(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<void> {
  const settings = readSettings(environment, projectFolder);
  if (settings.backup === null) {
    throw new StartError("Say where to, with BACKUP_TO=/a/folder or BACKUP_TO=s3://a-bucket.");
  }
  if (settings.databaseUrl !== null) {
    throw new StartError(
      "DATABASE_URL names a PostgreSQL of your own: back it up with its own means, such as pg_basebackup or pgBackRest.",
    );
  }
  const dataDir = dataFolderOf(settings);
  // One that is not running runs for this.
  const { close } = await reachDatabase(null, dataDir);
  try {
    const options = backupOptionsOf({ ...settings, dataDir }, settings.backup);
    const report = await backUp(options);
    print(`The backup ${report.id} is complete in ${options.target.name}`);
    print(`${report.parts} parts, ${report.documents} documents that were not there yet`);
    print(
      report.keys.length > 0
        ? `Keys copied to ${settings.backup.keysTo}: ${report.keys.join(", ")}`
        : "The keys are not in it: name another folder with BACKUP_KEYS_TO, or keep DOCUMENT_KEY yourself",
    );
  } finally {
    await close();
  }
}

if (isMainModule(import.meta.url)) {
  try {
    await backup(process.env, (text) => console.log(text));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
