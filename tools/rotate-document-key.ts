import { randomBytes } from "node:crypto";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import {
  keyBytes,
  keyFilePath,
  keyRingOf,
  readKeyFile,
  writeKeyFile,
} from "../apps/server/src/platform/sealing/key-ring.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase, type Database } from "../apps/server/src/platform/sql/database.ts";
import { isForgettable, sealAnew } from "../apps/server/src/sealed-columns.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run rotate-document-key`: makes a new document key and seals with it whatever an older one sealed,
 * also while Sanshi runs. The older ones stay in the file until `-- --forget`, because a server may
 * have been about to use one; a key that anything still needs is not forgotten.
 *
 * Where DOCUMENT_KEY names the keys, put a new one in front of the old one, start Sanshi with both, and
 * run this with both: it says when the old one can go.
 */
export async function rotateDocumentKey(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  parameters: readonly string[] = [],
): Promise<number> {
  const settings = readSettings(environment, projectFolder);
  const dataDir = dataFolderOf(settings);
  const forgets = parameters.includes("--forget");
  const path = keyFilePath(dataDir);
  const keys = [...(settings.documentKeys ?? readKeyFile(path))];
  const isInFile = settings.documentKeys === null;
  if (isInFile && !forgets) {
    keys.unshift(randomBytes(keyBytes));
    // Before anything is sealed with it: a key that only this process knew would be lost with it.
    await writeKeyFile(path, keys);
  }
  const { connectionString, close } = await reachDatabase(settings.databaseUrl, dataDir);
  const database = createDatabase(connectionString, { poolMax: 1 });
  try {
    const count = await sealAnew(database, keyRingOf(keys));
    print(`${count} sealed anew with the newest of ${keys.length} keys`);
    const needed = await keysStillNeeded(database, keys);
    if (isInFile && forgets) await writeKeyFile(path, needed);
    const spare = keys.length - needed.length;
    if (spare > 0) print(adviceAbout(spare, { isInFile, forgets }));
    return 0;
  } finally {
    await database.close();
    await close();
  }
}

function adviceAbout(
  spare: number,
  { isInFile, forgets }: { isInFile: boolean; forgets: boolean },
) {
  if (isInFile && forgets) return `${spare} older keys are forgotten; keep no copy of them`;
  const how = isInFile ? "run this again with -- --forget" : "take them out of DOCUMENT_KEY";
  return `Nothing needs ${spare} of the older keys any more: ${how}`;
}

async function keysStillNeeded(database: Database, keys: readonly Buffer[]): Promise<Buffer[]> {
  const needed: Buffer[] = [];
  for (const [at, key] of keys.entries()) {
    if (at === 0 || !(await isForgettable(database, key))) needed.push(key);
  }
  return needed;
}

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await rotateDocumentKey(
      process.env,
      (text) => console.log(text),
      process.argv.slice(2),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
