import { localDate } from "@sanshi/rulebook";
import { afterEach, expect, it } from "vitest";
import {
  actOnce,
  announceActions,
  announceCode,
  announceEnd,
  backUp,
  currencyOfMarket,
  endDay,
  midnightAfter,
  moveMoney,
  passNights,
  startHistory,
  withBackup,
  type History,
} from "../../../../../tests/simulation/histories/history.ts";
import { dayMs } from "../../../../../tests/simulation/histories/scripted-market.ts";
import { randomSource } from "../../../../../tests/simulation/random-source.ts";
import { testSeed } from "../../../../../tests/support/chance.ts";
import type { TestDatabase } from "../../../../../tests/support/test-database.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { startRecordingNetAssets } from "./net-assets-recording.ts";

/** `CLOSED_DAYS=10` looks at ten histories of a year; `test:all` at one, of a drawn seed, and the gate at a short one. */
const years = Number(
  process.env["CLOSED_DAYS"] ?? (process.env["TEST_TABLES"] === "whole" ? 1 : 0),
);
const [histories, daysOfEach] = years > 0 ? [years, 366] : [1, 6];
/** In each of these many days everything happens that can: an end, another code, a step, a restart, a backup. */
const daysOfCycle = years > 0 ? 14 : 6;
const daysOfBackup = 20;
const asksPerDay = years > 0 ? 3 : 1;

/** Each kind that one of the histories had. */
const happenedAtAll = new Set<string>();
let history: History | undefined;
let backup: TestDatabase | undefined;
afterEach(async () => {
  await history?.app.stop();
  await backup?.drop();
  history = backup = undefined;
});

it.for(Array.from({ length: histories }, (_, index) => testSeed + index))(
  "says of each day that is over the same whenever it is asked (seed %i)",
  { timeout: 3_600_000 },
  async (seed) => {
    const random = randomSource(seed);
    const running = await startHistory(random, Math.ceil(daysOfEach / daysOfCycle) + 2);
    history = running;
    const first = createFirstAnswers(running);
    let kept: { backup: TestDatabase; days: ReadonlySet<string> } | null = null;

    for (let day = 0; day < daysOfEach;) {
      const cycle = Math.floor(day / daysOfCycle);
      const place = day % daysOfCycle;
      for (let act = 2 + random(6); act > 0; act -= 1) await actOnce(running, cycle);
      if (random(2) === 0) await moveMoney(running);
      const nights = place === 4 ? 2 + random(daysOfCycle - 5) : 1;
      announceActions(running, cycle, nights);
      if (place === 0) await announceEnd(running, cycle);
      if (place === 1) await announceCode(running);
      await endDay(running);
      if (place === 2) {
        backup = await backUp(running);
        kept = { backup, days: first.someDays() };
      }
      const nets = nights === 1 ? await netsOf(running) : null;
      await passNights(running, nights);
      if (nets !== null) expect(await recordedNets(running)).toEqual(nets);
      await gainsWhatItHas(running);
      await first.add(nights);
      for (let ask = 0; ask < asksPerDay; ask += 1) await first.askAgain();
      if (place >= 4 && kept !== null) {
        const { days } = kept;
        await withBackup(running, kept.backup, (restored) => first.holdIn(restored, days));
        kept = null;
        backup = undefined;
      }
      day += nights;
    }
    await first.holdIn(running, first.days());
    await recordsTheSameLate(running);
    expect(await unvaluedFlows(running)).toBe(0);
    // What the history pays in has no journal of operators behind it.
    const faults = await running.app.ledgerFaults();
    expect(faults.filter((fault) => !fault.includes("correction"))).toEqual([]);
    const happened = Object.fromEntries(running.happened);
    console.log(`seed ${seed}: ${daysOfEach} days, ${first.asked()} answers again`, happened);
    for (const kind of running.happened.keys()) happenedAtAll.add(kind);
  },
);

it("had everything in these histories that a year can bring", () => {
  const kinds = ["order", "closing", "payment", "step", "restored", "code", "end 0"];
  expect([...happenedAtAll]).toEqual(expect.arrayContaining(kinds));
});

/** What was answered of each day right after it, and of the curve until then. */
function createFirstAnswers(running: History) {
  const { random } = running;
  const statements = new Map<string, string>();
  let curve = new Map<string, string>();
  let asked = 0;

  async function holdCurve(of: History, until: number): Promise<void> {
    const now = await curveOf(of);
    for (const [point, amount] of curve) {
      const [, at = ""] = point.split(" ");
      if (Date.parse(at) <= until) expect([point, now.get(point)]).toEqual([point, amount]);
    }
    asked += 1;
  }
  return {
    days: (): ReadonlySet<string> => new Set(statements.keys()),
    asked: () => asked,
    /** Drawn ones, oldest first. */
    someDays(): ReadonlySet<string> {
      const days = [...statements.keys()];
      const drawn = Array.from({ length: daysOfBackup }, () => days[random(days.length)]!);
      return new Set(drawn.toSorted());
    },
    /** The days that have ended in the last so many nights. */
    async add(nights: number): Promise<void> {
      for (let ago = nights; ago > 0; ago -= 1) {
        const day = localDate("jpy", running.app.context.clock.now() - ago * dayMs);
        const csv = await statementOf(running, day);
        addsUp(csv);
        statements.set(day, csv);
      }
      await holdCurve(running, Number.POSITIVE_INFINITY);
      curve = await curveOf(running);
    },
    async askAgain(): Promise<void> {
      const day = [...statements.keys()][random(statements.size)]!;
      expect(await statementOf(running, day)).toBe(statements.get(day));
      asked += 1;
    },
    /** All of these days at once, where they are answered by whatever process. */
    async holdIn(of: History, days: ReadonlySet<string>): Promise<void> {
      for (const day of days) expect(await statementOf(of, day)).toBe(statements.get(day));
      const last = [...days].at(-1);
      if (last !== undefined) await holdCurve(of, Date.parse(last));
      asked += days.size;
    },
  };
}

