import { quoteAgeMsMax } from "@sanshi/contract";
import { shares, type Price, type Shares } from "@sanshi/money";
import { isOfExtendedHours, type Quote } from "../../../market-feed/market-feed.ts";
import type { Match, VenueOrder } from "../../../venues/execution-venue.ts";
import { type TriggerWork } from "../changing/change-step.ts";
import type { Change, Notice } from "../storing/changes.store.ts";
import type { ClosingReason, StoredPosition } from "../storing/positions.store.ts";
import {
  cancelledChange,
  closed,
  opened,
  startsClosing,
  triggered,
} from "../changing/position-changes.ts";
import {
  auctionQuotes,
  closeAfterHours,
  ownAfterHours,
  ownAuctions,
  takesAuctions,
} from "./auction-matching.ts";
import { askedAt, type ClosingOrder } from "../changing/closing-orders.ts";
import { closingSide } from "../closing/closing.ts";
import { sellableShares } from "../checking/exchange-facts.ts";
import type { SaleRoom } from "../checking/same-day.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { isClosingBarred, isLocked } from "../closing/closing.rules.ts";
import {
  closingNotice,
  openingNotice,
  rejectionNotice,
  triggerNotice,
} from "../changing/order-notices.ts";
import { waitsForItsOwn } from "../checking/validity.rules.ts";
import { isStopReached, type MarketFacts } from "../checking/order-checks.rules.ts";
import { extendedQuote } from "../checking/extended-hours.rules.ts";
import { isAtClose, matchableQuote } from "../checking/session-quotes.rules.ts";
import { sharesLeft, sharesWaiting } from "../changing/stored-money.ts";
import { quotesPassed } from "./passed-quotes.ts";
import { withTrailsFollowing } from "./trailing.ts";
import type { QuoteMark } from "../working/watched.ts";
import {
  asLasting,
  hasLimitNow,
  isAheadOfStop,
  isStopped,
  limitInAuction,
  limitNow,
} from "../working/watches.ts";

/** With the quote that it was decided at, where the clock has leapt over that. */
export type Decided = { change: Change; notice: Notice | null; passed?: QuoteMark };

/**
 * What came first of the quotes and auctions that the clock has leapt over, up to the end of whatever works on the
 * position; with what its trailing stops have seen on the way.
 */
export function decideAtPassed(
  waiting: Waiting,
  facts: MarketFacts,
  { passed, auctionsAfter }: Pick<TriggerWork, "passed" | "auctionsAfter">,
  tradable: Quote | null,
): { decided: Decided | null; stored: StoredPosition } {
  const { stored } = waiting;
  const after = auctionsAfter ?? null;
  let given = waiting;
  for (const quote of quotesPassed(() => given, facts, passed, tradable)) {
    const met = decideAtAuctions(given, { ...facts, quote }, after, quote.at);
    if (met !== null) return { decided: withMark(met, stored.now), stored: given.stored };
    const isExtended = isOfExtendedHours(quote);
    // No stop follows what is traded in extended hours.
    if (!isExtended) {
      given = { ...given, stored: withTrailsFollowing(waiting.services, given.stored, quote.last) };
    }
    const of = { ...facts, now: quote.at };
    const then = isExtended
      ? tradableExtended({ ...of, extended: () => quote }, given.stored)
      : tradableQuote({ ...of, quote }, given.stored);
    const which = isExtended ? "extended" : "all";
    const decided = decideAt({ ...given, passedAt: quote.at }, then, facts.halt, which);
    if (decided !== null) {
      return { decided: withMark(decided, stored.now, quote), stored: given.stored };
    }
  }
  const met = decideAtAuctions(given, facts, after);
  const decided = met === null || passed === undefined ? met : withMark(met, stored.now);
  return { decided, stored: given.stored };
}

/** What was passed longer ago than a quote is good for happened then, and not now. */
function withMark(
  { change, notice }: Decided,
  now: number,
  passed: QuoteMark | undefined = change.fill?.quote,
): Decided {
  if (passed?.at === undefined) return { change, notice };
  const isLeapt = now - passed.at > quoteAgeMsMax;
  return { change: isLeapt ? { ...change, passedAt: passed.at } : change, notice, passed };
}

/** The oldest auction that the order has waited through, after those that were looked at for it, and that takes it. */
export function decideAtAuctions(
  waiting: Waiting,
  facts: MarketFacts,
  lookedUntil: number | null,
  matchedBy = Infinity,
): Decided | null {
  return (
    decideAtMatched(waiting, facts, lookedUntil, matchedBy) ??
    decideAfterHours(waiting, facts, matchedBy)
  );
}

