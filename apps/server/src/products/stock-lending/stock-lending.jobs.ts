import type { Context } from "../../context.ts";
import { lendByItself } from "./automatic-lending.ts";
import { foldPools } from "../../trading/positions/positions.ts";
import { createLendingDay } from "./lending-day.ts";
import { settleRecalls } from "./share-recalls.ts";

/** How late a new day may be noticed, and shares that are to be lent by themselves. */
const lookEveryMs = 5_000;

/** Lends by itself, pays for the days, settles what is recalled and adds up the pools, each a job of its own, until it is stopped. */
export function startLendingJobs(context: Context): { stop(): Promise<void> } {
  const day = createLendingDay(context);
  const every = (failure: string, work: (isStopped: () => boolean) => Promise<unknown>) =>
    context.jobs.repeat({ everyMs: lookEveryMs, failure }, work);
  const jobs = [
    every("lent shares were not paid for", (isStopped) => day.run(isStopped)),
    every("shares were not lent by themselves", (isStopped) => lendByItself(context, isStopped)),
    every("recalls were not settled", (isStopped) => settleRecalls(context, isStopped)),
    every("the pools' totals were not folded", () => context.database.transaction(foldPools)),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
