import type { Context } from "../../context.ts";
import { startDrawJobs } from "../../platform/draws/draw-jobs.ts";
import { offeringDraws } from "./drawing.ts";
import { returnWithdrawn, settlePayments } from "./paying.ts";
import { listDue } from "./listing.ts";
import { giveUpLateList, withdrawDue } from "./publishing.ts";
import { comeToMarket, endBookBuildings } from "./newcomers.ts";
import { isAnybodyToTell } from "./notifying.store.ts";
import { notifyEntrants, notifyOfWithdrawal, notifySubscribers } from "./notifying.ts";

const lookEveryMs = 1_000;

/**
 * Closes, draws, ends what was not paid and tells, each a job of its own: a long list or a long delay keeps no
 * other offering from being closed in time.
 */
export function startNewShareJobs(context: Context): { stop(): Promise<void> } {
  const uncarried = new Set<bigint>();
  const every = (failure: string, work: (isStopped: () => boolean) => Promise<unknown>) =>
    context.jobs.repeat({ everyMs: lookEveryMs, failure }, work);
  const jobs = [
    startDrawJobs(context, offeringDraws, "new shares", giveUpLateList),
    every("companies did not come to market", () => comeToMarket(context)),
    every("prices of new shares were not set", () => endBookBuildings(context)),
    every("payments of new shares were not settled", () => settlePayments(context)),
    every("new shares were not withdrawn", () => withdrawDue(context)),
    every("withdrawn new shares were not given back", () => returnWithdrawn(context)),
    every("subscribers were not told", async (isStopped) => {
      if (!(await isAnybodyToTell(context.database.reader))) return;
      while (!isStopped() && (await notifyEntrants(context)) > 0);
      while (!isStopped() && (await notifyOfWithdrawal(context)) > 0);
      while (!isStopped() && (await notifySubscribers(context)) > 0);
    }),
    every("new shares were not listed", (isStopped) => listDue(context, { isStopped, uncarried })),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
