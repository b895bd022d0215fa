import type { Context } from "../../context.ts";
import { lendByItself } from "./automatic-lending.ts";
import { foldPools } from "../../trading/positions/positions.ts";
import type { Question } from "../../platform/sql/questions.ts";
import { createLendingDay } from "./lending-day.ts";
import { settleRecalls } from "./share-recalls.ts";
import { isAnyToSettle, isAnyUnfolded } from "./share-recalls.store.ts";
import { isAnyToLend } from "./stock-lending.store.ts";

/** How late a new day may be noticed, and shares that are to be lent by themselves. */
const lookEveryMs = 5_000;

/** Lends by itself, pays for the days, settles what is recalled and adds up the pools, each a job of its own, until it is stopped. */
export function startLendingJobs(context: Context): { stop(): Promise<void> } {
  const day = createLendingDay(context);
  const every = (
    failure: string,
    isDue: Question,
    work: (isStopped: () => boolean) => Promise<unknown>,
  ) => context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, work);
  const jobs = [
    // It knows by itself which days it has done, and asks nothing.
    context.jobs.repeat(
      { everyMs: lookEveryMs, failure: "lent shares were not paid for" },
      (isStopped) => day.run(isStopped),
    ),
    every("shares were not lent by themselves", isAnyToLend, (isStopped) =>
      lendByItself(context, isStopped),
    ),
    every("recalls were not settled", isAnyToSettle, (isStopped) =>
      settleRecalls(context, isStopped),
    ),
    every("the pools' totals were not folded", isAnyUnfolded, () =>
      context.database.transaction(foldPools),
    ),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
