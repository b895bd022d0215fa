import { StartError } from "../platform/postgres/start-error.ts";
import type { Settings } from "../platform/settings.ts";
import type { ExecutionVenue } from "./execution-venue.ts";
import { simulatedVenue } from "./simulated-venue.ts";

/**
 * The venue that belongs to the settings' market.
 *
 * @throws StartError for a live market: its orders are never filled by the simulated venue instead.
 */
export function createVenue({ market }: Pick<Settings, "market">): ExecutionVenue {
  if (market.kind !== "live") return simulatedVenue;
  throw new StartError(
    `MARKET names the live adapter "${market.adapter}", and no venue of that name is built in.`,
  );
}
