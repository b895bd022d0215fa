import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../platform/postgres/start-error.ts";
import type { Settings } from "../../platform/settings.ts";
import type { Chance } from "../simulated/chance.ts";
import type { FxFeed } from "./fx-feed.ts";
import { createReplayFx } from "./replay-fx.ts";
import { createSimulatedFx } from "./simulated-fx.ts";

/**
 * The reference rates that belong to the settings' market: recorded ones where a replay's folder has
 * them, simulated ones otherwise.
 *
 * @throws StartError for a live market: its money is never exchanged at simulated rates instead.
 */
export function createFxFeed({ market }: Pick<Settings, "market">, chance: Chance): FxFeed {
  if (market.kind === "live") {
    throw new StartError(
      `MARKET names the live adapter "${market.adapter}", and no exchange rates of that name are built in.`,
    );
  }
  if (market.kind === "replay" && existsSync(join(market.folder, "fx"))) {
    return createReplayFx(market.folder);
  }
  return createSimulatedFx(chance);
}
