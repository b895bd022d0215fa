/** Lengths of time in milliseconds. A day is 24 hours: a local day may be longer or shorter. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A moment, in milliseconds since the epoch, as it goes over the wire: ISO 8601 in UTC. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same of what may not have happened. */
export function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
