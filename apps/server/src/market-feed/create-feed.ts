import { StartError } from "../platform/postgres/start-error.ts";
import type { Settings } from "../platform/settings.ts";
import type { MarketFeed } from "./market-feed.ts";
import { createSimulatedFeed } from "./simulated/simulated-feed.ts";

/**
 * The feed that the settings name.
 *
 * @throws StartError for an adapter that does not exist.
 */
export async function createFeed(
  settings: Pick<Settings, "market" | "marketSeed" | "marketHours">,
  clock: { now(): number },
): Promise<MarketFeed> {
  const { market, marketSeed: seed, marketHours: hours } = settings;
  if (market.kind === "simulated") return createSimulatedFeed({ seed, hours, clock });
  throw new StartError(`MARKET names no feed that is built in: ${JSON.stringify(market)}`);
}
