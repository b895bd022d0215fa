import { parseArgs } from "node:util";
import {
  backUp,
  backupOptionsOf,
  momentText,
  targetOf,
  verifyBackups,
  type BackupTarget,
} from "../apps/server/src/platform/backup/index.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { StartError } from "../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run backup`: one backup now, of a running instance or of one that is not, to where `BACKUP_TO` says.
 * An instance with that setting backs itself up; this is for a moment of one's own choice. With `-- --verify` it
 * reads everything in the target instead, as a restore would, and ends with 1 where something is missing or damaged.
 */
export async function backup(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  parameters: readonly string[],
): Promise<number> {
  const settings = readSettings(environment, projectFolder);
  if (settings.backup === null) {
    throw new StartError("Say where to, with BACKUP_TO=/a/folder or BACKUP_TO=s3://a-bucket.");
  }
  const args = parameters.filter((one) => one !== "--");
  if (parseArgs({ args, options: { verify: { type: "boolean" } } }).values.verify === true) {
    return verify(targetOf(settings.backup, settings.documentStore), print);
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
  return 0;
}

async function verify(target: BackupTarget, print: (text: string) => void): Promise<number> {
  const { problems, spans } = await verifyBackups(target, { whole: true });
  for (const problem of problems) print(`${target.name}: ${problem}`);
  for (const { from, to } of spans) {
    print(`Every moment from ${momentText(from)} to ${momentText(to)} can be restored`);
  }
  if (spans.length === 0) print(`Nothing can be restored from ${target.name}`);
  return problems.length === 0 && spans.length > 0 ? 0 : 1;
}

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await backup(
      process.env,
      (text) => console.log(text),
      process.argv.slice(2),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
