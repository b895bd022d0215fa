import { keepAuditHead } from "../apps/server/src/governance/audit/audit.ts";
import { resetOperatorLocally } from "../apps/server/src/office/operators/operators.ts";
import { createAuditLog } from "../apps/server/src/platform/audit-log.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run reset-operator -- somebody@example.com`: prints a one-time password for an operator whom no
 * other two are left to reset. Their second factor and their sessions are gone, and the audit log says so.
 */
export async function resetOperatorCommand(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  [email]: readonly string[],
): Promise<number> {
  if (email === undefined) {
    print("Say whose password to reset: npm run reset-operator -- somebody@example.com");
    return 2;
  }
  const settings = readSettings(environment, projectFolder);
  const dataDir = dataFolderOf(settings);
  const { connectionString, close } = await reachDatabase(settings.databaseUrl, dataDir);
  const database = createDatabase(connectionString, { poolMax: 1 });
  try {
    const auditLog = createAuditLog(database);
    await keepAuditHead({ database, auditLog, log: createLog("error"), settings: { dataDir } });
    const password = await resetOperatorLocally({ database, auditLog }, email);
    if (password === null) {
      print(`There is no operator ${email}, or they are disabled.`);
      return 1;
    }
    print(`${email} can sign in with this one-time password: ${password}`);
    print("It has to be changed first; the second factor is to be set up anew.");
    return 0;
  } finally {
    await database.close();
    await close();
  }
}

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await resetOperatorCommand(
      process.env,
      (text) => console.log(text),
      process.argv.slice(2),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
