/** A process that has not heard of a change writes the old code for so long at most. */
export const settlesAfterMs = 60_000;

/** When a change was carried first, milliseconds since the epoch; null before. */
type Carried = { carried_at: number | null };

/** Whether nobody writes the old code any more. */
export function isOver({ carried_at: carriedAt }: Carried, now: number): boolean {
  return carriedAt !== null && now - carriedAt >= settlesAfterMs;
}

/**
 * Whether to look through the tables for what was still written under the old code: at once, then each time that as much
 * time has passed as since the first look, and at the end. What is late comes mostly in the first second, and a look
 * reads every table that has codes.
 */
export function looksAgain(change: Carried, lookedAt: number | null, now: number): boolean {
  const { carried_at: carriedAt } = change;
  if (carriedAt === null || lookedAt === null || isOver(change, now)) return true;
  return now - lookedAt >= lookedAt - carriedAt;
}
