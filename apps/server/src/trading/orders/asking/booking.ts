import { replacesClosing } from "../changing/replaced-closing.ts";
import { shares, type Price, type Shares } from "@sanshi/money";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ExecutionReport } from "../../../venues/reporting-venue.ts";
import { sendLowered, sendNotLowered } from "../../corporate-actions/corporate-actions.ts";
import {
  loweringRequest,
  type BookedTrade,
  type VenueEffect,
} from "../../venue-orders/venue-orders.ts";
import { recordForcedFill } from "../../margin/margin.ts";
import { notifyOfCancellation, notifyOfFill } from "../changing/change-step.ts";
import type { ClosingOrder } from "../changing/closing-orders.ts";
import {
  closingNotice,
  expiryNotice,
  openingNotice,
  rejectionNotice,
} from "../changing/order-notices.ts";
import { reservationOf } from "../costing/opening-money.rules.ts";
import {
  cancelledChange,
  closed,
  opened,
  replaced,
  stopsClosing,
} from "../changing/position-changes.ts";
import { reverse } from "./reversing.ts";
import { filledOf, sharesWaiting, termsOf } from "../changing/stored-money.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { writeChange, type Change, type Notice } from "../storing/changes.store.ts";
import {
  loadPosition,
  type StoredPosition,
  type WorkingClosing,
} from "../storing/positions.store.ts";

type Reported = { orderId: bigint; customerId: bigint; report: ExecutionReport };
type Booking = {
  change: Change;
  notice: Notice | null;
  told(): void;
  /** What belongs to it in the same transaction: a forced sale's receipt, and what is sent of a dividend. */
  record?(transaction: Transaction): Promise<void>;
};

/** Somebody else's change of the position may come between look and write; each time one of them has got further. */
const roundsMax = 20;

/**
 * What the venue has reported becomes fills, positions and money, in the transaction that counts the report as done,
 * by the same statement as every other change. What the venue busts is reversed (`reversing.ts`).
 */
export async function bookEffects(
  services: OrderServices,
  transaction: Transaction,
  reported: Reported,
  effects: readonly VenueEffect[],
): Promise<(() => void) | "not_bookable"> {
  await services.accounts.load([reported.customerId]);
  const told: (() => void)[] = [];
  const taken = effects.find(({ kind }) => kind === "reversed");
  if (taken?.kind === "reversed") {
    const next = effects.find(({ kind }) => kind === "booked");
    const correction = next?.kind === "booked" ? next.trade : null;
    return reverse(services, transaction, reported, { trade: taken.trade, correction });
  }
  for (const effect of effects) {
    if (effect.kind === "booked") {
      told.push(await write(services, transaction, reported, (at) => fill(at, effect.trade)));
    } else if (effect.kind === "replaced") {
      told.push(await write(services, transaction, reported, (at) => replace(at, effect)));
    } else if (effect.kind === "request_refused") {
      await notifyOfRefusal(services, transaction, reported);
    } else if (effect.kind === "ended" && effect.state !== "filled") {
      const { state } = effect;
      told.push(await write(services, transaction, reported, (at) => end(at, state)));
    }
  }
  return () => {
    for (const tell of told) tell();
  };
}

type At = {
  services: OrderServices;
  reported: Reported;
  stored: StoredPosition;
  /** Null of the order that opens. */
  closing: WorkingClosing | null;
};

async function write(
  services: OrderServices,
  transaction: Transaction,
  reported: Reported,
  decide: (at: At) => Booking,
): Promise<() => void> {
  const { customerId, orderId } = reported;
  for (let round = 1; round <= roundsMax; round += 1) {
    const stored = await loadPosition(transaction, { customerId, positionId: orderId });
    const closing = stored?.closings.find(({ id }) => id === orderId) ?? null;
    const opens = stored?.id === orderId && stored.opening_works;
    if (stored === undefined || (closing === null && !opens)) {
      throw new Error(`the venue reports of the order ${orderId}, which does not work`);
    }
    const booking = decide({ services, reported, stored, closing });
    const { change, notice } = booking;
    const row = { customerId, request: null, answer: null, change, notice };
    if (!(await writeChange(transaction, row))) continue;
    await booking.record?.(transaction);
    return () => booking.told();
  }
  throw new Error("a position changed at every look");
}

function fill({ services, reported, stored, closing }: At, trade: BookedTrade): Booking {
  const accounts = services.accounts.of(stored.customer_id, stored.market);
  const filling = {
    quote: quoteOf(services, reported, trade),
    match: matchOf(trade),
    now: stored.now,
    fees: services.fees,
  };
  if (closing === null) {
    // At the market it is bound by the price that its money is held at.
    const limit = stored.limit_price ?? stored.hold_price;
    const { hours } = services.context;
    const opening = { ...filling, hours, limit, lendable: stored.credit };
    const { change } = opened(stored, opening, accounts);
    return {
      change,
      notice: openingNotice(services, stored, change),
      told: () => notifyOfFill(services, stored, "order_filled", trade),
    };
  }
  const order: ClosingOrder = {
    id: closing.id,
    working: closing,
    quantity: sharesWaiting(closing),
    limit: closing.limit_price,
    asked: closing,
    triggers: false,
    reason: closing.origin === "customer" ? null : closing.origin,
    atVenue: true,
  };
  const { change } = closed(stored, order, filling, accounts);
  if (order.reason === "forced_sale") {
    const { price, quantity } = trade;
    const sold = { number: stored.revision + 1, price, quantity };
    const before = { at: stored.now, shortfall: stored.shortfall };
    return {
      change,
      notice: null,
      told: () => undefined,
      record: (transaction) =>
        recordForcedFill(services.context, transaction, closing.id, sold, before),
    };
  }
  return {
    change,
    notice: closingNotice(services, stored, order, change),
    told: () => notifyOfFill(services, stored, "position_closed", trade),
  };
}

