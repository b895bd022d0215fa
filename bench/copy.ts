import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { copyStrategies, dayMs, iso, minuteMs, type CopyProductForm } from "@sanshi/contract";
import { marketKeys, minor, settlementCurrency, type Minor } from "@sanshi/money";
import pg from "pg";
import { createApplication, projectFolder } from "../apps/server/src/application.ts";
import type { Context } from "../apps/server/src/context.ts";
import { orderPathOf } from "../apps/server/src/features.ts";
import { advanceClock } from "../tests/support/advance-clock.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import {
  createDatabase,
  rows,
  sql,
  type Database,
} from "../apps/server/src/platform/sql/database.ts";
import { prepareDatabase } from "../apps/server/src/platform/sql/prepare-database.ts";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { lookAfterPools } from "../apps/server/src/products/copy-trading/copy-trading.jobs.ts";
import { endFollow, follow } from "../apps/server/src/products/copy-trading/following.ts";
import { publishProduct } from "../apps/server/src/products/copy-trading/publishing.ts";
import { findBookFaults } from "../tests/support/book-faults.ts";
import { followedByMany, manyCustomers } from "../tests/support/many-followers.ts";
import { verifyEverybody } from "./verify-everybody.ts";

const productsDefault = 50;
const followersDefault = 20_000;
/** A thousand in an hour, so many times as fast: the hour takes a minute. */
const flowsAnHour = 1_000;
const hurried = 60;
const valuedAtMinute = 720;
const cutOffMinutes = 30;

/**
 * `npm run bench copy [products] [followers]`: so many strategies on all the market's stocks and so many followers, on
 * a PostgreSQL of its own. Says how long the back-tests took, a valuation of all with nobody coming or going, one that
 * everybody buys at and one that everybody ends at with the statements of each, what orders of others waited for
 * meanwhile, and what a thousand followings and endings an hour do beside trading. Ends with 1 where the books differ.
 */
export async function run([products, followers]: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const postgres = await startPostgres({ dataDir, log: createLog("error") });
  const { connectionString, ownerConnectionString } = postgres;
  await prepareDatabase(
    { connectionString, ownerConnectionString },
    join(projectFolder, "database", "migrations"),
  );
  const application = await createApplication({
    settings: readSettings(
      {
        DATABASE_URL: connectionString,
        INVITATION_CODE: "CROWDED1",
        OPERATOR_PASSWORD: "only for the bench",
        DOCUMENT_KEY: Buffer.alloc(32, "bench").toString("base64"),
      },
      projectFolder,
    ),
    connectionString,
    log: createLog("error"),
    onProgress: () => undefined,
  });
  const owner = createDatabase(ownerConnectionString, {
    poolMax: 4,
    connectionWaitMsMax: 60_000,
  });
  try {
    await measure(application.context, owner, {
      products: Number(products ?? productsDefault),
      followers: Number(followers ?? followersDefault),
    });
  } finally {
    await application.close();
    await owner.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  context: Context,
  owner: Database,
  size: { products: number; followers: number },
): Promise<void> {
  const stocks = marketKeys.reduce((sum, key) => sum + context.quotes.instruments(key).length, 0);
  console.log(`${size.products} strategies on ${stocks} stocks, ${size.followers} followers`);
  const published = await publish(context, size.products);
  const tested = performance.now();
  await untilNone(
    owner,
    "SELECT FROM copy_product p WHERE NOT EXISTS (SELECT FROM copy_backtest WHERE product_id = p.id)",
  );
  console.log(
    `back-tests over daily bars: ${since(tested)} s for all of them, one after the other`,
  );
  await toMoment(context, owner, "the first, of the house's own money");
  const followings = await followAll(context, owner, published, size.followers);
  await toMoment(context, owner, "one that everybody buys at");
  await toMoment(context, owner, "one that nobody comes or goes at");
  await sql`UPDATE copy_following SET end_asked_at = locked_until + interval '1 second', end_cause = 'customer'
    WHERE id = ANY (${followings}::bigint[])`.execute(owner.reader);
  await besideOrders(context, owner, "one that everybody ends at", () =>
    toMoment(context, owner, "one that everybody ends at"),
  );
  await flowsBesideTrading(context, owner, published);
  const faults = await findBookFaults(context.database.reader);
  console.log(faults.length === 0 ? "the books hold" : `the books differ: ${faults.join("; ")}`);
  if (faults.length > 0) process.exitCode = 1;
}

type Published = { id: bigint; market: (typeof marketKeys)[number]; minimum: Minor };

async function publish(context: Context, count: number): Promise<Published[]> {
  const at = context.clock.now();
  const published: Published[] = [];
  for (let number = 0; number < count; number += 1) {
    const market = marketKeys[number % marketKeys.length] ?? "jpy";
    const strategy = copyStrategies[number % copyStrategies.length] ?? "momentum";
    const [amount, seed] = market === "jpy" ? ["10000", "10000000"] : ["100", "100000"];
    const form: CopyProductForm = {
      ...{ type: market, strategy, issuer: "Bench", minimum: amount, capacity: `${seed}000`, seed },
      names: { jp: strategy, cn: strategy, us: strategy },
      deadline: iso(at + 300 * dayMs),
      ...{ lock_up_days: 0, management_basis_points: 100, performance_basis_points: 1_000 },
      ...{ valued_at_minute: valuedAtMinute, cut_off_minutes: cutOffMinutes },
    };
    const id = await context.database.transaction((transaction) =>
      publishProduct(transaction, form, { proposalId: null, at }),
    );
    published.push({ id, market, minimum: minor(10_000n) });
  }
  return published;
}

/** The statements that PostgreSQL is sent from here, jobs and orders beside them among them. */
function countStatements(): () => number {
  let sent = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    sent += 1;
    return Reflect.apply(query, this, given) as never;
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
    return sent;
  };
}

