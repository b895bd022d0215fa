import { StartError } from "../platform/postgres/start-error.ts";
import type { Settings } from "../platform/settings.ts";
import type { MarketFeed } from "./market-feed.ts";
import { countLeftOut } from "./replay/left-out.ts";
import { createReplayFeed } from "./replay/replay-feed.ts";
import type { Chance } from "./simulated/chance.ts";
import { createSimulatedFeed } from "./simulated/simulated-feed.ts";

/**
 * The feed that the settings name. It asks for the chance that it draws from only where it draws.
 *
 * @throws StartError for a folder without recorded bars and for an adapter that does not exist.
 */
export async function createFeed(
  settings: Pick<Settings, "market" | "marketHours">,
  clock: { now(): number },
  pin: () => Promise<{ chance: Chance }>,
  /** A sentence for whoever watches the start. */
  report: (text: string) => void = () => undefined,
): Promise<MarketFeed> {
  const { market, marketHours: hours } = settings;
  switch (market.kind) {
    case "simulated":
      return createSimulatedFeed({ chance: (await pin()).chance, hours, clock });
    case "replay":
      try {
        return replay(market.folder, clock, report);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new StartError(`MARKET names a folder that cannot be replayed: ${reason}.`);
      }
    case "live":
      throw new StartError(
        `MARKET names the live adapter "${market.adapter}", and none of that name is built in.`,
      );
  }
}

function replay(
  folder: string,
  clock: { now(): number },
  report: (text: string) => void,
): MarketFeed {
  const leftOut = countLeftOut();
  const feed = createReplayFeed({ folder, clock, leaveOut: leftOut.add });
  for (const sentence of leftOut.sentences()) report(sentence);
  return feed;
}
