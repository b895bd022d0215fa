import type { Context } from "../../context.ts";
import { notifyOfDelays } from "./withdrawals.ts";

/** How late a customer may hear of a delay of hours. */
const lookEveryMs = 15_000;

/** Looks after withdrawals that take longer than was promised, until it is stopped. */
export function startWithdrawalJobs(context: Context): { stop(): Promise<void> } {
  const failure = "delayed withdrawals were not looked at";
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, () => notifyOfDelays(context));
}
