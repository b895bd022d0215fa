import type { Context } from "../../context.ts";
import { startDrawJobs } from "../../platform/draws/draw-jobs.ts";
import { blockDraws, notifyEntrants } from "./drawing.ts";
import { giveUpLateList } from "./publishing.ts";
import { settleDue, unlockDue } from "./settling.ts";
import { publishSimulatedBlocks } from "./simulated-sellers.ts";

const lookEveryMs = 1_000;
const sellersEveryMs = 2_000;

/** Publishes the simulated institutions' offers, settles what is due, and ends lock-ups, each a job of its own. */
export function startBlockTradeJobs(context: Context): { stop(): Promise<void> } {
  const every = (everyMs: number, failure: string, work: () => Promise<unknown>) =>
    context.jobs.repeat({ everyMs, failure }, work);
  const jobs = [
    startDrawJobs(context, blockDraws, "block trades", giveUpLateList(context)),
    every(lookEveryMs, "applicants of block trades were not told", () => notifyEntrants(context)),
    every(sellersEveryMs, "block trades were not published", () => publishSimulatedBlocks(context)),
    every(lookEveryMs, "block trades were not settled", () => settleDue(context)),
    every(lookEveryMs, "lock-ups were not ended", () => unlockDue(context)),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
