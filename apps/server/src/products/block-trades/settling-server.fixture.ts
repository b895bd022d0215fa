import { createScriptedFeed } from "../../../../../tests/support/scripted-feed.ts";
import { createApplication, projectFolder } from "../../application.ts";
import { createLog } from "../../platform/log.ts";
import { readSettings } from "../../platform/settings.ts";

// The whole server with its jobs and the market's opening prices, for a test that kills it.
const [connectionString = "", key = "", dataDir = ""] = process.argv.slice(2);
await createApplication({
  settings: readSettings(
    { LOG_LEVEL: "fatal", DATA_DIR: dataDir, DOCUMENT_KEY: key, DRAW_DELAY: "2560" },
    projectFolder,
  ),
  connectionString,
  log: createLog("fatal"),
  onProgress: () => undefined,
  createFeed: (clock) => createScriptedFeed(clock),
});
process.stdout.write("ready\n");
