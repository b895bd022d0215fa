import {
  differenceLine,
  verifyBooks,
  witnessedSince,
} from "../apps/server/src/office/books/book-check.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run verify-ledger`: holds the books against themselves at one moment, beside a running Sanshi or
 * without one: every transfer, account and running total, every position from its fills and corporate
 * actions, every deposit, withdrawal and exchange, what was decided and who signed in. Prints each difference
 * with its ids; ends with 1 where there is one. Changes nothing.
 */
export async function verifyLedger(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<number> {
  const settings = readSettings(environment, projectFolder);
  const { connectionString, close } = await reachDatabase(
    settings.databaseUrl,
    dataFolderOf(settings),
  );
  const database = createDatabase(connectionString, { poolMax: 1 });
  try {
    const { checked, differences } = await verifyBooks(database.reader);
    for (const difference of differences) print(differenceLine(difference));
    const since = new Date(await witnessedSince(database.reader)).toISOString();
    print(
      `Sign-ins, rights, decisions and settings are compared with the audit log since ${since}`,
    );
    const counts = Object.entries(checked).map(([name, count]) => `${count} ${name}`);
    print(`${counts.join(", ")}: ${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    await database.close();
    await close();
  }
}

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await verifyLedger(process.env, (text) => console.log(text));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
