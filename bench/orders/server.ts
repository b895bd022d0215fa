import { join } from "node:path";
import { createApplication, projectFolder } from "../../apps/server/src/application.ts";
import { createFolderTarget } from "../../apps/server/src/platform/backup/folder-target.ts";
import { backUp } from "../../apps/server/src/platform/backup/index.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { findFreePort } from "../../apps/server/src/platform/postgres/free-port.ts";
import { readSettings } from "../../apps/server/src/platform/settings.ts";
import { createDatabase } from "../../apps/server/src/platform/sql/database.ts";
import { prepareDatabase } from "../../apps/server/src/platform/sql/prepare-database.ts";
import { grantSetting, invitationCode, lendPool, operator, signUpAll } from "./customers.ts";
import { host, type BackedUp, type BackUpRequest, type ServerReady } from "./messages.ts";

/** The whole application as it is started, with customers who are signed in and have money. */
const connectionString = process.env["DATABASE_URL"] ?? "";
const port = await findFreePort();
const ownerConnectionString = process.env["DATABASE_OWNER_URL"] ?? "";
await prepareDatabase(
  { connectionString, ownerConnectionString },
  join(projectFolder, "database", "migrations"),
);
const application = await createApplication({
  settings: readSettings(
    {
      DATABASE_URL: connectionString,
      HOST: host,
      PORT: String(port),
      INVITATION_CODE: invitationCode,
      OPERATOR_EMAIL: operator.operatorEmail,
      OPERATOR_PASSWORD: operator.operatorPassword,
      SIMULATED_GRANT: grantSetting,
      // A connection of the bench calls faster than a person.
      CUSTOMER_CALLS_PER_SECOND: "1000000",
      DOCUMENT_KEY: Buffer.alloc(32, "bench").toString("base64"),
    },
    projectFolder,
  ),
  connectionString,
  log: createLog("warn"),
  onProgress: () => undefined,
});
const { context } = application;
const owner = createDatabase(ownerConnectionString, { poolMax: 1 });
const accounts = await signUpAll(context, owner, Number(process.env["CUSTOMERS"] ?? "512"));
await application.listen();
if (process.env["LENDS_POOL"] === "on") await lendPool(context);
await owner.close();
const codes = context.quotes
  .all("jpy")
  .slice(0, 20)
  .map(({ code }) => code);
process.send?.({ kind: "ready", port, accounts, codes } satisfies ServerReady);

process.on("message", ({ dataDir, folder }: BackUpRequest) => {
  const target = createFolderTarget(folder);
  const options = { dataDir, target, keepDays: 1, keysFolder: null, documentsFolder: null };
  void backUp(options).then(() => process.send?.({ kind: "backed-up" } satisfies BackedUp));
});
process.once("disconnect", () => void application.close().then(() => process.exit(0)));