/** Each point of the past, by currency and moment. */
async function curveOf({ app, customer }: History): Promise<Map<string, string>> {
  const points = new Map<string, string>();
  for (const currency of ["JPY", "USD", "CNY"] as const) {
    const curve = await app.accepted("/user/net-assets", { range: "all", currency }, customer);
    for (const [at, amount] of curve.points.slice(0, -1))
      points.set(`in ${currency} ${at}`, amount);
    for (const { currency: own, points: ownPoints } of curve.currencies) {
      for (const [at, amount] of ownPoints.slice(0, -1)) points.set(`${own} ${at}`, amount);
    }
  }
  return points;
}

/** By currency, as the assets of this moment have it. */
async function netsOf({ app, customer }: History): Promise<Record<string, string>> {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  return Object.fromEntries(
    currencies
      .filter(({ currency, net_assets: net }) => currency === "JPY" || Number(net) !== 0)
      .map(({ currency, net_assets: net }) => [currency, net]),
  );
}

async function recordedNets({ app, customer }: History): Promise<Record<string, string>> {
  const { currencies } = await app.accepted("/user/net-assets", { range: "all" }, customer);
  const end = new Date(midnightAfter(app) - dayMs).toISOString();
  return Object.fromEntries(
    currencies.flatMap(({ currency, points }) =>
      points
        .filter(([at, amount]) => at === end && (currency === "JPY" || Number(amount) !== 0))
        .map(([, amount]) => [currency, amount]),
    ),
  );
}

async function statementOf({ app, customer }: History, day: string): Promise<string> {
  const form = { from: day, to: day, format: "csv", language: "us" } as const;
  const { base64 } = await app.accepted("/user/statement", form, customer);
  return Buffer.from(base64, "base64").toString();
}

/** In each currency the movements are what the cash has changed by. */
function addsUp(csv: string): void {
  const lines = csv.split("\r\n").map((line) => line.replaceAll(/"[^"]*"/g, "").split(","));
  for (const currency of Object.values(currencyOfMarket)) {
    const cash = lines.find(([name, of]) => name === "Cash" && of === currency);
    const moved = lines
      .filter((cells) => cells.length === 6 && cells[3] === currency && /:/.test(cells[0] ?? ""))
      .reduce((sum, cells) => sum + Math.round(Number(cells[4]) * 100), 0);
    const change = Number(cash?.[3] ?? 0) - Number(cash?.[2] ?? 0);
    expect(moved).toBe(Math.round(change * 100));
  }
}

/** In each currency net assets are what came in and what trading has brought, to the minor unit. */
async function gainsWhatItHas({ app, customer }: History): Promise<void> {
  const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const { markets } = await app.accepted("/user/profit", { currency: "JPY" }, customer);
  for (const { currency, profit } of markets) {
    const scale = currency === "JPY" ? 1 : 100;
    const [flows] = await rows<{ amount: bigint }>(
      app.context.database.reader,
      sql`SELECT coalesce(sum(p.amount), 0)::bigint AS amount FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id AND a.customer_id = ${customerId}
        WHERE a.currency = ${currency} AND p.kind IN ('simulated_grant', 'correction',
          'exchange_sold', 'exchange_bought', 'withdrawal_paid')`,
    );
    const net = currencies.find((one) => one.currency === currency)?.net_assets;
    const change = Math.round(Number(net) * scale) - Number(flows?.amount);
    expect([currency, change]).toEqual([currency, Math.round(Number(profit) * scale)]);
  }
}

/** Days that are recorded long afterwards have what they had when they ended. */
async function recordsTheSameLate({ app }: History): Promise<void> {
  const { context, owner, settle } = app;
  const read = () =>
    rows(
      context.database.reader,
      sql`SELECT customer_id, day::text AS day, currency, amount FROM net_assets
        ORDER BY customer_id, day, currency`,
    );
  const onTime = await read();
  await owner.transaction(async (transaction) => {
    for (const table of [sql`net_assets`, sql`net_assets_day`]) {
      await sql`ALTER TABLE ${table} DISABLE TRIGGER USER`.execute(transaction);
      await sql`DELETE FROM ${table} WHERE day > (SELECT min(day) FROM net_assets)`.execute(
        transaction,
      );
      await sql`ALTER TABLE ${table} ENABLE TRIGGER USER`.execute(transaction);
    }
  });
  expect((await read()).length).toBeLessThan(onTime.length);
  const late = startRecordingNetAssets(context);
  await settle();
  await late.stop();
  expect(await read()).toEqual(onTime);
}

async function unvaluedFlows({ app }: History): Promise<number> {
  const [found] = await rows<{ count: number }>(
    app.owner.reader,
    sql`SELECT count(*)::integer AS count FROM ledger_posting p
      JOIN ledger_account a ON a.id = p.account_id AND a.customer_id IS NOT NULL
      WHERE p.kind = 'correction' AND p.version IS NOT NULL AND NOT EXISTS (
        SELECT FROM net_assets_flow f WHERE f.transfer_id = p.transfer_id)`,
  );
  return found!.count;
}
