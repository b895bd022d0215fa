import type { Context } from "../../context.ts";
import { tellDelays } from "./withdrawals.ts";

/** How late a customer may hear of a delay of hours. */
const lookEveryMs = 15_000;

/** Looks after withdrawals that take longer than was promised, until it is stopped. */
export function startWithdrawalJobs(context: Context): { stop(): Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve();
  const look = () => {
    looking = tellDelays(context).catch((error: unknown) =>
      context.log.warn({ err: error }, "delayed withdrawals were not looked at"),
    );
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
