import { hostname } from "node:os";
import { clockStepMsMin, createClockStepWatch, machineUpMs } from "./clock-steps.ts";
import type { NoteStepRow, ReadTimesRow, VouchRow } from "./clock.sql-types.ts";
import type { Job, Jobs } from "./jobs.ts";
import type { Logger } from "./log.ts";
import { firstRow, sql, timestamp, type Database } from "./sql/database.ts";
import type { Listener } from "./sql/listener.ts";

/**
 * The one clock of the app: the database's time, plus what an operator of a simulated instance moved
 * it forward. Where the database machine's clock is set back or forward, both times go on as before: the step is
 * written down with the correction that `real_now()` adds from then on.
 */
export type Clock = Job & {
  /** `app_now()` in milliseconds since the epoch; never goes back. */
  now(): number;
  /** `real_now()` in the same way, which no operator moves: what sessions, locks and proofs go by. */
  realNow(): number;
  /** Asks the database again; resolves when both follow it. */
  synchronise(): Promise<void>;
  /** Calls back when an operator has moved the clock, or has said that it is to be moved. */
  onChanged(listener: () => void): void;
  /** Calls back when this process learns of a step of the machine's clock, whichever instance has noticed it. */
  onStepped(listener: () => void): void;
};

export const clockChannel = "clock_changed";
const synchroniseEveryMs = 1_000;
/** Our own PostgreSQL has this machine's clock: a step of it is looked at without a question to the database. */
const lookEveryMs = 50;

export async function createClock({
  database,
  listener,
  jobs,
  log,
}: {
  database: Database;
  listener: Listener;
  jobs: Jobs;
  log: Pick<Logger, "error">;
}): Promise<Clock> {
  const app = followMonotonic();
  const real = followMonotonic();
  const watch = createClockStepWatch();
  const changed: (() => void)[] = [];
  const stepped: (() => void)[] = [];
  let heardOf: number | null = null;
  let looking: Promise<void> = Promise.resolve();

  /** One look after the other: an answer that was asked for earlier knows less than one that is there already. */
  function synchronise(): Promise<void> {
    const own = looking.then(look);
    looking = own.catch(() => undefined);
    return own;
  }

  async function look(): Promise<void> {
    const sentAt = machineUpMs();
    const told = await readTimes(database);
    const seen = { ...told, sentAt, receivedAt: machineUpMs(), vouchedAt: told.vouched };
    const movedMs = watch.stepped(seen);
    if (movedMs !== null) {
      const isNoted = await noteStep(database, movedMs, watch.knownStep());
      if (isNoted) log.error({ movedMs }, stepText(movedMs));
      // What this look said of the time is from before the correction.
      watch.follow(seen);
      return look();
    }
    watch.follow(seen);
    // An answer is a round trip old at most: we may lag by that much, and never run ahead of the database.
    real.set(told.real);
    if (heardOf !== null && heardOf < seen.step) stepped.forEach((heard) => heard());
    heardOf = seen.step;
    app.set(await vouch({ stopping: false }));
  }

  /** For what was held against the machine's own course: the clock may have stepped since. Returns the app's time. */
  async function vouch({ stopping }: { stopping: boolean }): Promise<number> {
    const row = await firstRow(
      database.reader,
      sql<VouchRow>`SELECT vouch_clock(${timestamp(real.now())}, ${jobs.byThemselves}, ${stopping}) AS now`,
    );
    if (row === undefined || row.now === null)
      throw new Error("the database did not tell its time");
    return row.now;
  }

  await sql`SELECT start_clock(${instanceName})`.execute(database.reader);
  await synchronise();
  const following = jobs.repeat(
    { everyMs: synchroniseEveryMs, failure: "the database's time was not read" },
    synchronise,
  );
  const noticing = jobs.repeat(
    { everyMs: lookEveryMs, failure: "the database's time was not read" },
    onOwnSteps(synchronise),
  );
  const follow = () =>
    void synchronise()
      .then(() => changed.forEach((heard) => heard()))
      .catch(() => undefined);
  listener.on(clockChannel, follow);
  // What was missed meanwhile may have been a move.
  listener.onReconnected(follow);

  return {
    now: app.now,
    realNow: real.now,
    synchronise,
    onChanged: (heard) => void changed.push(heard),
    onStepped: (heard) => void stepped.push(heard),
    async stop() {
      await noticing.stop();
      await following.stop();
      // From which the next start goes on. A process that is killed says nothing.
      await vouch({ stopping: true }).catch(() => undefined);
    },
  };
}

const instanceName = `${hostname()}:${process.pid}`;

/** `vouched`: the newest moment that an instance has vouched for, on the machine's clock. */
async function readTimes(database: Database): Promise<ReadTimesRow> {
  const row = await firstRow(
    database.reader,
    sql<ReadTimesRow>`SELECT real_now() AS real, wall_clock() AS wall,
      (SELECT beat_at FROM clock_beat) - (real_now() - wall_clock()) AS vouched,
      coalesce((SELECT max(id) FROM clock_step), 0) AS step`,
  );
  if (row === undefined) throw new Error("the database did not tell its time");
  return row;
}

/** Whether this instance is the one that has noted it. */
async function noteStep(database: Database, movedMs: number, knownStep: number): Promise<boolean> {
  const row = await firstRow(
    database.reader,
    sql<NoteStepRow>`SELECT note_clock_step(${movedMs}, ${knownStep}, ${instanceName}) AS noted`,
  );
  return row?.noted === true;
}

function stepText(movedMs: number): string {
  const seconds = (Math.abs(movedMs) / 1_000).toFixed(1);
  return `the machine's clock was set ${movedMs < 0 ? "back" : "forward"} by ${seconds} s; the service goes on by its own time`;
}

/** Asks for the database's time as soon as the clock of this machine has moved against what has passed. */
function onOwnSteps(synchronise: () => Promise<void>): () => Promise<void> | undefined {
  const difference = () => Date.now() - performance.now();
  let known = difference();
  return () => {
    const moved = Math.abs(difference() - known);
    known = difference();
    return moved > clockStepMsMin / 2 ? synchronise() : undefined;
  };
}

/** A time that was told once and goes on from there by the machine's monotonic clock. */
function followMonotonic() {
  let offset = 0;
  let latest = 0;
  return {
    set(told: number) {
      offset = told - performance.now();
    },
    now() {
      latest = Math.max(latest, Math.floor(performance.now() + offset));
      return latest;
    },
  };
}
