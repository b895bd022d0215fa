import { clockStepSecondsMax } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { clockChannel } from "../../platform/clock.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";

/** Moves the simulated clock forward, for every process, and answers the new time. `note` writes down who did. */
export async function advanceClock(
  context: Context,
  seconds: number,
  note: (transaction: Transaction) => Promise<void>,
): Promise<Outcome<number>> {
  if (context.feed.kind !== "simulated") return refuse("simulation_only");
  if (seconds < 1 || seconds > clockStepSecondsMax) {
    return refuse("clock_step_out_of_range", { max: String(clockStepSecondsMax) });
  }
  await context.database.transaction(async (transaction) => {
    await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + ${seconds}`.execute(
      transaction,
    );
    await sql`SELECT pg_notify(${clockChannel}, '')`.execute(transaction);
    await note(transaction);
  });
  await context.clock.synchronise();
  return accept(context.clock.now());
}
