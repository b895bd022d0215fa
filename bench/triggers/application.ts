import { join } from "node:path";
import {
  createApplication,
  projectFolder,
  type Application,
} from "../../apps/server/src/application.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { readSettings } from "../../apps/server/src/platform/settings.ts";
import { prepareDatabase } from "../../apps/server/src/platform/sql/prepare-database.ts";
import { grantSetting, invitationCode } from "../orders/customers.ts";
import { createTickingFeed, type TickingFeed } from "./ticking-feed.ts";

/** The whole application over a feed of so many ticks a second; nothing listens. */
export async function startTickingApplication(
  ticksPerSecond: number,
): Promise<{ application: Application; feed: TickingFeed }> {
  const connectionString = process.env["DATABASE_URL"] ?? "";
  const ownerConnectionString = process.env["DATABASE_OWNER_URL"] ?? "";
  await prepareDatabase(
    { connectionString, ownerConnectionString },
    join(projectFolder, "database", "migrations"),
  );
  let feed: TickingFeed | undefined;
  const application = await createApplication({
    settings: readSettings(
      {
        DATABASE_URL: connectionString,
        INVITATION_CODE: invitationCode,
        OPERATOR_PASSWORD: "only for the bench",
        SIMULATED_GRANT: grantSetting,
        DOCUMENT_KEY: Buffer.alloc(32, "bench").toString("base64"),
      },
      projectFolder,
    ),
    connectionString,
    log: createLog("warn"),
    onProgress: () => undefined,
    createFeed: (clock) => (feed = createTickingFeed(clock, ticksPerSecond)),
  });
  if (feed === undefined) throw new Error("the application made no feed");
  return { application, feed };
}
