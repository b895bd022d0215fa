import type { Context } from "../../context.ts";
import { clockState, proposeMove } from "./simulation.ts";

/** On a live feed these calls do not exist at all. */
export function simulationRoutes(context: Context): void {
  if (context.feed.kind !== "simulated") return;
  context.operatorHttp.handle("/api/ops/simulation/clock", ({ input, operator, audit }) =>
    proposeMove(context, operator, audit, input),
  );
  context.operatorHttp.handle("/api/ops/simulation/clock/state", ({ operator }) =>
    clockState(context, operator),
  );
}