/** What was placed for a session after hours alone that the clock has leapt over trades at its close. */
function decideAfterHours(
  waiting: Waiting,
  { quote, halt }: MarketFacts,
  matchedBy: number,
): Decided | null {
  const { services, stored } = waiting;
  if (quote === null) return null;
  for (const until of ownAfterHours(stored)) {
    const close = until > matchedBy ? null : closeAfterHours(services, stored, quote, until);
    if (close === null) continue;
    const then = { ...waiting, waitedSince: null, passedAt: close.at };
    const decided = decideAt(then, close, halt, { auctionAt: until, isOrdinary: false });
    if (decided !== null && decided.change.fill !== null) return withMark(decided, stored.now);
  }
  return null;
}

function decideAtMatched(
  waiting: Waiting,
  { quote, halt }: MarketFacts,
  lookedUntil: number | null,
  matchedBy: number,
): Decided | null {
  const { services, stored, waitedSince } = waiting;
  // What nobody has changed waits since it was placed, and else since this process knows it as it is.
  const since = stored.revision === 0 ? stored.placed_at : waitedSince;
  if (quote === null) return null;
  const own = ownAuctions(stored);
  const isKnown = since !== null && lookedUntil !== null && takesAuctions(stored);
  const ordinary = isKnown ? Math.max(since, lookedUntil) : Infinity;
  const after = Math.min(ordinary, ...own.map((at) => at - 1));
  if (after === Infinity) return null;
  const ends = own.length > 0 ? stored.now : Math.min(stored.now, stored.expires_at ?? stored.now);
  const until = Math.min(ends, matchedBy);
  for (const at of auctionQuotes(services, stored, quote, { after, until })) {
    const which = { auctionAt: at.at, isOrdinary: at.at > ordinary };
    // An auction has no way to it on which a limit was passed.
    const decided = decideAt({ ...waiting, waitedSince: null }, at, halt, which);
    if (decided !== null && decided.change.fill !== null) return decided;
  }
  return null;
}

/**
 * What the position can be traded at now. An order is filled at a quote once: its levels are not there
 * a second time; the day's close is a market of its own.
 */
export function tradableQuote(
  { quote, now, hours }: MarketFacts,
  { matched_feed, matched_sequence }: StoredPosition,
): Quote | null {
  const matchable = matchableQuote(quote, now, hours);
  if (matchable === null || isAtClose(matchable, now, hours)) return matchable;
  const isNewer =
    matched_feed !== matchable.feed ||
    matched_sequence === null ||
    matchable.sequence > matched_sequence;
  return isNewer ? matchable : null;
}

/** The quote of extended hours that orders for them can be filled at now: at each of its quotes once. */
export function tradableExtended(
  facts: MarketFacts,
  { matched_feed: feed, matched_sequence: sequence }: StoredPosition,
): Quote | null {
  const quote = extendedQuote(facts);
  if (quote === null || feed !== quote.feed || sequence === null) return quote;
  return quote.sequence > sequence ? quote : null;
}

/** What waits, and since when. */
type Waiting = {
  services: OrderServices;
  stored: StoredPosition;
  /** Where the rule of the day keeps some of the stock from being sold. */
  saleRoom?: SaleRoom | undefined;
  /** Of the order that an exit places. */
  newId: bigint;
  waitedSince: number | null;
  /** When the quote was that is decided on, where the clock has leapt over it: what was locked then is not sold. */
  passedAt?: number;
};

/**
 * Whatever a quote reaches, what one of extended hours fills, or what an auction fills: orders for it, and limits that
 * have waited through it.
 */
type Which = "all" | "extended" | { auctionAt: number; isOrdinary: boolean };

/** At which limit an order trades now, null at the market; undefined where it does not, or its stop has to come first. */
function limitAt(
  order: Parameters<typeof limitInAuction>[0] & { extended_hours: boolean },
  which: Which,
  { stored, passedAt }: Waiting,
): Price | null | undefined {
  if (which === "extended") return order.extended_hours ? limitNow(order) : undefined;
  if (which !== "all") return limitInAuction(order, which.auctionAt, which.isOrdinary);
  if (waitsForItsOwn(asLasting(order), passedAt ?? stored.now)) return undefined;
  return isAheadOfStop(order) && !hasLimitNow(order) ? undefined : limitNow(order);
}

/** A loss is stopped before anything else happens; what is closed grows no more. */
export function decideAt(
  waiting: Waiting,
  quote: Quote | null,
  halt: MarketFacts["halt"],
  which: Which = "all",
): Decided | null {
  const { stored } = waiting;
  const { customer_state: state, status } = stored;
  // A restricted account opens nothing; what closes goes on, unless that is barred for a while.
  const standing = { state, closingBarredUntil: stored.closing_barred_until };
  if (quote === null || isClosingBarred(standing, stored.now)) return null;
  // What has ended is met at prices from before its end alone.
  const isHalted = halt !== null && halt.code !== "instrument_ended";
  if (isHalted && !halt.closingAllowed) return null;
  if (which === "all" && (status === "holding" || status === "closing")) {
    const exit = decideExit(waiting, quote);
    if (exit !== null) return exit;
  }
  if (status === "closing") return decideClosing(waiting, quote, which);
  const waitsToOpen = stored.opening_works && (status === "pending" || status === "holding");
  const isSound = stored.shortfall >= 0n && !stored.is_called;
  const mayOpen = state === "active" && isSound && !isHalted;
  return waitsToOpen && mayOpen ? decideOpening(waiting, quote, which) : null;
}