/** To the next cut-off of each market, and to its valuation. */
async function toMoment(context: Context, owner: Database, name: string): Promise<void> {
  const before = await valuationsOf(owner);
  const began = performance.now();
  const stop = countStatements();
  let spent = 0;
  // Three markets, three noons: an hour at a time until all of a day are through.
  for (let half = 0; half < 48; half += 1) {
    await settleClock(context, 30 * 60 + 5);
    const from = performance.now();
    await lookAfterPools(context, orderPathOf(context));
    spent += performance.now() - from;
  }
  const statements = stop();
  const valued = (await valuationsOf(owner)) - before;
  console.log(
    `${name}: ${valued} valuations with decisions, orders and payments in ${(spent / 1_000).toFixed(1)} s of ${since(began)} s, ${statements} statements`,
  );
}

/** Forward, and then until the feed has followed. */
async function settleClock(context: Context, seconds: number): Promise<void> {
  await advanceClock(context, seconds);
  const until = performance.now() + 5_000;
  const now = context.clock.now();
  while (performance.now() < until) {
    const quotes = marketKeys.map((market) => context.quotes.all(market)[0]?.at ?? 0);
    if (quotes.every((at) => at >= now - 2 * minuteMs)) return;
    await pause(20);
  }
}

async function followAll(
  context: Context,
  owner: Database,
  published: readonly Published[],
  followers: number,
): Promise<bigint[]> {
  const each = Math.floor(followers / published.length);
  const at = context.clock.now();
  const followings: bigint[] = [];
  for (const { id, market, minimum } of published) {
    const currency = settlementCurrency(market);
    const grant = minor(minimum * 100n);
    const customers = await manyCustomers(owner, { count: each, currency, grant, at });
    const asked = { productId: id, currency, amount: minimum, at };
    followings.push(...(await followedByMany(owner, customers, asked)));
  }
  await sql`ANALYZE`.execute(owner.reader);
  return followings;
}

