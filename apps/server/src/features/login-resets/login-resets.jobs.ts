import type { Context } from "../../context.ts";
import { expireResets } from "./login-resets.store.ts";

/** How long the password of a case whose time is over may still be kept. */
const lookEveryMs = 60_000;

/** Ends cases and resets whose time is over, until it is stopped. */
export function startResetExpiry(context: Context): { stop(): Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve();
  const look = () => {
    looking = forgetLapsed(context).catch((error: unknown) =>
      context.log.warn({ err: error }, "passwords of lapsed resets were not forgotten"),
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

export function forgetLapsed({ database, clock }: Pick<Context, "database" | "clock">) {
  return database.transaction((transaction) => expireResets(transaction, clock.now()));
}
