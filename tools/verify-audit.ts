import { checkChain } from "../apps/server/src/governance/audit/chain.ts";
import { readHeadFile, writeHeadFile } from "../apps/server/src/governance/audit/head-file.ts";
import { readAuditHead } from "../apps/server/src/platform/audit-log.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { isSignedHead, parseSignedHead } from "../apps/server/src/platform/signing/signed-head.ts";
import { knownKeys } from "../apps/server/src/platform/signing/signing-key.ts";
import { createDatabase, type Reader } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run verify-audit`: recomputes the audit log's chain and holds it against the head that is kept in
 * DATA_DIR. Prints every fault; ends with 1 where there is one. `-- --accept` keeps the head of a whole
 * chain where none is kept, as after a move to another machine. `-- --head <signed head>` holds the log
 * against one that a customer has: from a statement, or the list of their devices.
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
    const held = valueAfter("--head", parameters);
    if (held !== undefined) return await verifyHead(reader, held, print);
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

/** Whether the log still holds what a customer has in hand. */
async function verifyHead(
  reader: Reader,
  text: string,
  print: (text: string) => void,
): Promise<number> {
  const head = parseSignedHead(text);
  if (head === undefined) {
    print("this is no signed head: it begins with sanshi-head-v1 and has seven parts");
    return 2;
  }
  if (!isSignedHead(head, await knownKeys(reader))) {
    print(`no key of this instance has signed it: key ${head.keyId}`);
    return 1;
  }
  const { faults } = await checkChain(reader, head);
  const { log } = await readAuditHead(reader);
  if (log !== head.log) faults.unshift(`it was signed for log ${head.log}, and this is log ${log}`);
  for (const fault of faults) print(fault);
  const at = new Date(head.at).toISOString();
  print(`entry ${head.number}, signed at ${at}: ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

function valueAfter(name: string, parameters: readonly string[]): string | undefined {
  const index = parameters.indexOf(name);
  return index === -1 ? undefined : (parameters[index + 1] ?? "");
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
