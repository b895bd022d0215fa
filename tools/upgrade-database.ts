import { join } from "node:path";
import { verifyBooks } from "../apps/server/src/office/books/book-check.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { StartError } from "../apps/server/src/platform/postgres/index.ts";
import {
  upgradeDatabase,
  type UpgradeOptions,
} from "../apps/server/src/platform/postgres/upgrade-database.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf } from "./reach-database.ts";

/**
 * `npm run upgrade-database`: moves the data folder of a stopped instance to the major of PostgreSQL that
 * this version carries. Nothing happens to the old one, which stays beside it.
 */
export async function upgrade(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  options: Pick<UpgradeOptions, "durable"> = {},
): Promise<void> {
  const settings = readSettings(environment, projectFolder);
  if (settings.databaseUrl !== null) {
    throw new StartError(
      "The database of DATABASE_URL is upgraded by whoever runs it (pg_upgrade, or the provider's own): this command is for the PostgreSQL that Sanshi starts itself.",
    );
  }
  const upgraded = await upgradeDatabase({
    dataDir: dataFolderOf(settings),
    migrationsFolder: join(projectFolder, "database", "migrations"),
    check: booksHold,
    onProgress: print,
    ...options,
  });
  if (upgraded === null) return print("The data is of this version's PostgreSQL already");
  const { from, to, oldFolder } = upgraded;
  print(`PostgreSQL ${from}'s data is PostgreSQL ${to}'s now; the old one is in ${oldFolder}:`);
  print("remove it once you have looked. Backups go on in a new folder: set BACKUP_TO to one.");
}

async function booksHold(connectionString: string): Promise<boolean> {
  const database = createDatabase(connectionString, { poolMax: 1 });
  try {
    const { differences } = await verifyBooks(database.reader);
    return differences.length === 0;
  } finally {
    await database.close();
  }
}

if (isMainModule(import.meta.url)) {
  try {
    await upgrade(process.env, (text) => console.log(text));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
