import type { Context } from "../../context.ts";
import { createLoanDay } from "./loan-day.ts";

/** How late a new day may be noticed, and money that repays what is due. */
const lookEveryMs = 5_000;

/** Looks after the loans' days until it is stopped. */
export function startLoanJobs(context: Context): { stop(): Promise<void> } {
  const day = createLoanDay(context);
  const failure = "the loans' day was not reckoned";
  const { isDue } = day;
  return context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, (isStopped) =>
    day.run(isStopped),
  );
}
