import type { Price, Shares } from "@sanshi/money";
import type { Quote } from "../../../market-feed/market-feed.ts";
import type { Match, VenueOrder } from "../../../venues/execution-venue.ts";
import {
  factsOf,
  type ExpiryWork,
  notifyOfFill,
  type Step,
  type TriggerWork,
  unasked,
  watchChanged,
} from "../changing/change-step.ts";
import type { Change, Notice } from "../storing/changes.store.ts";
import type { ClosingReason, StoredPosition } from "../storing/positions.store.ts";
import {
  cancelledChange,
  closed,
  opened,
  startsClosing,
  triggered,
} from "../changing/position-changes.ts";
import { decideExpiry, expiryOf } from "../cancelling/cancelling.ts";
import { auctionQuotes } from "./auction-matching.ts";
import type { ClosingOrder } from "../changing/closing-orders.ts";
import { closingSide } from "../closing/closing.ts";
import { exchangeSoldFrom } from "../checking/exchange-facts.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { isClosingBarred, isLocked } from "../closing/closing.rules.ts";
import {
  closingNotice,
  expiryNotice,
  openingNotice,
  rejectionNotice,
  triggerNotice,
} from "../changing/order-notices.ts";
import { isStopReached, type MarketFacts } from "../checking/order-checks.rules.ts";
import { isAtClose, matchableQuote } from "../checking/session-quotes.rules.ts";
import { sharesLeft, sharesWaiting } from "../changing/stored-money.ts";
import { againAfterMs, isAheadOfStop, isStopped, watchedOrder } from "../working/watches.ts";

/** What is halted is not looked at as often: thousands may have been reached meanwhile. */
const haltedPauseMs = 5_000;

type Decided = { change: Change; notice: Notice | null };

/**
 * A position that the market seems to have reached, looked at with the newest quote: what has come
 * first is done, and the position watched as it is then. Where nothing can be done now, it is looked at
 * again a little later.
 */
