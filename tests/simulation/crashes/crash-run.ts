import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { createDatabase } from "../../../apps/server/src/platform/sql/database.ts";
import { advanceClock } from "../../support/operator.ts";
import { randomSource, type RandomSource } from "../random-source.ts";
import { createCaller, type Caller, type Credentials, type Told } from "./caller.ts";
import { findCrashFaults } from "./crash-checker.ts";
import { raceForMoney, signUp, tradeUntil, watchBalanceUntil, type Trader } from "./customers.ts";
import { windowsOf, type Operation } from "./linearizable.ts";
import type { KillKind, Plant } from "./plants.ts";
import { createWorld, type World } from "./world.ts";

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
const enoughWaitMsMax = 180_000;

/**
 * Trades with many customers while the server, PostgreSQL or both are killed at random instants, the
 * network loses answers and delivers requests twice, and the clock jumps; then holds everything that
 * anybody was told against what is there. The same seed makes the same choices; what the machine
 * makes of them differs.
 */
export async function runCrashes(options: {
  seed: number;
  /** One after the other. */
  kills: readonly KillKind[];
  customers: number;
  plant?: Plant | null;
  /** The data folder that it begins with a copy of; without one it begins with an empty one. */
  template?: string;
  onProgress?: (text: string) => void;
}): Promise<CrashReport> {
  const { seed, kills, plant = null, template = null, onProgress = () => undefined } = options;
  const random = randomSource(seed);
  const world = await createWorld(plant, template);
  try {
    await world.start();
    if (plant !== null) await world.change(plant.sql);
    const caller = createCaller(world.address, randomSource(seed + 1));
    const customers = await signUpAll(caller, world, options.customers);
    onProgress(`${customers.length} customers trade`);
    const histories = new Map<string, Operation[]>();
    const jumps: number[] = [];
    let isOver = false;
    const traders = await tradersOf(caller, customers, seed);
    await Promise.all(traders.map(raceForMoney));
    const trading = startTrading({ traders, histories, isOver: () => isOver });
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
    const isFound = () => plant !== null && caller.faults.length > 0;
    for (const [index, kind] of kills.entries()) {
      if (isFound()) break;
      const toldBefore = caller.told.length;
      await sleep(random(1_500));
      // A slow machine may have taken nothing by then that could be lost.
      while (!isOver && caller.told.length < toldBefore + customers.length) await sleep(1);
      const since = performance.now();
      await world.kill(kind);
      report.kills[kind] += 1;
      await untilServing(caller, customers[0]!);
      report.backAfterMs.push(Math.round(performance.now() - since));
      if (random(2) === 0) report.appDays += await jump(world, random, jumps);
      onProgress(
        `${index + 1} of ${kills.length}: ${kind}, back after ${report.backAfterMs.at(-1)} ms`,
      );
    }
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

async function tradersOf(
  caller: Caller,
  customers: readonly Credentials[],
  seed: number,
): Promise<Trader[]> {
  const dollars = await pricesOf(caller, "usd", customers[0]!);
  // A few, so that the same stocks are traded by many.
  const market = dollars.slice(0, 12);
  const yen = await pricesOf(caller, "jpy", customers[0]!);
  // The cheapest, so that the money lasts.
  const [cheapest] = yen.toSorted((one, other) => one.price - other.price);
  if (cheapest === undefined) throw new Error("there are no stocks");
  return customers.map((credentials, index) => {
    const random = randomSource(seed + 100 + index);
    return { caller, random, credentials, market, cheapest: cheapest.code };
  });
}

async function startTrading(options: {
  traders: readonly Trader[];
  histories: Map<string, Operation[]>;
  isOver: () => boolean;
}): Promise<void> {
  const { traders, histories, isOver } = options;
  await Promise.all(
    traders.map((trader, index) => {
      if (index % watcherEvery !== 0) return tradeUntil(isOver, trader);
      const history: Operation[] = [];
      histories.set(trader.credentials.account, history);
      return watchBalanceUntil(isOver, trader, history);
    }),
  );
}

async function pricesOf(
  caller: Caller,
  type: "jpy" | "usd",
  credentials: Credentials,
): Promise<Trader["market"]> {
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
  const newest = caller.told.slice(-askedAgainMax * 4);
  const refused = newest.filter(({ body }) => body.status !== 1);
  const accepted = newest.filter(({ body }) => body.status === 1);
  const first = [...refused.slice(-askedAgainMax), ...accepted.slice(-askedAgainMax)];
  await Promise.all(
    customers.map(async (customer) => {
      for (const { path, input, body, account } of first) {
        if (account !== customer.account) continue;
        const again = await caller.ask(path, input as never, customer);
        caller.told.splice(caller.told.indexOf(again as Told), 1);
        if (isDeepStrictEqual(again.body, body)) continue;
        caller.faults.push(
          `${path} ${input["request_id"]} was told ${JSON.stringify(body)}, and later ${JSON.stringify(again.body)}`,
        );
      }
    }),
  );
}

function outcomes(told: readonly Told[]): { accepted: number; refused: number } {
  const accepted = told.filter(({ body }) => body.status === 1).length;
  return { accepted, refused: told.length - accepted };
}
