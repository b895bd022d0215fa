import type { Clock } from "../clock.ts";
import type { Jobs } from "../jobs.ts";
import type { Logger } from "../log.ts";
import type { Sealer } from "../sealing/sealer.ts";
import type { Settings } from "../settings.ts";
import type { Database } from "../sql/database.ts";
import { hearBeacons } from "./beacon.ts";
import type { DrawBook, StoredDraw } from "./draw-book.ts";
import { drawDue, goOnWithDelay, publishRoots, type GiveUp } from "./drawing.ts";

/** The list's root has to be out ten seconds after the close. */
const lookEveryMs = 1_000;
/** As often as drand has a new one. */
const hearEveryMs = 3_000;

type DrawContext = {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  log: Logger;
  sealer: Sealer;
  settings: Pick<Settings, "drandUrl">;
  feed: { kind: "simulated" | "live" };
};

/**
 * Closes a product's lists, works out their delays and draws, each a job of its own: a long list or a long delay
 * keeps no other draw from being closed in time.
 *
 * @param what as the log calls it
 */
export function startDrawJobs<One extends StoredDraw>(
  context: DrawContext,
  book: DrawBook<One>,
  what: string,
  giveUp: GiveUp,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { clock, jobs: all } = context;
  const asking = (question: DrawBook["isRootDue"]) => ({
    everyMs: lookEveryMs,
    isDue: () => question(clock.now()),
  });
  const jobs = [
    all.repeat({ ...asking(book.isRootDue), failure: `${what} were not closed` }, () =>
      publishRoots(context, book, giveUp),
    ),
    all.repeat(
      { ...asking(book.isDelayDue), failure: `a draw's delay was not worked out: ${what}` },
      async () => {
        try {
          // Those that wait come one after the other, and none of them for a turn of its own.
          while (!signal.aborted && (await goOnWithDelay(context, book, signal)));
        } catch (error) {
          if (!signal.aborted) throw error;
        }
      },
    ),
    all.repeat(
      {
        ...asking(book.isBeaconDue),
        everyMs: hearEveryMs,
        failure: `rounds of drand were not heard for ${what}`,
      },
      () => hearBeacons(context, book, signal),
    ),
    all.repeat({ ...asking(book.isDrawDue), failure: `${what} were not drawn` }, () =>
      drawDue(context, book),
    ),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
