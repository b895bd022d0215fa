import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { advanceClock } from "./simulation.ts";

/** On a live feed these calls do not exist at all. */
export function simulationRoutes(context: Context): void {
  if (context.feed.kind !== "simulated") return;
  context.operatorHttp.handle("/api/ops/simulation/clock", async ({ input, audit }) => {
    const seconds = input.advance_seconds;
    const details = { advance_seconds: String(seconds) };
    const outcome = await advanceClock(context, seconds, (transaction) =>
      audit.within(transaction, "clock", details),
    );
    return outcome.ok ? accept({ now: new Date(outcome.value).toISOString() }) : outcome;
  });
}
