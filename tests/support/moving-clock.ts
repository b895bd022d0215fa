import type { Context } from "../../apps/server/src/context.ts";
import { advanceClock } from "../../apps/server/src/office/simulation/simulation.ts";

/** Moves the simulated clock with an entry in the audit log, where no operator is at hand to do it. */
export function moveClock(context: Context, seconds: number): ReturnType<typeof advanceClock> {
  return advanceClock(context, seconds, (transaction) =>
    context.auditLog.appendWithin(transaction, {
      operatorId: null,
      operator: null,
      role: null,
      address: "local",
      method: "COMMAND",
      path: "simulation-clock",
      subject: "clock",
      outcome: "ok",
      details: { advance_seconds: String(seconds) },
    }),
  );
}
