import { sql, type Database } from "./sql/database.ts";
import type { Job, Jobs } from "./jobs.ts";
import type { Listener } from "./sql/listener.ts";
import type { SynchroniseRow } from "./clock.sql-types.ts";

/**
 * The one clock of the app: the database's time, plus what an operator of a simulated instance moved
 * it forward. The machine's own wall clock is never asked, so moving it changes nothing.
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
};

export const clockChannel = "clock_changed";
const synchroniseEveryMs = 5_000;

export async function createClock({
  database,
  listener,
  jobs,
}: {
  database: Database;
  listener: Listener;
  jobs: Jobs;
}): Promise<Clock> {
  const app = followMonotonic();
  const real = followMonotonic();
  let asked = 0;
  let taken = 0;

  async function synchronise(): Promise<void> {
    const own = ++asked;
    const answer = await sql<SynchroniseRow>`SELECT app_now() AS now, real_now() AS real`.execute(
      database.reader,
    );
    const told = answer.rows[0];
    if (told === undefined) throw new Error("the database did not tell its time");
    // One that was asked earlier may know nothing of a move that a later one has told.
    if (own < taken) return;
    taken = own;
    // The answer is a round trip old at most: we may lag by that much, and never run ahead of the database.
    app.set(told.now);
    real.set(told.real);
  }

  await synchronise();
  const following = jobs.repeat(
    { everyMs: synchroniseEveryMs, failure: "the database's time was not read" },
    synchronise,
  );
  const listeners: (() => void)[] = [];
  const follow = () =>
    void synchronise()
      .then(() => listeners.forEach((heard) => heard()))
      .catch(() => undefined);
  listener.on(clockChannel, follow);
  // What was missed meanwhile may have been a move.
  listener.onReconnected(follow);

  return {
    now: app.now,
    realNow: real.now,
    synchronise,
    onChanged: (heard) => void listeners.push(heard),
    stop: following.stop,
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
