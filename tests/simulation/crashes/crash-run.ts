import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { createDatabase } from "../../../apps/server/src/platform/sql/database.ts";
import { advanceClock } from "../../support/operator.ts";
import { randomSource, type RandomSource } from "../random-source.ts";
import { createCaller, type Caller, type Credentials, type Told } from "./caller.ts";
import { findCrashFaults } from "./crash-checker.ts";
import { signUp, tradeUntil, watchBalanceUntil, type Market } from "./customers.ts";
import { windowsOf, type Operation } from "./linearizable.ts";
import { killKinds, type KillKind, type Plant } from "./plants.ts";
import { createWorld, type World } from "./world.ts";
import { sqlClient } from "../../support/sql-client.ts";

export type CrashReport = {
  seed: number;
  faults: string[];
  kills: Record<KillKind, number>;
  /** Until an order was taken again after each kill, milliseconds. */
  backAfterMs: number[];
  appDays: number;
  counts: Caller["counts"] & { accepted: number; refused: number; windows: number };
};

/** Reads of the balance that one history has; the searched windows have at least this many in all. */
const watcherEvery = 5;
/**
 * Trading goes on until there are so many accepted orders and searched windows for each customer, which
 * takes a slow machine longer; but not for ever, and not where a fault is found already.
 */
const eachMin = { accepted: 6, windows: 3 };
const enoughWaitMsMax = 60_000;

/**
 * Trades with many customers while the server, PostgreSQL or both are killed at random instants, the
 * network loses answers and delivers requests twice, and the clock jumps; then holds everything that
 * anybody was told against what is there. The same seed makes the same choices; what the machine
 * makes of them differs.
 */
export async function runCrashes(options: {
  seed: number;
  crashes: number;
  customers: number;
  plant?: Plant | null;
  onProgress?: (text: string) => void;
}): Promise<CrashReport> {
  const { seed, crashes, plant = null, onProgress = () => undefined } = options;
  const random = randomSource(seed);
  const kinds = plant?.kills ?? killKinds;
  const world = await createWorld(plant);
  try {
    await world.start();
    if (plant !== null && plant.sql.length > 0) await prepareDatabase(world, plant);
    const caller = createCaller(world.address, randomSource(seed + 1));
    const customers = await signUpAll(caller, world, options.customers);
    onProgress(`${customers.length} customers trade`);
    const histories = new Map<string, Operation[]>();
    const jumps: number[] = [];
    let isOver = false;
    const trading = startTrading({ caller, customers, seed, histories, isOver: () => isOver });
    // A customer that fails ends the run at the end of the current step, not as an unhandled error.
    trading.catch(() => (isOver = true));
    const report: CrashReport = {
      seed,
      faults: caller.faults,
      kills: { server: 0, postgres: 0, backend: 0, both: 0 },
      backAfterMs: [],
      appDays: 0,
      counts: { ...caller.counts, accepted: 0, refused: 0, windows: 0 },
    };
    for (let crash = 1; crash <= crashes; crash += 1) {
      await sleep(200 + random(1_300));
      const kind = kinds[random(kinds.length)] ?? "both";
      const since = performance.now();
      await world.kill(kind);
      report.kills[kind] += 1;
      await untilServing(caller, customers[0]!);
      report.backAfterMs.push(Math.round(performance.now() - since));
      if (random(2) === 0) report.appDays += await jump(world, random, jumps);
      onProgress(`${crash} of ${crashes}: ${kind}, back after ${report.backAfterMs.at(-1)} ms`);
    }
    await sleep(500);
    const isEnough = () =>
      outcomes(caller.told).accepted >= eachMin.accepted * customers.length &&
      [...histories.values()].flatMap(windowsOf).filter((window) => window !== null).length >=
        eachMin.windows * customers.length;
    const waitsUntil = performance.now() + enoughWaitMsMax;
    while (!isOver && caller.faults.length === 0 && performance.now() < waitsUntil && !isEnough()) {
      await sleep(100);
    }
    isOver = true;
    await trading;
    await jumpBy(world, 20 * 60, jumps);
    await askAgain(caller, customers);
    const books = await world.openBooks();
    const database = createDatabase(books.connectionString);
    try {
      const checked = await findCrashFaults(database.reader, {
        told: caller.told,
        histories,
        jumps,
      });
      report.faults.push(...checked.faults);
      report.counts = { ...caller.counts, ...outcomes(caller.told), windows: checked.windows };
    } finally {
      await database.close();
      await books.close();
    }
    if (report.faults.length > 0) onProgress(world.failedCalls().join("\n"));
    return report;
  } finally {
    await world.remove();
  }
}

