import { extendedFeedName, type Quote } from "../../../market-feed/market-feed.ts";
import type { TriggerWork } from "../changing/change-step.ts";
import type { MarketFacts } from "../checking/order-checks.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import type { PassedOver, WatchedOrder } from "../working/watched.ts";
import { extendedWaitedForBy, waitedForBy } from "../working/watches.ts";

/** An order as it stands on the way: its stops follow the quotes. */
type GivenOrder = { services: OrderServices; stored: StoredPosition; waitedSince: number | null };

/**
 * Those that were not decided on when they came, after the end of a halt and before what works has ended. What can be
 * traded at the newest is decided on by itself.
 */
export function* quotesPassed(
  given: () => GivenOrder,
  { quote, extended }: MarketFacts,
  passed: PassedOver | undefined,
  tradable: Quote | null,
): Generator<Quote, void> {
  const { services, stored, waitedSince } = given();
  const { feed } = services.context;
  if (feed.passed === undefined || passed === undefined || stored.is_behind) return;
  if (tradable !== null && tradable.sequence <= passed.after + 1n) return;
  const { market, code, now } = stored;
  const isExtended = extended !== undefined && extendedWaitedForBy(stored) !== null;
  // The evening goes on after its newest regular quote.
  const newest = quote?.at ?? passed.until;
  const reaches = isExtended ? Math.max(newest, passed.until) : newest;
  const until = Math.min(now, reaches, ...endsOf(stored));
  const met = passed.metUntil ?? -Infinity;
  const from = Math.max(waitedSince ?? -Infinity, stored.last_resumed_at ?? -Infinity);
  const waitedFor = () => waitedForBy(given().stored);
  const question = {
    ...{ market, code, after: passed.after, until, waitedFor },
    ...(isExtended && { extended: () => extendedWaitedForBy(given().stored) ?? nobody }),
  };
  for (const one of feed.passed(question)) {
    if (one.sequence === tradable?.sequence) return;
    if (one.at >= from && one.at > met) yield one;
  }
}

const nobody = { atOrBelow: null, atOrAbove: null };

/** When the orders that work on a position end. */
export function endsOf({
  opening_works: works,
  expires_at: at,
  closings,
}: StoredPosition): number[] {
  const orders = closings.map(({ expires_at: end }) => end);
  return [...(works ? [at] : []), ...orders].filter((end) => end !== null);
}

/**
 * It waits as before: since when, and with everything looked at up to the newest quote; where it trades in extended
 * hours, up to the moment until which their prices were.
 */
export function waitedOn(
  { context }: OrderServices,
  { since, passed }: TriggerWork,
  { quote, extended }: MarketFacts,
  stored: StoredPosition,
): Pick<WatchedOrder, "since" | "seen"> {
  const met =
    passed === undefined
      ? null
      : { feed: context.feed.name, sequence: passed.after, at: passed.until };
  const isExtended = extended !== undefined && extendedWaitedForBy(stored) !== null;
  const seen =
    isExtended && met !== null
      ? { ...met, feed: extendedFeedName(context.feed.name) }
      : (quote ?? met);
  return {
    ...(since !== undefined && { since }),
    ...(seen !== null && {
      seen: { feed: seen.feed, sequence: seen.sequence, at: seen.at },
    }),
  };
}