/** What of the position may be closed at a quote: nothing while it is locked. */
function sellableAt({ services, stored, saleRoom, passedAt }: Waiting, { at }: Quote): Shares {
  const isShut = isLocked({ sellableAt: stored.sellable_at }, passedAt ?? stored.now);
  return isShut ? shares(0n) : sellableShares(services.context, stored, saleRoom, at);
}

/** All that is left is closed: at the market after a loss, at the price or better after a gain. */
function decideExit(waiting: Waiting, quote: Quote): Decided | null {
  const { stored } = waiting;
  const { side, take_profit: gain, stop_loss: loss } = stored;
  if (isStopped(stored) || sellableAt(waiting, quote) === 0n) return null;
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
  { stored, newId }: Waiting,
  reason: ClosingReason,
  quantity: Shares,
  limit: Price | null,
): ClosingOrder {
  return {
    id: newId,
    working: null,
    quantity,
    limit,
    doNotReduce: stored.do_not_reduce,
    asked: askedAt(limit),
    triggers: false,
    reason,
  };
}

/**
 * Of the closing orders that work, at their limits or, after a stop, at whatever price there is, the oldest that
 * the market takes. Another one waits for the next quote: the levels of this one are not there twice. A stop
 * comes before the limit beside it, as a loss before everything else.
 */
function decideClosing(waiting: Waiting, quote: Quote, which: Which): Decided | null {
  const opposite = waiting.stored.side === "long" ? "short" : "long";
  if (sellableAt(waiting, quote) === 0n) return null;
  for (const working of waiting.stored.closings) {
    const { stop_price: stop } = working;
    const isAhead = isAheadOfStop(working);
    const triggers =
      isAhead && which === "all" && stop !== null && isStopReached(opposite, stop, quote.last);
    const reached = { ...working, triggered_at: waiting.stored.now };
    const limit = triggers ? limitNow(reached) : limitAt(working, which, waiting);
    if (limit === undefined) continue;
    const order: ClosingOrder = {
      id: working.id,
      working,
      quantity: sharesWaiting(working),
      limit,
      asked: working,
      triggers,
      reason: working.origin === "customer" ? null : working.origin,
    };
    const passed = triggers ? stop : null;
    if (triggers || matchOf(waiting, quote, order, passed).quantity > 0n) {
      return close(waiting, quote, order, passed);
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
  { quantity: wanted, limit }: ClosingOrder,
  stop: Price | null,
): Match {
  const { services, stored } = waiting;
  const side = closingSide(stored);
  const most = sellableAt(waiting, quote);
  const quantity = wanted < most ? wanted : most;
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

function decideOpening(waiting: Waiting, quote: Quote, which: Which): Decided | null {
  const { services, stored } = waiting;
  const { side, stop_price: stop } = stored;
  const isAhead = isAheadOfStop(stored);
  const triggers =
    isAhead && which === "all" && stop !== null && isStopReached(side, stop, quote.last);
  const reached = { ...stored, triggered_at: stored.now };
  const limit = triggers ? limitNow(reached) : limitAt(stored, which, waiting);
  if (limit === undefined) return null;
  const quantity = shares(stored.quantity - stored.opened);
  const order = { side: side === "long" ? "buy" : "sell", quantity, limit } as const;
  const passed = waited(waiting, quote, triggers ? stop : null);
  const match = services.venue.match({ ...order, ...passed }, quote);
  if (match.quantity === 0n) {
    if (limit === null && stop !== null) {
      // Of a bar that hardly traded there are no shares left at some of its prices: that is no lock.
      return match.hasCounterparty ? null : reject(services, stored, "no_counterparty");
    }
    if (!triggers) return null;
    const change = triggered(stored);
    return { change, notice: triggerNotice(services, stored, quote) };
  }
  const accounts = services.accounts.of(stored.customer_id, stored.market);
  const { hours } = services.context;
  const { change, part } = opened(
    stored,
    { quote, match, now: stored.now, fees: services.fees, hours, triggers, limit },
    accounts,
  );
  const paid = -(change.movement?.available ?? 0n);
  // Beyond what was held for it, an order on margin is paid from own money alone.
  const isOnMargin = side === "short" || stored.leverage > 1;
  const spendable = stored.available + (isOnMargin ? stored.loan : 0n);
  if (paid > 0n && paid > spendable) return reject(services, stored, "insufficient_balance");
  if (side === "long" && part.borrowed > stored.credit) {
    return reject(services, stored, "insufficient_credit_limit");
  }
  return { change, notice: openingNotice(services, stored, change) };
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
