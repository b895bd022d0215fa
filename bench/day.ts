import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApplication, projectFolder } from "../apps/server/src/application.ts";
import type { Context } from "../apps/server/src/context.ts";
import { verifyBooks } from "../apps/server/src/office/books/book-check.ts";
import { moveClock } from "../apps/server/src/office/simulation/simulation.store.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import {
  createDatabase,
  firstRow,
  sql,
  type Database,
} from "../apps/server/src/platform/sql/database.ts";
import { prepareDatabase } from "../apps/server/src/platform/sql/prepare-database.ts";
import { copyCustomers } from "./day/copies.ts";
import { signUpTraders } from "./day/traders.ts";
import { familySeconds, processorSeconds } from "./orders/processor-time.ts";

const countsDefault = ["10000", "100000"];
const models = 50;
const daySeconds = 86_400;
const turnsMax = 50;

/**
 * A day of the simulated market for 10,000 customers and for 100,000, or for as many as the parameters say, each with
 * a purchase, two positions with borrowed money and a short: margin, interest, net assets and all else that the end of
 * a day brings, without the delays of draws. The clock goes on by a day at once, and the jobs have their turns until
 * nothing is left to be done. Ends with 1 where a day takes more than a minute, a customer costs half more among many
 * than among few, or the books do not hold.
 */
export async function run(counts: string[]): Promise<void> {
  const each: { customers: number; seconds: number }[] = [];
  for (const count of counts.length > 0 ? counts : countsDefault) {
    each.push({ customers: Number(count), seconds: await measureDays(Number(count)) });
  }
  const perCustomer = each.map(({ customers, seconds }) => seconds / customers);
  const isFlat = Math.max(...perCustomer) <= 1.5 * (perCustomer[0] ?? 0);
  if (!isFlat || each.some(({ seconds }) => seconds > 60)) process.exitCode = 1;
}

async function measureDays(customers: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = createLog("warn");
  const postgres = await startPostgres({ dataDir, log: createLog("error") });
  const { connectionString, ownerConnectionString } = postgres;
  await prepareDatabase(
    { connectionString, ownerConnectionString },
    join(projectFolder, "database", "migrations"),
  );
  const owner = createDatabase(ownerConnectionString, { poolMax: 1 });
  const application = await createApplication({
    settings: readSettings(
      {
        DATA_DIR: dataDir,
        INVITATION_CODE: "BENCHED1",
        SIMULATED_GRANT: "JPY:20000000,USD:200000,CNY:1000000",
        LOG_LEVEL: "error",
        CUSTOMER_CALLS_PER_SECOND: "100000",
      },
      projectFolder,
    ),
    connectionString,
    log,
    onProgress: () => undefined,
    jobsByThemselves: false,
  });
  const { context } = application;
  try {
    await leaveDelays(owner);
    await signUpTraders(context, models);
    // What they were given is valued once: that its copies are no new customers' money is copied with it.
    await giveTurns(context, owner);
    await copyCustomers({ database: owner }, customers - models);
    const spent = () => ({
      node: processorSeconds(process.pid),
      postgres: familySeconds(postgres.pid()),
    });
    let seconds = 0;
    for (const name of ["the hour it is", "a day", "another day"]) {
      if (name !== "the hour it is") await advance(context, owner, daySeconds);
      const before = spent();
      const took = await giveTurns(context, owner);
      const after = spent();
      if (name !== "the hour it is") seconds = Math.max(seconds, took.busy);
      console.log(
        `${customers} customers, ${name}: ${took.all.map((one) => one.toFixed(1)).join(" + ")} s, ` +
          `node ${(after.node - before.node).toFixed(1)} s, PostgreSQL ${(after.postgres - before.postgres).toFixed(1)} s, ` +
          JSON.stringify(await written(owner)),
      );
    }
    const { checked, differences } = await verifyBooks(owner.reader);
    console.log(
      JSON.stringify(checked),
      differences.slice(0, 5),
      `${differences.length} differences`,
    );
    if (differences.length > 0) process.exitCode = 1;
    return seconds;
  } finally {
    await application.close();
    await owner.close();
    await postgres.stop();
    for (const folder of [dataDir, `${dataDir}-keys`]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/**
 * A draw's delay takes its minute or more on a core of its own, whoever takes part: it would hide what customers cost.
 * As if another process were at each of them.
 */
async function leaveDelays({ reader }: Database): Promise<void> {
  for (const table of ["offering", "block_draw"]) {
    await sql`ALTER TABLE ${sql.table(table)} ALTER COLUMN computing_until SET DEFAULT 'infinity'`.execute(
      reader,
    );
  }
}

async function advance({ clock }: Context, owner: Database, seconds: number): Promise<void> {
  await owner.transaction((transaction) => moveClock(transaction, seconds));
  await clock.synchronise();
}

/** Turn after turn until one leaves nothing behind that another wrote. */
async function giveTurns(
  { jobs }: Context,
  owner: Database,
): Promise<{ all: number[]; busy: number }> {
  const all: number[] = [];
  let before = "";
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const began = performance.now();
    await jobs.giveTurns();
    await jobs.settled();
    all.push((performance.now() - began) / 1_000);
    const now = JSON.stringify(await written(owner));
    if (now === before) break;
    before = now;
  }
  return { all, busy: all.reduce((sum, one) => sum + one, 0) };
}

async function written({ reader }: Database): Promise<Record<string, string>> {
  const row = await firstRow(
    reader,
    sql<Record<string, string>>`SELECT (SELECT count(*) FROM net_assets)::text AS net_assets,
      (SELECT count(*) FROM net_assets_day)::text AS days,
      (SELECT count(*) FROM position WHERE interest_units > 0)::text AS with_interest,
      (SELECT min(interest_through) FROM position WHERE leverage > 1)::text AS interest_through,
      (SELECT count(*) FROM fill)::text AS fills,
      (SELECT count(*) FROM message)::text AS messages,
      (SELECT count(*) FROM ledger_posting)::text AS postings`,
  );
  return row ?? {};
}
