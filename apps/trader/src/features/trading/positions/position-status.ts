/**
 * The contract's numbers once more: its module carries the schemas, which stay out of the bundle.
 * `satisfies` makes a difference a type error.
 */
import type { positionStatuses } from "@sanshi/contract";

export const positionStatus = {
  holding: 0,
  closing: 1,
  closed: 2,
  pending: 3,
  cancelled: 4,
  locked: 5,
  rejected: 6,
} as const satisfies typeof positionStatuses;

/** Shares are there: held, being closed, or locked. */
export function isHeld(status: number): boolean {
  return (
    status === positionStatus.holding ||
    status === positionStatus.closing ||
    status === positionStatus.locked
  );
}
