import type { Context } from "../../context.ts";
import { endLapsedPasskeys } from "../security/security.ts";
import { expireResets } from "./login-resets.store.ts";

/** How long the password of a case whose time is over may still be kept. */
const lookEveryMs = 60_000;

/** Ends cases, resets and unconfirmed passkeys whose time is over, until it is stopped. */
export function startResetExpiry(context: Context): { stop(): Promise<void> } {
  const failure = "passwords of lapsed resets were not forgotten";
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, () => forgetLapsed(context));
}

export function forgetLapsed({ database, clock }: Pick<Context, "database" | "clock">) {
  return database.transaction(async (transaction) => {
    const at = clock.now();
    await expireResets(transaction, "login_password", at);
    await expireResets(transaction, "second_factors", at);
    await endLapsedPasskeys(transaction, at);
  });
}
