import { createClock } from "../../platform/clock.ts";
import { drawDue, goOnWithDelay, publishRoots } from "../../platform/draws/drawing.ts";
import { createJobs } from "../../platform/jobs.ts";
import { keyRingOf } from "../../platform/sealing/key-ring.ts";
import { createSealer } from "../../platform/sealing/sealer.ts";
import { createDatabase } from "../../platform/sql/database.ts";
import type { Listener } from "../../platform/sql/listener.ts";
import { offeringDraws } from "./drawing.ts";
import { listDue } from "./listing.ts";
import { notifyEntrants } from "./notifying.ts";

// A process that draws and lists and nothing else, for a test that kills it: started with a database and its document key.
const [connectionString = "", key = ""] = process.argv.slice(2);
const database = createDatabase(connectionString, { poolMax: 4 });
const silent: Listener = {
  on: () => undefined,
  onReconnected: () => undefined,
  connected: () => false,
  close: async () => undefined,
};
const jobs = createJobs(console, { byThemselves: true });
const clock = await createClock({ database, listener: silent, jobs, log: console });
const sealer = await createSealer(database, keyRingOf([Buffer.from(key, "base64")]));
const log = { error: console.error } as never;
// A market that takes every company, and in which none trades yet.
const feed = { name: "simulated", additions: { of: "companies", objection: () => null } } as never;
const quotes = { instrument: () => null } as never;
const context = { database, clock, sealer, log, feed, quotes, hours: "always" as const };
process.stdout.write("ready\n");
for (;;) {
  await publishRoots(context, offeringDraws, async () => undefined);
  await goOnWithDelay(context, offeringDraws, new AbortController().signal);
  await drawDue(context, offeringDraws);
  await notifyEntrants(context);
  await listDue(context);
}
