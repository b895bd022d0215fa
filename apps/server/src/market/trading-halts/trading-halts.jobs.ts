import type { Context } from "../../context.ts";
import { isHaltDue } from "./trading-halts.store.ts";
import { endExpiredHalts, notifyHolders } from "./trading-halts.ts";

/** Holders hear of a halt within so many milliseconds, or while others are told before them. */
const lookEveryMs = 1_000;

/** Ends halts whose time is over and tells holders, until it is stopped. */
export function startHaltJobs(context: Context): { stop(): Promise<void> } {
  const failure = "trading halts were not looked after";
  const isDue = () => isHaltDue(context.clock.now());
  return context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, async (isStopped) => {
    await endExpiredHalts(context);
    while (!isStopped() && (await notifyHolders(context)));
  });
}
