import { parseArgs } from "node:util";
import { emailLengthMax, emailPattern } from "@sanshi/contract";
import { keepAuditHead } from "../apps/server/src/governance/audit/audit.ts";
import { addOperatorLocally } from "../apps/server/src/office/operators/operators.ts";
import { createAuditLog } from "../apps/server/src/platform/audit-log.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { projectFolder } from "./project.ts";
import { dataFolderOf, reachDatabase } from "./reach-database.ts";

/**
 * `npm run add-operator -- --email somebody@example.com`: makes an administrator where fewer than two can sign
 * in, and prints a one-time password. The audit log says so, and every administrator is told.
 */
export async function addOperatorCommand(
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
  parameters: readonly string[],
): Promise<number> {
  const email = emailOf(parameters);
  if (email === null) {
    print("Say whom to add: npm run add-operator -- --email somebody@example.com");
    return 2;
  }
  const settings = readSettings(environment, projectFolder);
  const dataDir = dataFolderOf(settings);
  const { connectionString, close } = await reachDatabase(settings.databaseUrl, dataDir);
  const database = createDatabase(connectionString, { poolMax: 2 });
  try {
    const auditLog = createAuditLog(database);
    await keepAuditHead({ database, auditLog, log: createLog("error"), settings: { dataDir } });
    const added = await addOperatorLocally({ database, auditLog }, email);
    if (!added.ok) {
      print(
        added.why === "exists"
          ? `There is an operator ${email} already; npm run reset-operator gives a new password.`
          : "Two administrators can sign in: they let others in, in the back office.",
      );
      return 1;
    }
    print(
      `${email} can sign in as an administrator with this one-time password: ${added.password}`,
    );
    print("It is shown this once and has to be changed first. Every administrator is told of it.");
    return 0;
  } finally {
    await database.close();
    await close();
  }
}

/** Null where there is none, or what is given is none. */
function emailOf(parameters: readonly string[]): string | null {
  try {
    const { values } = parseArgs({ args: [...parameters], options: { email: { type: "string" } } });
    const { email = "" } = values;
    return email.length <= emailLengthMax && emailPattern.test(email) ? email : null;
  } catch {
    return null;
  }
}

if (isMainModule(import.meta.url)) {
  try {
    process.exitCode = await addOperatorCommand(
      process.env,
      (text) => console.log(text),
      process.argv.slice(2),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
