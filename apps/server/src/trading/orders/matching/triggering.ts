import {
  factsOf,
  type ExpiryWork,
  notifyOfFill,
  type Step,
  type TriggerWork,
  unasked,
  watchChanged,
} from "../changing/change-step.ts";
import { isOfExtendedHours } from "../../../market-feed/market-feed.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { decideExpiry, expiryOf } from "../cancelling/cancelling.ts";
import type { MarketFacts } from "../checking/order-checks.rules.ts";
import type { QuoteMark } from "../working/watched.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { expiryNotice } from "../changing/order-notices.ts";
import { endsOf, waitedOn } from "./passed-quotes.ts";
import { raisedStops, withTrailsSeen } from "./trailing.ts";
import { againAfterMs, watchedOrder } from "../working/watches.ts";
import {
  decideAt,
  decideAtAuctions,
  decideAtPassed,
  tradableExtended,
  tradableQuote,
  type Decided,
} from "./matching.ts";

/** What is halted is not looked at as often: thousands may have been reached meanwhile. */
const haltedPauseMs = 5_000;

/**
 * A position that the market seems to have reached, looked at with the newest quote: what has come
 * first is done, and the position watched as it is then. Where nothing can be done now, it is looked at
 * again a little later.
 */
export function decideTrigger(
  services: OrderServices,
  work: TriggerWork,
  found: StoredPosition | null,
  orderId: bigint,
): Step | null {
  if (found === null) {
    work.settle(true);
    return null;
  }
  const stored = withTrailsSeen(services, found, work);
  const facts = matchingFacts(services, stored, work);
  const quote = tradableQuote(facts, stored);
  const waiting = { ...work, services, stored, newId: orderId, waitedSince: work.since ?? null };
  const passed = decideAtPassed(waiting, facts, work, quote);
  const seen = passed.stored;
  const decided: Decided | null =
    passed.decided ??
    expireOnTheWay(services, seen, work) ??
    decideAt({ ...waiting, stored: seen }, quote, facts.halt) ??
    (work.extended
      ? decideAt(
          { ...waiting, stored: seen },
          tradableExtended(facts, seen),
          facts.halt,
          "extended",
        )
      : null) ??
    raisedStops(seen);
  if (decided === null) {
    const pause = facts.halt === null ? againAfterMs : haltedPauseMs;
    const notBefore = work.keeps ? null : services.context.clock.now() + pause;
    const waited = waitedOn(services, work, facts, seen);
    services.triggers.watch(watchedOrder(seen, { ...(notBefore && { notBefore }), ...waited }));
    work.settle(true);
    return null;
  }
  const { change, notice } = decided;
  return {
    work,
    row: unasked(work, change, notice),
    written() {
      const waits = notice === null && change.fill === null;
      const fill = change.fill?.quote ?? null;
      const isExtended = fill !== null && isOfExtendedHours(fill);
      const own = fill === null || isExtended ? fill : facts.quote;
      const after = decided.passed === undefined ? own : passedMark(decided.passed);
      watchChanged(
        services,
        seen,
        change,
        after,
        waits ? waitedOn(services, work, facts, seen) : {},
      );
      work.settle(true);
      if (change.fill === null) {
        services.context.events.publish(work.customerId, { kind: "balance_changed" });
        return;
      }
      const closes = change.to.closed > stored.closed;
      notifyOfFill(services, stored, closes ? "position_closed" : "order_filled", change.fill);
    },
  };
}

/**
 * What is over by now is cancelled, unless an auction before its end has filled it: a clock that leaps over a day
 * comes to both at once.
 */
export function decideExpiryAfterAuctions(
  services: OrderServices,
  work: ExpiryWork,
  stored: StoredPosition | null,
): Step | null {
  if (stored === null) return decideExpiry(services, work, stored);
  const waiting = { ...work, services, stored, newId: stored.id, waitedSince: null };
  const still = services.triggers.reachedBy(stored.id);
  const since = still?.since ?? null;
  const facts = matchingFacts(services, stored, work);
  const { decided } =
    still?.passed === undefined
      ? { decided: decideAtAuctions(waiting, facts, stored.placed_at) }
      : decideAtPassed({ ...waiting, waitedSince: since }, facts, still, null);
  if (decided === null) return decideExpiry(services, work, stored);
  return {
    work,
    row: unasked(work, decided.change, decided.notice),
    written() {
      watchChanged(services, stored, decided.change, decided.passed && passedMark(decided.passed));
      work.settle();
      if (decided.change.fill !== null) {
        notifyOfFill(services, stored, "order_filled", decided.change.fill);
      }
    },
  };
}

/** Of extended hours it knows no price where the house does not offer them. */
function matchingFacts(
  services: OrderServices,
  stored: StoredPosition,
  { offersExtended }: TriggerWork | ExpiryWork,
): MarketFacts {
  const { extended, ...facts } = factsOf(services, stored);
  return { ...facts, ...(offersExtended === true && extended && { extended }) };
}

function passedMark({ feed, sequence, at }: QuoteMark): QuoteMark {
  return { feed, sequence, ...(at !== undefined && { at }), isPassed: true };
}

/** What is left on the position meets what the clock has leapt over after its end. */
function expireOnTheWay(
  services: OrderServices,
  stored: StoredPosition,
  { passed }: TriggerWork,
): Decided | null {
  const change = expiryOf(services, stored);
  if (change === null) return null;
  const decided = { change, notice: expiryNotice(services, stored, change) };
  if (passed === undefined) return decided;
  const ends = endsOf(stored).filter((at) => at <= stored.now);
  const mark = { feed: services.context.feed.name, sequence: passed.after, at: Math.min(...ends) };
  return { ...decided, passed: mark };
}
