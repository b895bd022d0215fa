import { createClock } from "../../platform/clock.ts";
import { keyRingOf } from "../../platform/sealing/key-ring.ts";
import { createSealer } from "../../platform/sealing/sealer.ts";
import { createDatabase } from "../../platform/sql/database.ts";
import type { Listener } from "../../platform/sql/listener.ts";
import { drawDue, goOnWithDelay, publishRoots } from "./drawing.ts";

// A process that draws and nothing else, for a test that kills it: started with a database and its document key.
const [connectionString = "", key = ""] = process.argv.slice(2);
const database = createDatabase(connectionString, { poolMax: 4 });
const silent: Listener = {
  on: () => undefined,
  onReconnected: () => undefined,
  connected: () => false,
  close: async () => undefined,
};
const clock = await createClock(database, silent);
const sealer = await createSealer(database, keyRingOf([Buffer.from(key, "base64")]));
const log = { error: console.error } as never;
const context = { database, clock, sealer, log };
process.stdout.write("ready\n");
for (;;) {
  await publishRoots(context);
  await goOnWithDelay(context, new AbortController().signal);
  await drawDue(context);
}