/** The plant's statements, on a database that the first start has made. */
async function prepareDatabase(world: World, plant: Plant): Promise<void> {
  const books = await world.openBooks();
  const client = sqlClient(books.connectionString);
  await client.connect();
  for (const statement of plant.sql) await client.query(statement);
  await client.end();
  await books.close();
  await world.start();
}

async function signUpAll(caller: Caller, world: World, count: number): Promise<Credentials[]> {
  const customers: Credentials[] = [];
  while (customers.length < count) {
    const accounts = Array.from({ length: Math.min(8, count - customers.length) }, (_, index) =>
      String(9_000_000_000 + customers.length + index),
    );
    customers.push(
      ...(await Promise.all(
        accounts.map((account) => signUp(caller, world.invitationCode, account)),
      )),
    );
  }
  return customers;
}

async function startTrading(options: {
  caller: Caller;
  customers: readonly Credentials[];
  seed: number;
  histories: Map<string, Operation[]>;
  isOver: () => boolean;
}): Promise<void> {
  const { caller, customers, seed, histories, isOver } = options;
  const dollars = await pricesOf(caller, "usd", customers[0]!);
  // A few, so that the same stocks are traded by many.
  const market = dollars.slice(0, 12);
  const yen = await pricesOf(caller, "jpy", customers[0]!);
  // The cheapest, so that the money lasts.
  const [cheapest] = yen.toSorted((one, other) => one.price - other.price);
  if (cheapest === undefined) throw new Error("there are no stocks");
  await Promise.all(
    customers.map((credentials, index) => {
      const random = randomSource(seed + 100 + index);
      if (index % watcherEvery !== 0) {
        return tradeUntil(isOver, { caller, random, credentials, market });
      }
      const history: Operation[] = [];
      histories.set(credentials.account, history);
      const code = cheapest.code;
      return watchBalanceUntil(isOver, { caller, random, credentials, code, history });
    }),
  );
}

async function pricesOf(
  caller: Caller,
  type: "jpy" | "usd",
  credentials: Credentials,
): Promise<Market> {
  const { body } = await caller.ask("/market/stocks", { type }, credentials);
  if (body.status !== 1) throw new Error("there are no stocks");
  const stocks = body.data as readonly { code: string; price: string }[];
  return stocks.map(({ code, price }) => ({ code, price: Number(price) }));
}

/** A read that needs the database and a session. */
async function untilServing(caller: Caller, customer: Credentials): Promise<void> {
  await caller.ask("/user/getUserinfo", {}, customer);
}

/** Past the lock, over a night, or over a week. */
async function jump(world: World, random: RandomSource, jumps: number[]): Promise<number> {
  const seconds = [16 * 60, 86_400, 7 * 86_400][random(3)] ?? 960;
  await jumpBy(world, seconds, jumps);
  return seconds / 86_400;
}

async function jumpBy(world: World, seconds: number, jumps: number[]): Promise<void> {
  jumps.push(performance.now());
  for (let attempt = 1; ; attempt += 1) {
    try {
      await advanceClock(world, seconds);
      break;
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(250);
    }
  }
  jumps.push(performance.now());
}

const askedAgainMax = 400;

/** Long afterwards, with the lock over and prices elsewhere, every request has still its first answer. */
async function askAgain(caller: Caller, customers: readonly Credentials[]): Promise<void> {
  const byAccount = new Map(customers.map((customer) => [customer.account, customer]));
  const newest = caller.told.slice(-askedAgainMax * 4);
  const refused = newest.filter(({ body }) => body.status !== 1);
  const accepted = newest.filter(({ body }) => body.status === 1);
  const first = [...refused.slice(-askedAgainMax), ...accepted.slice(-askedAgainMax)];
  for (const { path, input, body, account } of first) {
    const again = await caller.ask(path, input as never, byAccount.get(account)!);
    caller.told.splice(caller.told.indexOf(again as Told), 1);
    if (isDeepStrictEqual(again.body, body)) continue;
    caller.faults.push(
      `${path} ${input["request_id"]} was told ${JSON.stringify(body)}, and later ${JSON.stringify(again.body)}`,
    );
  }
}

function outcomes(told: readonly Told[]): { accepted: number; refused: number } {
  const accepted = told.filter(({ body }) => body.status === 1).length;
  return { accepted, refused: told.length - accepted };
}
