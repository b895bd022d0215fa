import type { Following } from "@sanshi/contract";

type Stoppable = Pick<Following, "status" | "stop_reached_at" | "locked_until" | "ends_at">;

/** A stop that was reached waits for the lock-up, and then for the valuation that sells; null of any other following. */
export function stopPhase(
  { status, stop_reached_at: reached, locked_until: locked, ends_at: endsAt }: Stoppable,
  now: number,
): { waits: "lock_up" | "valuation"; until: string } | null {
  if (status !== 0 || reached === null || locked === null || endsAt === null) return null;
  return Date.parse(locked) > now
    ? { waits: "lock_up", until: locked }
    : { waits: "valuation", until: endsAt };
}
