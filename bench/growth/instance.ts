import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hourMs, iso } from "@sanshi/contract";
import { createApplication, projectFolder } from "../../apps/server/src/application.ts";
import { dailyFigures, trialBalance } from "../../apps/server/src/office/books/books.ts";
import { verifyBooks } from "../../apps/server/src/office/books/book-check.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { startPostgres } from "../../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../../apps/server/src/platform/settings.ts";
import { createDatabase } from "../../apps/server/src/platform/sql/database.ts";
import { prepareDatabase } from "../../apps/server/src/platform/sql/prepare-database.ts";
import { newBlock } from "../../tests/support/test-blocks.ts";
import { ask, callsOf, signUp } from "./calls.ts";
import { fillWithHistory, positionsEach } from "./history.ts";
import type { FromInstance, ToInstance } from "./messages.ts";

/** A whole instance with a database of its own, and one customer with a year's history. */
const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
const log = createLog("error");
const postgres = await startPostgres({ dataDir, log });
const { connectionString, ownerConnectionString } = postgres;
await prepareDatabase(
  { connectionString, ownerConnectionString },
  join(projectFolder, "database", "migrations"),
);
const database = createDatabase(ownerConnectionString, { poolMax: 1 });
const application = await createApplication({
  settings: readSettings(
    {
      DATA_DIR: dataDir,
      INVITATION_CODE: "BENCHED1",
      OPERATOR_PASSWORD: "only for the bench",
      SIMULATED_GRANT: "JPY:11000000",
      LOG_LEVEL: "error",
      CUSTOMER_CALLS_PER_SECOND: "100000",
    },
    projectFolder,
  ),
  connectionString,
  log,
  onProgress: () => undefined,
});
const { context } = application;
const codes = context.quotes.instruments("jpy").map(({ code }) => code);
const customer = await signUp(context, database);
await fillWithHistory({ database, codes }, { account: customer.account });
// Whether the simulated market has one with a draw just now is chance.
await newBlock(
  { context, advance: (seconds) => sleep(seconds * 1_000) },
  { rule: "equal", settles_at: iso(context.clock.now() + 2 * hourMs) },
);
const calls = await callsOf(context, customer);

const say = (message: FromInstance) => process.send?.(message);

/** The books as an operator opens them, and the whole check; milliseconds. */
async function measureBooks(): Promise<FromInstance> {
  const now = new Date(context.clock.now()).toISOString().slice(0, 10);
  const yearAgo = new Date(context.clock.now() - 360 * 86_400_000).toISOString().slice(0, 10);
  const figures: Record<string, number> = {};
  const timed = async <Value>(name: string, work: () => Promise<Value>) => {
    const began = performance.now();
    const value = await work();
    figures[name] = Math.round(performance.now() - began);
    return value;
  };
  await timed("trial balance", () => trialBalance(context));
  await timed("daily figures of a year", () => dailyFigures(context, { from: yearAgo, to: now }));
  const { checked, differences } = await timed("the whole check of the books", () =>
    verifyBooks(context.database.reader),
  );
  return {
    kind: "checked",
    figures,
    checked: JSON.stringify(checked),
    differences: differences.length,
  };
}

process.on("message", (message: ToInstance) => {
  void (async () => {
    if (message.kind === "check") return say(await measureBooks());
    if (message.kind === "ask") {
      const call = calls[message.call];
      if (call === undefined) throw new Error(`there is no call ${message.call}`);
      return say({ kind: "answered", ...(await ask(context, call, customer)) });
    }
    const customers = Math.ceil(message.positions / positionsEach);
    await fillWithHistory({ database, codes }, { customers });
    return say({ kind: "filled" });
  })();
});
process.once("disconnect", () => {
  void (async () => {
    await application.close();
    await database.close();
    await postgres.stop();
    for (const folder of [dataDir, `${dataDir}-keys`])
      rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  })();
});
say({ kind: "ready", calls: calls.map(({ name }) => name) });
