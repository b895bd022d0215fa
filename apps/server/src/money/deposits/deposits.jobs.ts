import type { Context } from "../../context.ts";
import { notifyOfDelays } from "./deposits.delays.ts";

/** How late a customer may hear of a delay of hours. */
const lookEveryMs = 15_000;

/** Looks after deposits that wait longer than was promised, until it is stopped. */
export function startDepositJobs(context: Context): { stop(): Promise<void> } {
  const failure = "delayed deposits were not looked at";
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, () => notifyOfDelays(context));
}
