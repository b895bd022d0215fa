import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApplication, projectFolder } from "../apps/server/src/application.ts";
import { dailyFigures, trialBalance } from "../apps/server/src/office/books/books.ts";
import { verifyBooks } from "../apps/server/src/office/books/book-check.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { prepareDatabase } from "../apps/server/src/platform/sql/prepare-database.ts";
import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { askAll, signUp, type Medians } from "./growth/calls.ts";
import { fillWithHistory, positionsEach } from "./growth/history.ts";

const positionsDefault = 1_000_000;

/**
 * Every reading call of a customer, in turn, on an empty instance and beside everybody else's history: a
 * million positions and more than five million postings, or as many as the first parameter says. The
 * customer has the same history both times. Prints medians and their ratio, and how long the books take;
 * then whether the books hold. Judges nothing.
 */
export async function run([positions = String(positionsDefault)]: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = createLog("error");
  const postgres = await startPostgres({ dataDir, log, onProgress: console.log });
  const { connectionString, ownerConnectionString } = postgres;
  await prepareDatabase(
    { connectionString, ownerConnectionString },
    join(projectFolder, "database", "migrations"),
  );
  const database = createDatabase(ownerConnectionString, { poolMax: 1 });
  const environment = {
    DATA_DIR: dataDir,
    INVITATION_CODE: "BENCHED1",
    SIMULATED_GRANT: "JPY:11000000",
    LOG_LEVEL: "error",
  };
  const application = await createApplication({
    settings: readSettings({ ...environment, CUSTOMER_CALLS_PER_SECOND: "100000" }, projectFolder),
    connectionString,
    log,
    onProgress: console.log,
  });
  try {
    const { context } = application;
    const customer = await signUp(context);
    await fillWithHistory({ quotes: context.quotes, database }, { account: customer.account });
    console.log("Asking on an empty instance");
    const empty = await askAll(context, customer);
    console.log(`Filling with ${positions} positions`);
    await fillWithHistory(
      { quotes: context.quotes, database },
      { customers: Math.ceil(Number(positions) / positionsEach) },
    );
    console.log("Asking beside them");
    const full = await askAll(context, customer);
    print(empty, full);
    await measureBooks(context);
  } finally {
    await application.close();
    await database.close();
    await postgres.stop();
    for (const folder of [dataDir, `${dataDir}-keys`])
      rmSync(folder, { recursive: true, force: true });
  }
}

function print(empty: Medians, full: Medians): void {
  const rows = [...full].map(([call, ms]) => {
    const before = empty.get(call) ?? Number.NaN;
    return {
      call,
      "empty ms": Number(before.toFixed(2)),
      "full ms": Number(ms.toFixed(2)),
      ratio: Number((ms / before).toFixed(2)),
    };
  });
  console.table(rows.toSorted((one, other) => other.ratio - one.ratio));
}

async function measureBooks(context: Parameters<typeof trialBalance>[0]): Promise<void> {
  const now = new Date(context.clock.now()).toISOString().slice(0, 10);
  const yearAgo = new Date(context.clock.now() - 360 * 86_400_000).toISOString().slice(0, 10);
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    const answer = await work();
    console.log(`${name}: ${Math.round(performance.now() - began)} ms`);
    return answer;
  };
  await timed("trial balance", () => trialBalance(context));
  await timed("daily figures of a year", () => dailyFigures(context, { from: yearAgo, to: now }));
  await timed("the whole check of the books", async () => {
    const { checked, differences } = await verifyBooks(context.database.reader);
    console.log(checked, `${differences.length} differences`, differences.slice(0, 5));
  });
}
