/** At least a minute between two runs, and never more than a twentieth of the time. */
const restMsMin = 60_000;
const restFactor = 19;
/** Where many trade the check waits for a quieter moment, and goes on at the latest so long after the last run ended. */
const givingWayMinutesMax = 10;
export const givingWayMsMax = givingWayMinutesMax * 60_000;
/** From so many posted transfers a second on, many trade. */
const busyTransfersPerSecond = 100;

/** How long ago the last run ended, and how long it worked, without what it waited for others. */
export type LastRun = { restedMs: number; workedMs: number };

export function isRested({ restedMs, workedMs }: LastRun): boolean {
  return restedMs >= Math.max(restMsMin, workedMs * restFactor);
}

/** For so long the next run may wait for those who trade; there is nobody's run to wait after before the first. */
export function patienceMs(last: LastRun | undefined): number {
  return last === undefined ? 0 : Math.max(0, givingWayMsMax - last.restedMs);
}

/** What had been posted, at two moments. */
export type Look = { atMs: number; transfers: bigint };

export function isBusy(before: Look, now: Look): boolean {
  const posted = Number(now.transfers - before.transfers);
  return posted * 1_000 >= busyTransfersPerSecond * (now.atMs - before.atMs) && posted > 0;
}