/** A trade of the venue's has no levels, and its own report stands where a quote does. */
function matchOf({ quantity, price }: { quantity: Shares; price: Price }) {
  const value = quantity * price;
  return {
    slices: [{ price, quantity: shares(quantity) }],
    quantity,
    value,
    price,
    hasCounterparty: true,
  };
}

function quoteOf({ context }: OrderServices, { report }: Reported, { price }: BookedTrade) {
  return {
    feed: context.venue.name,
    sequence: report.sequence,
    bid: price,
    ask: price,
    at: report.at,
  };
}

/** It is another order at the venue now, and less is held for it. */
function replace(at: At, to: { quantity: Shares; limit: Price }): Booking {
  const { services, stored, closing } = at;
  const { quantity, limit } = to;
  const record = (transaction: Transaction) => notifyOfDividend(at, transaction, limit);
  const told = () =>
    services.context.events.publish(stored.customer_id, { kind: "balance_changed" });
  if (closing !== null) {
    return { change: replacesClosing(stored, closing, to), notice: null, told, record };
  }
  const terms = { ...termsOf(stored, services.fees), quantity, limit, reservedAt: limit };
  const reserved = reservationOf(terms, filledOf(stored));
  const accounts = services.accounts.of(stored.customer_id, stored.market);
  const after = { quantity, limit_price: limit, stop_price: stored.stop_price, reserved };
  return { change: replaced(stored, after, accounts), notice: null, told, record };
}

/** Where a dividend was why the venue was asked; null where nothing was left of the limit, and the order has ended. */
async function notifyOfDividend(
  { services, reported, stored, closing }: At,
  transaction: Transaction,
  limit: Price | null,
): Promise<void> {
  const { customerId, report } = reported;
  // A venue that cancels by itself names the request that it last agreed to.
  const kind = limit === null ? "cancel" : "replace";
  const asked = await loweringRequest(transaction, report.clientOrderId);
  if (asked?.kind !== kind) return;
  const { dividend } = asked;
  const { context } = services;
  const after = limit === null ? null : { limit, stop: null };
  const order = { ...waitingOf(stored, closing), after };
  const at = context.clock.now();
  await sendLowered(context, transaction, { customerId, position: stored, order, dividend, at });
}

/** The order waits at the price that it had before the dividend; nobody asks the venue again. */
async function notifyOfRefusal(
  { context }: OrderServices,
  transaction: Transaction,
  { customerId, orderId, report }: Reported,
): Promise<void> {
  const asked = await loweringRequest(transaction, report.clientOrderId);
  if (asked === null) return;
  const { dividend } = asked;
  const position = await loadPosition(transaction, { customerId, positionId: orderId });
  if (position === undefined) throw new Error(`the order ${orderId} is not there`);
  const closing = position.closings.find(({ id }) => id === orderId) ?? null;
  const order = waitingOf(position, closing);
  const at = context.clock.now();
  await sendNotLowered(context, transaction, { customerId, position, order, dividend, at });
}

function waitingOf(stored: StoredPosition, closing: WorkingClosing | null) {
  const [limit, waiting] =
    closing === null
      ? [stored.limit_price, shares(stored.quantity - stored.opened)]
      : [closing.limit_price, sharesWaiting(closing)];
  return { waiting, before: { limit, stop: null } };
}

/** Nothing more is filled: what was held for the rest is released, and what was filled stays. */
function end(at: At, state: "cancelled" | "expired" | "rejected"): Booking {
  const { services, stored, closing } = at;
  const told = () => notifyOfCancellation(services, stored);
  const record = (transaction: Transaction) => notifyOfDividend(at, transaction, null);
  if (closing !== null) {
    // The shares are the customer's as before, and their screen shows that the order is gone.
    const change = stopsClosing(stored, [closing], state === "expired" ? "expired" : "cancelled");
    const notice = state === "expired" ? expiryNotice(services, stored, change) : null;
    return { change, notice, told, record };
  }
  const accounts = services.accounts.of(stored.customer_id, stored.market);
  if (state === "rejected") {
    const change = cancelledChange(stored, "rejected_by_venue", accounts);
    return { change, notice: rejectionNotice(services, stored, "rejected_by_venue"), told };
  }
  const change = cancelledChange(stored, state, accounts);
  const notice = state === "expired" ? expiryNotice(services, stored, change) : null;
  return { change, notice, told, record };
}
