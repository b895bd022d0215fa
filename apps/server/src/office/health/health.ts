import { readdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { bankListAgeDaysMax, dayMs, type CallOutput, type OperatorCalls } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { signedHeadNow } from "../../platform/signing/signed-head.ts";
import { sql } from "../../platform/sql/database.ts";
import { troubles } from "../../platform/troubles.ts";
import { lastBookCheck } from "../books/books.ts";
import { createOrderProbe } from "../../trading/orders/orders.ts";
import { marginGauges } from "../../trading/margin/margin.ts";
import { watchFeed, type FeedWatch } from "./feed-watch.ts";
import { createLatencies } from "./latencies.ts";
import { bankListedOn } from "../../money/cards/cards.ts";
import { identityReader } from "../../money/verification/verification.ts";
import { instantOf, localDate, ruleChangesToPrepare, type RuleChange } from "@sanshi/rulebook";
import { calendarReminders } from "../../trading/trading-calendars/trading-calendars.ts";
import * as store from "./health.store.ts";

export type HealthReport = CallOutput<OperatorCalls["/api/ops/health"]>;
type Checks = HealthReport["checks"];

export type Health = {
  /** From now on every answer to an order is told there too, in seconds. */
  observe(orders: { observe(seconds: number): void }): void;
  /** Counts an answer to an order. */
  answered(milliseconds: number, httpStatus: number): void;
  checks(): Promise<Checks>;
  report(): Promise<HealthReport>;
  orderFaults(): number;
  stop(): Promise<void>;
};

const migrationsFolder = join(import.meta.dirname, "../../../../../database/migrations");
/** Whoever asks whether we are ready does not wait longer. */
const answerMsMax = 2_000;
const loopWindowMs = 60_000;

export function createHealth(context: Context): Health {
  const latencies = createLatencies();
  const feed = watchFeed(context);
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();
  const forgetting = setInterval(() => loopDelay.reset(), loopWindowMs).unref();
  const orders = createOrderProbe(context);
  let faults = 0;
  let observer: { observe(seconds: number): void } | null = null;
  let migrationsApplied = false;

  async function databaseAnswers(): Promise<boolean> {
    const asked = sql`SELECT 1`.execute(context.database.reader);
    return within(asked.then(() => true));
  }

  async function isMigrated(): Promise<boolean> {
    // What has been applied stays applied.
    migrationsApplied ||= await within(
      store
        .appliedMigrations(context.database.reader)
        .then((applied) => migrations.every((name) => applied.has(name))),
    );
    return migrationsApplied;
  }

  async function takesOrders(): Promise<boolean> {
    return within(orders.placeAndCancel().then(() => true));
  }

  async function checks(): Promise<Checks> {
    const [database, migrated, taken] = await Promise.all([
      databaseAnswers(),
      isMigrated(),
      takesOrders(),
    ]);
    return [
      { name: "database", ok: database },
      { name: "migrations", ok: migrated },
      { name: "orders", ok: taken },
      { name: "feed", ok: feed.delivers() },
    ];
  }

  return {
    observe: (orders) => void (observer = orders),
    answered(milliseconds, httpStatus) {
      latencies.record(milliseconds, performance.now());
      observer?.observe(milliseconds / 1_000);
      if (httpStatus >= 500) faults += 1;
    },
    orderFaults: () => faults,
    checks,
    report: async () => ({
      at: new Date(context.clock.now()).toISOString(),
      checks: await checks(),
      feed: feedOnWire(context, feed),
      record: recordOnWire(context),
      orders: ordersOnWire(latencies, faults),
      queues: await queuesOnWire(context),
      rule_changes: ruleChanges(context).map(({ rule, on }) => ({ rule, on })),
      margin: await marginOnWire(context),
      books: await lastBookCheck(context.database.reader),
      backups: backupsOnWire(context),
      clock: await clockOnWire(context),
      audit_head: await signedHeadNow(context.database.reader, context.signingKey, context.clock),
      troubles: troublesOnWire(context),
      database: await databaseOnWire(context),
      process: processOnWire(context, loopDelay.max / 1e6),
    }),
    async stop() {
      await orders.end();
      feed.stop();
      loopDelay.disable();
      clearInterval(forgetting);
    },
  };
}

/** False for what fails or takes too long. */
async function within(asked: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerMsMax);
  });
  try {
    return await Promise.race([asked.catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

function feedOnWire(context: Context, feed: FeedWatch): HealthReport["feed"] {
  return feed.states().map(({ market, open, deliveredMsAgo }) => ({
    type: market,
    open,
    delivered_ms_ago: deliveredMsAgo,
    instruments: context.quotes.instruments(market).length,
  }));
}

/** A screen's worth; `npm run read-prices` has all of them. */
const recordedStocksMax = 200;

function recordOnWire({ feed }: Context): HealthReport["record"] {
  const record = feed.record?.();
  if (record === undefined) return null;
  const stocks = record.stocks.slice(0, recordedStocksMax);
  return {
    stock_count: record.stocks.length,
    stocks: stocks.map(({ market, code, days, minutes, extended, from, until }) => ({
      type: market,
      ...{ code, days, minutes, extended, from, until },
    })),
    left_out: [...record.leftOut],
    left_out_more: record.leftOutMore,
  };
}

function ordersOnWire(
  latencies: ReturnType<typeof createLatencies>,
  faults: number,
): HealthReport["orders"] {
  const { count, p50, p99 } = latencies.recent(performance.now());
  return { count, p50_ms: p50, p99_ms: p99, faults };
}

/** What waits in each queue, and since when; among it the years that are to be published. */
export async function queuesOnWire({
  database,
  clock,
  feed,
}: Pick<Context, "database" | "clock" | "feed">): Promise<HealthReport["queues"]> {
  const found = await store.countWaiting(database.reader);
  const { waiting: years, oldestAt } = calendarReminders(clock.now());
  const changes = ruleChanges({ clock, feed });
  const [firstReminded] = changes.map(({ remindedFrom }) => remindedFrom).toSorted();
  const waits = [
    ...found,
    { name: "calendars", waiting: years, oldest_at: oldestAt },
    {
      name: "rule_changes",
      waiting: changes.length,
      oldest_at: firstReminded === undefined ? null : instantOf("jpy", firstReminded, "00:00"),
    },
    bankListReminder(clock.now()),
  ];
  return waits.map(({ name, waiting, oldest_at }) => ({
    name: name as HealthReport["queues"][number]["name"],
    waiting,
    oldest_at: oldest_at === null ? null : new Date(oldest_at).toISOString(),
  }));
}

function ruleChanges({ clock, feed }: Pick<Context, "clock" | "feed">): readonly RuleChange[] {
  const reader = identityReader({ feed });
  return ruleChangesToPrepare(localDate("jpy", clock.now()), {
    readsChips: reader !== null && reader.kind !== "simulated",
  });
}

/** A list that is too old: newer branches are missing from it, and closed ones are not. */
function bankListReminder(now: number) {
  const oldFrom = instantOf("jpy", bankListedOn, "00:00") + bankListAgeDaysMax * dayMs;
  const isOld = oldFrom <= now;
  return { name: "bank_list", waiting: isOld ? 1 : 0, oldest_at: isOld ? oldFrom : null };
}

function backupsOnWire({ backups }: Context): HealthReport["backups"] {
  const { kind, trouble, holes } = backups;
  const onWire = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    kind,
    backed_up_at: onWire(backups.backedUpAt),
    log_at: onWire(backups.logAt),
    restorable_to: onWire(backups.restorableTo),
    trouble,
    holes: [...holes],
  };
}

async function clockOnWire({ database }: Context): Promise<HealthReport["clock"]> {
  const { steps, correction_ms, noticed_at, stepped_ms, noticed_by } = await store.clockSteps(
    database.reader,
  );
  const latest =
    noticed_at === null || stepped_ms === null || noticed_by === null
      ? null
      : { at: new Date(noticed_at).toISOString(), stepped_ms: Number(stepped_ms), noticed_by };
  return { steps, correction_ms, latest };
}

async function marginOnWire(context: Context): Promise<HealthReport["margin"]> {
  const { accountsInCall, forcedSales } = await marginGauges(context);
  return { accounts_in_call: accountsInCall, forced_sales_today: forcedSales };
}

function troublesOnWire({ clock }: Context): HealthReport["troubles"] {
  const { warnings, errors, latest } = troubles(clock.realNow());
  return {
    warnings,
    errors,
    latest: latest.map(({ at, level, text }) => ({ at: new Date(at).toISOString(), level, text })),
  };
}

async function databaseOnWire({ database }: Context): Promise<HealthReport["database"]> {
  const { bytes, ...figures } = await store.databaseFigures(database.reader);
  const { totalCount, idleCount, waitingCount } = database.pool;
  return {
    ...figures,
    bytes: Number(bytes),
    pool: { open: totalCount, idle: idleCount, waiting: waitingCount },
  };
}

function processOnWire({ clock }: Context, loopDelayMs: number): HealthReport["process"] {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    started_at: new Date(clock.realNow() - performance.now()).toISOString(),
    uptime_seconds: Math.floor(process.uptime()),
    memory_bytes: rss,
    heap_bytes: heapUsed,
    loop_delay_ms: Math.round(loopDelayMs * 10) / 10,
  };
}
