import type { Context } from "../../context.ts";
import { repeat } from "../../platform/repeat.ts";
import { drawDue, goOnWithDelay, publishRoots } from "./drawing.ts";
import { settlePayments } from "./paying.ts";
import { notifySubscribers } from "./notifying.ts";

/** The list's root has to be out ten seconds after the close. */
const lookEveryMs = 500;

/**
 * Closes, draws, ends what was not paid and tells, each a job of its own: a long list or a long delay keeps no
 * other offering from being closed in time.
 */
export function startNewShareJobs(context: Context): { stop(): Promise<void> } {
  const { log } = context;
  const stopping = new AbortController();
  const every = (failure: string, work: (isStopped: () => boolean) => Promise<unknown>) =>
    repeat({ everyMs: lookEveryMs, log, failure }, work);
  const jobs = [
    every("new shares were not closed", () => publishRoots(context)),
    every("a draw's delay was not worked out", async () => {
      try {
        await goOnWithDelay(context, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
    }),
    every("new shares were not drawn", () => drawDue(context)),
    every("payments of new shares were not settled", () => settlePayments(context)),
    every("subscribers were not told", async (isStopped) => {
      while (!isStopped() && (await notifySubscribers(context)) > 0);
    }),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