export function decideTrigger(
  services: OrderServices,
  work: TriggerWork,
  stored: StoredPosition | null,
  orderId: bigint,
): Step | null {
  if (stored === null) {
    work.settle(true);
    return null;
  }
  const facts = factsOf(services, stored);
  const quote = tradableQuote(facts, stored);
  const waiting = { services, stored, newId: orderId, waitedSince: work.since ?? null };
  const decided =
    decideAtAuctions(waiting, facts, work.auctionsAfter ?? null) ??
    expire(services, stored) ??
    decideAt(waiting, quote, facts.halt);
  if (decided === null) {
    const pause = facts.halt === null ? againAfterMs : haltedPauseMs;
    const notBefore = services.context.clock.now() + pause;
    const since = work.since === undefined ? {} : { since: work.since };
    services.watch(watchedOrder(stored, { notBefore, ...since }));
    work.settle(true);
    return null;
  }
  const { change, notice } = decided;
  return {
    work,
    row: unasked(work, change, notice),
    written() {
      watchChanged(services, stored, change, change.fill === null ? null : facts.quote);
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
  const waiting = { services, stored, newId: stored.id, waitedSince: null };
  const decided = decideAtAuctions(waiting, factsOf(services, stored), stored.placed_at);
  if (decided === null) return decideExpiry(services, work, stored);
  return {
    work,
    row: unasked(work, decided.change, decided.notice),
    written() {
      watchChanged(services, stored, decided.change);
      work.settle();
      if (decided.change.fill !== null) {
        notifyOfFill(services, stored, "order_filled", decided.change.fill);
      }
    },
  };
}

/** The oldest auction that the order has waited through, after those that were looked at for it, and that takes it. */
function decideAtAuctions(
  waiting: Waiting,
  { quote, halt }: MarketFacts,
  lookedUntil: number | null,
): Decided | null {
  const { services, stored, waitedSince } = waiting;
  // What nobody has changed waits since it was placed, and else since this process knows it as it is.
  const since = stored.revision === 0 ? stored.placed_at : waitedSince;
  if (quote === null || since === null || lookedUntil === null) return null;
  if (!hasLimitOrder(stored)) return null;
  const after = Math.max(since, lookedUntil);
  const until = Math.min(stored.now, stored.expires_at ?? stored.now);
  for (const at of auctionQuotes(services, stored, quote, { after, until })) {
    // An auction has no way to it on which a limit was passed.
    const decided = decideAt({ ...waiting, waitedSince: null }, at, halt, "limits");
    if (decided !== null && decided.change.fill !== null) return decided;
  }
  return null;
}

/** Stops and exits are set off by a price that was traded: they meet the next one. */
function hasLimitOrder(stored: StoredPosition): boolean {
  const { status, kind, opening_works: works } = stored;
  if (status === "closing") return !isStopped(stored);
  return works && status === "pending" && kind === "limit";
}

function expire(services: OrderServices, stored: StoredPosition): Decided | null {
  const change = expiryOf(services, stored);
  return change === null ? null : { change, notice: expiryNotice(services, stored, change) };
}

/**
 * What the position can be traded at now. An order is filled at a quote once: its levels are not there
 * a second time; the day's close is a market of its own.
 */
export function tradableQuote(
  { quote, now, hours }: MarketFacts,
  { market, matched_feed, matched_sequence }: StoredPosition,
): Quote | null {
  const matchable = matchableQuote(quote, now, hours);
  if (matchable === null || isAtClose(market, now, hours)) return matchable;
  const isNewer =
    matched_feed !== matchable.feed ||
    matched_sequence === null ||
    matchable.sequence > matched_sequence;
  return isNewer ? matchable : null;
}

/** What waits, and since when. */
type Waiting = {
  services: OrderServices;
  stored: StoredPosition;
  /** Of the order that an exit places. */
  newId: bigint;
  waitedSince: number | null;
};

/** A loss is stopped before anything else happens; what is closed grows no more. */
function decideAt(
  waiting: Waiting,
  quote: Quote | null,
  halt: MarketFacts["halt"],
  which: "all" | "limits" = "all",
): Decided | null {
  const { stored } = waiting;
  const { customer_state: state, status } = stored;
  // A restricted account opens nothing; what closes goes on, unless that is barred for a while.
  const standing = { state, closingBarredUntil: stored.closing_barred_until };
  if (quote === null || isClosingBarred(standing, stored.now)) return null;
  if (halt?.closingAllowed === false) return null;
  if (which === "all" && (status === "holding" || status === "closing")) {
    const exit = decideExit(waiting, quote);
    if (exit !== null) return exit;
  }
  if (status === "closing") return decideClosing(waiting, quote);
  const waitsToOpen = stored.opening_works && (status === "pending" || status === "holding");
  const isSound = stored.shortfall >= 0n && !stored.is_called;
  const mayOpen = state === "active" && isSound && halt === null;
  return waitsToOpen && mayOpen ? decideOpening(waiting, quote) : null;
}

/** All that is left is closed: at the market after a loss, at the price or better after a gain. */
function decideExit(waiting: Waiting, quote: Quote): Decided | null {
  const { stored } = waiting;
  const { side, take_profit: gain, stop_loss: loss } = stored;
  if (isStopped(stored) || isLocked({ sellableAt: stored.sellable_at }, stored.now)) return null;
  const soldFrom = exchangeSoldFrom(waiting.services.context, stored);
  if (soldFrom !== null && stored.now < soldFrom.at) return null;
  const quantity = sharesLeft(stored);
  const opposite = side === "long" ? "short" : "long";
  if (loss !== null && isStopReached(opposite, loss, quote.last)) {
    const order = bracketOrder(waiting, "stop_loss", quantity, null);
    return close(waiting, quote, order, loss);
  }
  const isTaking = stored.closings.some(({ origin }) => origin === "take_profit");
  if (gain === null || isTaking) return null;
  const order = bracketOrder(waiting, "take_profit", quantity, gain);
  return matchOf(waiting, quote, order, null).quantity > 0n
    ? close(waiting, quote, order, null)
    : null;
}

function bracketOrder(
  { newId }: Waiting,
  reason: ClosingReason,
  quantity: Shares,
  limit: Price | null,
): ClosingOrder {
  return { id: newId, working: null, quantity, limit, reason, expiresAt: null };
}

/**
 * Of the closing orders that work, at their limits or, after a loss, at whatever price there is, the oldest that
 * the market takes. Another one waits for the next quote: the levels of this one are not there twice.
 */
function decideClosing(waiting: Waiting, quote: Quote): Decided | null {
  for (const working of waiting.stored.closings) {
    const order: ClosingOrder = {
      id: working.id,
      working,
      quantity: sharesWaiting(working),
      limit: working.limit_price,
      reason: working.origin === "customer" ? null : working.origin,
      expiresAt: working.expires_at,
    };
    if (matchOf(waiting, quote, order, null).quantity > 0n) {
      return close(waiting, quote, order, null);
    }
  }
  return null;
}

/** An exit that nobody trades with yet waits as a closing order of its own. */
function close(waiting: Waiting, quote: Quote, order: ClosingOrder, stop: Price | null): Decided {
  const { services, stored } = waiting;
  const accounts = services.accounts.of(stored.customer_id, stored.market);
  const match = matchOf(waiting, quote, order, stop);
  if (match.quantity === 0n) {
    const change = startsClosing(stored, order, accounts);
    return { change, notice: closingNotice(services, stored, order, change) };
  }
  const { change } = closed(
    stored,
    order,
    { quote, match, now: stored.now, fees: services.fees },
    accounts,
  );
  return { change, notice: closingNotice(services, stored, order, change) };
}

function matchOf(
  waiting: Waiting,
  quote: Quote,
  { quantity, limit }: ClosingOrder,
  stop: Price | null,
): Match {
  const { services, stored } = waiting;
  const side = closingSide(stored);
  return services.venue.match({ side, quantity, limit, ...waited(waiting, quote, stop) }, quote);
}

/** Whoever has changed an order at a quote that they saw trades at that quote, not on the way to it. */
function waited(
  { waitedSince }: Waiting,
  { at }: Quote,
  stop: Price | null,
): Pick<VenueOrder, "waited"> {
  return waitedSince !== null && waitedSince <= at ? { waited: { stop } } : {};
}

function decideOpening(waiting: Waiting, quote: Quote): Decided | null {
  const { services, stored } = waiting;
  const { side, kind, stop_price: stop, limit_price: limit } = stored;
  const wasAhead = isAheadOfStop(stored);
  if (wasAhead && (stop === null || !isStopReached(side, stop, quote.last))) return null;
  const quantity = sharesToOpen(stored);
  const order = { side: side === "long" ? "buy" : "sell", quantity, limit } as const;
  const passed = waited(waiting, quote, wasAhead ? stop : null);
  const match = services.venue.match({ ...order, ...passed }, quote);
  if (match.quantity === 0n) {
    if (kind === "stop") return reject(services, stored, "no_counterparty");
    if (!wasAhead) return null;
    const change = triggered(stored);
    return { change, notice: triggerNotice(services, stored, quote) };
  }
  const accounts = services.accounts.of(stored.customer_id, stored.market);
  const { change, part } = opened(
    stored,
    { quote, match, now: stored.now, fees: services.fees },
    accounts,
  );
  const paid = -(change.movement?.available ?? 0n);
  if (paid > stored.available) return reject(services, stored, "insufficient_balance");
  if (side === "long" && part.borrowed > stored.credit) {
    return reject(services, stored, "insufficient_credit_limit");
  }
  return { change, notice: openingNotice(services, stored, change) };
}

function sharesToOpen({ quantity, opened: filled }: StoredPosition) {
  return (quantity - filled) as typeof quantity;
}

function reject(
  services: OrderServices,
  stored: StoredPosition,
  why: "insufficient_balance" | "insufficient_credit_limit" | "no_counterparty",
): Decided {
  const change = cancelledChange(
    stored,
    why,
    services.accounts.of(stored.customer_id, stored.market),
  );
  return { change, notice: rejectionNotice(services, stored, why) };
}
