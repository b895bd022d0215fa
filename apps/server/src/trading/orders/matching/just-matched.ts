import { auctionMatchingMs } from "@sanshi/rulebook";
import {
  factsOf,
  notifyOfFill,
  unasked,
  watchChanged,
  type AskedWork,
  type CancelWork,
  type Step,
} from "../changing/change-step.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { decideAtAuctions } from "./matching.ts";

/**
 * What an auction has just matched of a position and the watch has not written yet. Whatever its customer asks of the
 * position comes after it: whoever has seen the auction's price neither cancels the order nor changes anything that
 * would keep it from its fill. Null where nothing was matched of what nobody has changed since it was placed, nor of
 * what this process has watched as it is since before the auction.
 */
export function decideJustMatched(
  services: OrderServices,
  work: AskedWork | CancelWork,
  stored: StoredPosition | null,
): Step | null {
  if (stored === null || (!stored.opening_works && stored.closings.length === 0)) return null;
  const { saleRoom } = work;
  const waitedSince = services.triggers.waitsSince(stored.id, stored.revision);
  const looked = Math.max(stored.placed_at, stored.now - auctionMatchingMs);
  const facts = factsOf(services, stored);
  const waiting = { services, stored, saleRoom, newId: stored.id, waitedSince };
  const decided = decideAtAuctions(waiting, facts, looked);
  if (decided === null) return null;
  const { change, notice } = decided;
  return {
    work,
    row: unasked(work, change, notice),
    isBefore: true,
    written() {
      watchChanged(services, stored, change, facts.quote);
      if (change.fill === null) return;
      const closes = change.to.closed > stored.closed;
      notifyOfFill(services, stored, closes ? "position_closed" : "order_filled", change.fill);
    },
  };
}
