import { setImmediate as pause } from "node:timers/promises";
import { StartError } from "../platform/postgres/start-error.ts";
import type { Settings } from "../platform/settings.ts";
import type { MarketFeed } from "./market-feed.ts";
import { countLeftOut } from "./replay/left-out.ts";
import { readRecord, type RecordedMarket } from "./replay/recorded-market.ts";
import { readConfig } from "./replay/replay-config.ts";
import { createReplayFeed } from "./replay/replay-feed.ts";
import type { Chance } from "./simulated/chance.ts";
import type { KeptDays } from "./simulated/kept-days.ts";
import { createSimulatedFeed } from "./simulated/simulated-feed.ts";

/**
 * The feed that the settings name. It asks for the chance that it draws from only where it draws.
 *
 * @throws StartError for a folder without recorded bars and for an adapter that does not exist.
 */
export async function createFeed(
  settings: Pick<Settings, "market" | "marketHours">,
  clock: { now(): number },
  pin: () => Promise<{ chance: Chance; pinnedAt: number }>,
  /** A sentence for whoever watches the start. */
  report: (text: string) => void = () => undefined,
  /** Where a simulated market keeps its days for the next start. */
  kept?: KeptDays,
): Promise<MarketFeed> {
  const { market, marketHours: hours } = settings;
  switch (market.kind) {
    case "simulated": {
      const { chance } = await pin();
      return createSimulatedFeed({ chance, hours, clock, newcomers: true, ...(kept && { kept }) });
    }
    case "replay":
      try {
        return await replay(market.folder, clock, pin, report);
      } catch (error) {
        if (error instanceof StartError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new StartError(`MARKET names a folder that cannot be replayed: ${reason}.`);
      }
    case "live":
      throw new StartError(
        `MARKET names the live adapter "${market.adapter}", and none of that name is built in.`,
      );
  }
}

/** A record goes on over a restart where it was: it began when the database was first served. */
async function replay(
  folder: string,
  clock: { now(): number },
  pin: () => Promise<{ pinnedAt: number }>,
  report: (text: string) => void,
): Promise<MarketFeed> {
  const leftOut = countLeftOut();
  const record = await readWithProgress(folder, { leftOut, report, now: clock.now() });
  const { pinnedAt } = await pin();
  return createReplayFeed({ folder, clock, record, remarks: leftOut.remarks(), beganAt: pinnedAt });
}

const progressEveryMs = 2_000;

/** Reading a large record takes its time, in which the process still answers to a signal. */
async function readWithProgress(
  folder: string,
  options: {
    leftOut: ReturnType<typeof countLeftOut>;
    report: (text: string) => void;
    now: number;
  },
): Promise<RecordedMarket> {
  const { leftOut, report, now } = options;
  try {
    const reading = readRecord(folder, readConfig(folder).codes, leftOut.add, now);
    let reportedAt = performance.now();
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
      if (performance.now() - reportedAt < progressEveryMs) continue;
      reportedAt = performance.now();
      const { files, of, bytes } = step.value;
      report(`Reading recorded days: ${files} of ${of} files, ${Math.round(bytes / 1e6)} MB`);
      await pause();
    }
  } finally {
    // Above all where nothing could be read: the sentences say why.
    for (const sentence of leftOut.sentences()) report(sentence);
  }
}