/** What orders of followers wait for while `work` goes on, one after the other. */
async function besideOrders(
  context: Context,
  owner: Database,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const customers = await rows(
    owner.reader,
    sql<{ id: bigint; account: string }>`SELECT c.id, c.account FROM customer c
      WHERE c.kind = 'person' AND EXISTS (SELECT FROM copy_following f JOIN copy_product p ON p.id = f.product_id
        WHERE f.customer_id = c.id AND p.market = 'jpy') ORDER BY c.id`,
  );
  const code = context.quotes.all("jpy")[0]?.code ?? "";
  const waits: number[] = [];
  let goesOn = true;
  const placing = (async () => {
    for (let count = 0; goesOn; count += 1) {
      const { id: customerId, account } = customers[(count * 37) % customers.length] ?? {
        id: 0n,
        account: "",
      };
      const from = performance.now();
      await orderPathOf(context).place(
        { customerId, account, sessionId: "", state: "active" },
        {
          ...{ type: "jpy", code, side: "long", kind: "market", quantity: "1", leverage: "1" },
          ...{ price: undefined, stopPrice: undefined, takeProfit: undefined, stopLoss: undefined },
          timeInForce: "until_cancelled",
        },
        crypto.randomUUID(),
      );
      waits.push(performance.now() - from);
      await pause(10);
    }
  })();
  await work();
  goesOn = false;
  await placing;
  console.log(`orders of followers beside ${name}: ${spread(waits)}`);
}

/** A thousand followings and endings an hour, hurried, beside orders. */
async function flowsBesideTrading(
  context: Context,
  owner: Database,
  published: readonly Published[],
): Promise<void> {
  const open = published.filter(({ market }) => market === "jpy");
  const at = context.clock.now();
  const count = (flowsAnHour * hurried) / 60;
  const grant = minor(1_000_000n);
  const ids = await manyCustomers(owner, { count: count / 2, currency: "JPY", grant, at });
  await verifyEverybody(owner.connectionString);
  const followed: { customerId: bigint; id: bigint }[] = [];
  const waits: number[] = [];
  const refused = new Map<string, number>();
  const paced = async (
    work: (index: number) => Promise<{ ok: boolean; refusal?: { code: string } }>,
  ) => {
    const began = performance.now();
    for (const index of ids.keys()) {
      const due = began + (index * 3_600_000) / flowsAnHour / hurried;
      if (due > performance.now()) await pause(due - performance.now());
      const from = performance.now();
      const outcome = await work(index);
      waits.push(performance.now() - from);
      const code = outcome.refusal?.code;
      if (code !== undefined) refused.set(code, (refused.get(code) ?? 0) + 1);
    }
  };
  const customerOf = (customerId: bigint) =>
    ({ customerId, account: "", sessionId: "", state: "active" }) as const;
  await besideOrders(context, owner, "followings", () =>
    paced(async (index) => {
      const customerId = ids[index] ?? 0n;
      const product = open[index % open.length];
      const asked = { id: product?.id ?? 0n, amount: "10000", stopPercent: null };
      const outcome = await follow(context, customerOf(customerId), asked, crypto.randomUUID());
      if (outcome.ok) followed.push({ customerId, id: BigInt(outcome.value.id) });
      return outcome;
    }),
  );
  await toMoment(context, owner, "one that half of them buy at");
  await besideOrders(context, owner, "endings", () =>
    paced(async (index) => {
      const own = followed[index % followed.length];
      if (own === undefined) throw new Error("nobody follows");
      return endFollow(context, customerOf(own.customerId), own.id, crypto.randomUUID());
    }),
  );
  await toMoment(context, owner, "one that they end at");
  console.log(
    `${waits.length} followings and endings, ${flowsAnHour * hurried} an hour: ${spread(waits)}`,
  );
  console.log(`refused: ${JSON.stringify(Object.fromEntries(refused))}`);
}

async function valuationsOf(owner: Database): Promise<number> {
  const found = await rows(
    owner.reader,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM copy_valuation`,
  );
  return found[0]?.count ?? 0;
}

async function untilNone(owner: Database, statement: string): Promise<void> {
  while ((await rows(owner.reader, sql.raw(statement))).length > 0) await pause(200);
}

const since = (began: number) => ((performance.now() - began) / 1_000).toFixed(1);

function spread(waits: readonly number[]): string {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `${waits.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
