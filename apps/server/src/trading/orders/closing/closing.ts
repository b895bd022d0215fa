import { formatMinor, formatPrice, formatShares, settlementCurrency, shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { RawJson } from "../../../platform/http/answers.ts";
import { accept } from "../../../platform/outcome.ts";
import { answersLater } from "../../../venues/venue.ts";
import type { Match } from "../../../venues/execution-venue.ts";
import { interestDue } from "../../margin/margin.ts";
import {
  factsOf,
  factsOfNothing,
  notifyOfFill,
  refusal,
  requestOf,
  type CloseWork,
  type Step,
  watchChanged,
} from "../changing/change-step.ts";
import type { Change } from "../storing/changes.store.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { closed, startsClosing } from "../changing/position-changes.ts";
import { closingPart, type ClosingPart } from "../costing/closing-money.rules.ts";
import { filledBefore, type ClosingOrder } from "../changing/closing-orders.ts";
import { hasLimitNow } from "../working/watches.ts";
import { heldBack } from "../checking/exchange-facts.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { withTimes } from "../answering/order-answers.ts";
import { filledAtMark } from "../storing/openings.store.ts";
import { meetingOf } from "../preparing/meeting.ts";
import { checkAtOnce } from "../checking/validity.rules.ts";
import type { SaleRoom } from "../checking/same-day.rules.ts";
import {
  checkClosing,
  type ClosablePosition,
  type ClosingStanding,
  type SoundClosing,
} from "./closing.rules.ts";
import { object, type Decision, type SoundOrder } from "../checking/order-checks.rules.ts";
import { bearing, heldMoney, sharesLeft } from "../changing/stored-money.ts";

/**
 * A closing order: what the market takes at once is sold, or bought back. The rest of a limit order
 * waits; the rest of a market order stays held.
 *
 * @param orderId the order's, where it comes to wait
 */
export function decideClose(
  services: OrderServices,
  work: CloseWork,
  stored: StoredPosition | null,
  orderId: bigint,
): Step {
  const isAtVenue = answersLater(services.context.venue);
  // The venue may fill more of it until it says otherwise, and nothing of it is cancelled here.
  if (isAtVenue && stored?.opening_works) return refusal(work, { code: "opening_still_works" });
  const examined = examineClosing(services, work, stored);
  if (!examined.ok) return refusal(work, examined.objection);
  if (stored === null) return refusal(work, { code: "position_not_found" });
  const { sound, match, filled } = examined.value;
  const { quantity, limit, stop, trail, timeInForce, expiresAt } = sound;
  const order: ClosingOrder = {
    id: orderId,
    working: null,
    group: work.group,
    doNotReduce: work.form.doNotReduce ?? false,
    quantity,
    limit,
    asked: {
      kind: work.form.kind,
      time_in_force: timeInForce,
      limit_price: limit,
      stop_price: stop,
      trail_amount: trail?.trail.amount ?? null,
      trail_basis_points: trail?.trail.basisPoints ?? null,
      trail_best: trail?.best ?? null,
      expires_at: expiresAt,
      extended_hours: work.form.hours === "extended",
    },
    triggers: false,
    reason: null,
    atVenue: isAtVenue,
  };
  return filled
    ? closesNow(services, work, stored, order, { sound, match })
    : waitsToClose(services, work, stored, order, sound);
}

type ExaminedClosing = { sound: SoundClosing; match: Match; filled: boolean };

/** What speaks against a closing order, or what of it the market takes now: `filled` where it takes any. */
export function examineClosing(
  services: OrderServices,
  { customer, form, saleRoom }: Pick<CloseWork, "customer" | "form" | "saleRoom">,
  stored: StoredPosition | null,
): Decision<ExaminedClosing> {
  const facts = stored === null ? factsOfNothing(services) : factsOf(services, stored);
  const closable = stored === null ? null : closableOf(services, stored, saleRoom ?? null);
  const checked = checkClosing(form, standingOf({ customer }, stored), closable, facts);
  if (!checked.ok) return checked;
  if (stored === null) return object("position_not_found");
  const sound = checked.value;
  const { quantity, limit, stop, quote } = sound;
  const match = services.venue.match({ side: closingSide(stored), quantity, limit }, quote);
  // Before its stop is reached, nothing is matched.
  const filled = stop === null && sound.isMatching && match.quantity > 0n;
  const unfilled = checkAtOnce(sound.timeInForce, quantity, filled ? match : null);
  if (unfilled !== null) return unfilled;
  const waits = limit !== null || stop !== null || sound.expiresAt !== null || !sound.isMatching;
  if (!filled && !waits) return object("price_unavailable");
  return { ok: true, value: { sound, match, filled } };
}

function closableOf(
  { context }: OrderServices,
  stored: StoredPosition,
  saleRoom: SaleRoom | null,
): ClosablePosition {
  return {
    status: stored.status,
    opened: stored.opened,
    closed: stored.closed,
    closingShares: stored.closing_shares,
    closingOrders: stored.closings.length,
    opensAtExchange: stored.opening_works && hasLimitNow(stored) ? stored.time_in_force : null,
    sellableAt: stored.sellable_at,
    side: stored.side,
    leverage: stored.leverage,
    heldBack: heldBack(context, stored),
    saleRoom,
  };
}

/** As it is in the database at this moment; of nobody's position what the session knows. */
export function standingOf(
  { customer }: Pick<CloseWork, "customer">,
  stored: StoredPosition | null,
): ClosingStanding {
  return {
    state: stored?.customer_state ?? customer.state,
    closingBarredUntil: stored?.closing_barred_until ?? null,
  };
}

export function closingSide({ side }: Pick<StoredPosition, "side">): "buy" | "sell" {
  return side === "long" ? "sell" : "buy";
}

function closesNow(
  services: OrderServices,
  work: CloseWork,
  stored: StoredPosition,
  order: ClosingOrder,
  { sound, match }: { sound: SoundOrder; match: Match },
): Step {
  const { quote } = sound;
  const accounts = services.accounts.of(work.customerId, stored.market);
  const { change, part, shortfall } = closed(
    stored,
    order,
    { quote, match, now: stored.now, fees: services.fees },
    accounts,
  );
  const currency = settlementCurrency(stored.market);
  const answer: ClosedPart = {
    ...closedPart(stored, part, match.price ?? quote.last),
    status: positionStatuses[change.to.status],
    quantity_left: formatShares(part.quantityLeft),
    quantity_waiting: formatShares(waitingOf(change, order)),
    shortfall: formatMinor(shortfall, currency),
    filled_at: filledAtMark,
  };
  const text = JSON.stringify(answer);
  return {
    work,
    row: { ...requestOf(work), answer: text, change, notice: null },
    written(filledAt) {
      watchChanged(services, stored, change, quote);
      work.settle(accept(new RawJson(withTimes(text, filledAt, ""))));
      if (change.fill !== null) notifyOfFill(services, stored, "position_closed", change.fill);
    },
  };
}

function waitsToClose(
  services: OrderServices,
  work: CloseWork,
  stored: StoredPosition,
  order: ClosingOrder,
  { instrument, quote, stop }: SoundClosing,
): Step {
  const { quantity, limit } = order;
  const { kind, time_in_force: timeInForce, expires_at: expiresAt } = order.asked;
  const isExtended = order.asked.extended_hours;
  const change = startsClosing(stored, order, services.accounts.of(work.customerId, stored.market));
  const at = limit ?? stop ?? quote.last;
  const meets = meetingOf(
    { instrument, kind, timeInForce, expiresAt, isExtended },
    services.context,
  );
  const date = localDate(stored.market, stored.now);
  const { interest } = interestDue(bearing(stored), date, { quantity, left: sharesLeft(stored) });
  const fill = { quantity, value: at * quantity };
  const part = closingPart(heldMoney(stored), fill, {
    interest,
    fees: services.fees.of(stored, date),
    before: filledBefore(stored, order),
  });
  const answer: ClosedPart = {
    ...closedPart(stored, part, at),
    status: positionStatuses[change.to.status],
    quantity_left: formatShares(sharesLeft(stored)),
    quantity_waiting: formatShares(quantity),
    filled_at: null,
    ...(meets !== null && { meets }),
  };
  const text = JSON.stringify(answer);
  return {
    work,
    row: { ...requestOf(work), answer: text, change, notice: null },
    written() {
      work.settle(accept(new RawJson(text)));
      watchChanged(services, stored, change);
      if (stored.reserved > 0n) {
        services.context.events.publish(work.customerId, { kind: "balance_changed" });
      }
    },
  };
}

/** What of this order goes on waiting; another one's shares are none of its. */
function waitingOf({ orders }: Change, { id }: ClosingOrder) {
  const own = orders.find((order) => order.id === id && order.state === "working");
  return own === undefined ? shares(0n) : shares(own.quantity - own.filled);
}

type ClosedPart = CallOutput<Calls["/trade/close-position"]>;

function closedPart(
  { id, market }: StoredPosition,
  part: ClosingPart,
  at: Parameters<typeof formatPrice>[0],
) {
  const currency = settlementCurrency(market);
  return {
    id: id.toString(),
    quantity: formatShares(part.quantity),
    price: formatPrice(at, currency),
    amount: formatMinor(part.amount, currency),
    fee: formatMinor(part.fee, currency),
    interest: formatMinor(part.interest, currency),
    profit: formatMinor(part.profit, currency),
  };
}
