import type { Context } from "../../apps/server/src/context.ts";
import { moveClock } from "../../apps/server/src/office/simulation/simulation.store.ts";

/** Moves the simulated clock of every process at once, with an entry in the audit log, where no operator is at hand. */
export async function advanceClock(context: Context, seconds: number): Promise<void> {
  await context.database.transaction(async (transaction) => {
    await moveClock(transaction, seconds);
    await context.auditLog.appendWithin(transaction, {
      operatorId: null,
      operator: null,
      role: null,
      address: "local",
      method: "COMMAND",
      path: "simulation-clock",
      subject: "clock",
      outcome: "ok",
      details: { advance_seconds: String(seconds) },
    });
  });
  await context.clock.synchronise();
}
