import type { Context } from "../../context.ts";
import type { Question } from "../../platform/sql/questions.ts";
import { startDrawJobs } from "../../platform/draws/draw-jobs.ts";
import { isAnyUnlockable } from "./applications.store.ts";
import { blockDraws, notifyEntrants } from "./drawing.ts";
import { isAnybodyToTell } from "./draws.store.ts";
import { isSettlementDue } from "./offers.store.ts";
import { giveUpLateList } from "./publishing.ts";
import { settleDue, unlockDue } from "./settling.ts";
import { publishSimulatedBlocks } from "./simulated-sellers.ts";

const lookEveryMs = 1_000;
const sellersEveryMs = 2_000;

/** Publishes the simulated institutions' offers, settles what is due, and ends lock-ups, each a job of its own. */
export function startBlockTradeJobs(context: Context): { stop(): Promise<void> } {
  const every = (failure: string, isDue: Question, work: () => Promise<unknown>) =>
    context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, work);
  const now = () => context.clock.now();
  const jobs = [
    startDrawJobs(context, blockDraws, "block trades", giveUpLateList(context)),
    every("applicants of block trades were not told", isAnybodyToTell, () =>
      notifyEntrants(context),
    ),
    context.jobs.repeat(
      { everyMs: sellersEveryMs, failure: "block trades were not published" },
      () => publishSimulatedBlocks(context),
    ),
    every(
      "block trades were not settled",
      () => isSettlementDue(now()),
      () => settleDue(context),
    ),
    every(
      "lock-ups were not ended",
      () => isAnyUnlockable(now()),
      () => unlockDue(context),
    ),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
