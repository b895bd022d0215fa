import type { Price, Shares } from "@sanshi/money";
import type { SoundTrail } from "../checking/trailing.rules.ts";
import type { Change } from "../storing/changes.store.ts";
import type { StoredPosition, WorkingClosing } from "../storing/positions.store.ts";
import { hoursSaid } from "./changed-hours.ts";
import { ended } from "./closing-orders.ts";
import { closingsChanged } from "./position-changes.ts";

/** As a change leaves it; what is left out stays. */
type ReplacedClosing = {
  quantity: Shares;
  limit: Price | null;
  stop?: Price | null;
  trail?: SoundTrail | null;
  isExtended?: boolean;
  expiresAt?: number | null;
};

/** A closing order that works gets another price or quantity. */
export function replacesClosing(
  stored: StoredPosition,
  order: WorkingClosing,
  to: ReplacedClosing,
): Change {
  const { quantity, limit } = to;
  const stop = to.stop === undefined ? order.stop_price : to.stop;
  const before = ended(stored, order, "working");
  const trail = to.trail ? { ...to.trail.trail, best: to.trail.best } : before.trail;
  const { isExtended = before.isExtended, expiresAt = before.expiresAt } = to;
  const after = { ...before, quantity, limit, stop, trail, isExtended, expiresAt };
  return {
    ...closingsChanged(stored, [after]),
    ...hoursSaid(order.id, order.extended_hours, isExtended),
  };
}
