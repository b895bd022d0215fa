import type { Context } from "../../apps/server/src/context.ts";
import { moveClock } from "../../apps/server/src/office/simulation/simulation.store.ts";

/** Moves the simulated clock of every process at once, where operators would first have to agree. */
export async function advanceClock(context: Context, seconds: number): Promise<void> {
  await context.database.transaction((transaction) => moveClock(transaction, seconds));
  await context.clock.synchronise();
}
