import type { MarketHours } from "@sanshi/rulebook";
import type { MarketFeed } from "./market-feed.ts";
import { createSimulatedFeed } from "./simulated/simulated-feed.ts";

/** The part of the app's settings that chooses a feed. */
export type FeedSettings = {
  readonly market:
    | { readonly kind: "simulated" }
    | { readonly kind: "replay"; readonly folder: string };
  readonly marketSeed: string;
  readonly marketHours: MarketHours;
};

/** The feed that the settings name. */
export async function createFeed(
  settings: FeedSettings,
  clock: { now(): number },
): Promise<MarketFeed> {
  const { market, marketSeed: seed, marketHours: hours } = settings;
  if (market.kind === "simulated") return createSimulatedFeed({ seed, hours, clock });
  throw new RangeError(`no feed for ${market.folder}`);
}
