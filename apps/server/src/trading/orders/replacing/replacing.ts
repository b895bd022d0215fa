import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  settlementCurrency,
  shares,
  zeroMinor,
} from "@sanshi/money";
import { sessionsOf, marketStatus } from "@sanshi/rulebook";
import { RawJson } from "../../../platform/http/answers.ts";
import { accept } from "../../../platform/outcome.ts";
import {
  factsOf,
  factsOfNothing,
  refusal,
  requestOf,
  type ReplaceWork,
  type AskedWork,
  type BracketWork,
  type Step,
  watchChanged,
} from "../changing/change-step.ts";
import type { Change } from "../storing/changes.store.ts";
import {
  checkReplacement,
  checkSetBracket,
  type ReplaceableOrder,
  type Replacement,
  type Money,
} from "./replacing.rules.ts";
import type { StoredPosition, WorkingClosing } from "../storing/positions.store.ts";
import { replacesClosing } from "../changing/replaced-closing.ts";
import { replaced, bracketSet } from "../changing/position-changes.ts";
import { isMet } from "../cancelling/cancelling.ts";
import { standingOf } from "../closing/closing.ts";
import type { Decision } from "../checking/order-checks.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { filledOf, freeShares, sharesWaiting, termsOf } from "../changing/stored-money.ts";
import type { Purchase } from "../preparing/same-day.ts";
import { trailOnWire } from "../answering/order-answers.ts";
import { trailOf } from "../checking/trailing.rules.ts";
import { isAheadOfStop, limitNow } from "../working/watches.ts";

/** A working order gets another price, stop or quantity, and another amount is held for it. */
export function decideReplace(
  services: OrderServices,
  work: ReplaceWork,
  stored: StoredPosition | null,
): Step {
  const checked = soundReplacement(services, work, stored);
  if (!checked.ok) return refusal(work, checked.objection);
  if (stored === null) return refusal(work, { code: "order_not_found" });
  const { quantity, limit, stop, trail, reserved, isExtended, expiresAt } = checked.value;
  const closing = replaceableClosing(stored, work.positionId);
  const change = closing
    ? replacesClosing(stored, closing, {
        ...{ quantity, limit, trail, isExtended, expiresAt },
        stop: stop ?? closing.stop_price,
      })
    : replaced(
        stored,
        {
          ...{ quantity, limit_price: limit, reserved, isExtended, expires_at: expiresAt },
          // A stop that was reached stays on the record of what it was.
          stop_price: stop ?? stored.stop_price,
        },
        services.accounts.of(work.customerId, stored.market),
      );
  const answer = replacedAnswer(work.positionId, stored, change);
  return answered(services, work, stored, change, answer);
}

/** A purchase that is about to be changed, as far as the day's rules ask for it. */
export function enlarged(stored: StoredPosition): Purchase {
  const { customer_id: customerId, market, code, side, leverage } = stored;
  return { customerId, market, code, side, leverage, isAtMarket: false };
}

/** What an order would be after it, and what would be held for it then. */
export function soundReplacement(
  services: OrderServices,
  work: Pick<ReplaceWork, "customer" | "positionId" | "form" | "sameDay" | "purchaseRoom">,
  stored: StoredPosition | null,
): Decision<Replacement> {
  const facts = stored === null ? factsOfNothing(services) : factsOf(services, stored);
  const nothing: Money = {
    available: zeroMinor,
    credit: zeroMinor,
    shortfall: zeroMinor,
    loan: zeroMinor,
    is_called: false,
  };
  const order = stored === null ? null : replaceable(services, stored, work.positionId);
  return checkReplacement(work.form, standingOf(work, stored), order, facts, {
    ...(stored ?? nothing),
    sameDay: work.sameDay,
    purchaseRoom: work.purchaseRoom,
  });
}

/** The bracket of a position, or of the one that a working order will make. */
export function decideSetBracket(
  services: OrderServices,
  work: BracketWork,
  stored: StoredPosition | null,
): Step {
  const facts = stored === null ? factsOfNothing(services) : factsOf(services, stored);
  const { now, hours } = facts;
  const position = stored && {
    status: stored.status,
    side: stored.side,
    takeProfit: stored.take_profit,
    stopLoss: stored.stop_loss,
    opensAt: stored.opened === 0n ? (stored.limit_price ?? stored.stop_price) : null,
    isExtended: stored.extended_hours,
  };
  const date = marketStatus(stored === null ? "jpy" : sessionsOf(stored), now, hours).orderDate;
  const checked = checkSetBracket(work.form, standingOf(work, stored), position, facts, date);
  if (!checked.ok) return refusal(work, checked.objection);
  if (stored === null) return refusal(work, { code: "position_not_found" });
  const { takeProfit, stopLoss } = checked.value;
  const change = bracketSet(stored, { take_profit: takeProfit, stop_loss: stopLoss });
  const currency = settlementCurrency(stored.market);
  const answer: CallOutput<Calls["/trade/set-exits"]> = {
    id: stored.id.toString(),
    take_profit: takeProfit === null ? null : formatPrice(takeProfit, currency),
    stop_loss: stopLoss === null ? null : formatPrice(stopLoss, currency),
  };
  return answered(services, work, stored, change, answer);
}

function answered(
  services: OrderServices,
  work: AskedWork,
  stored: StoredPosition,
  change: Change,
  answer: object,
): Step {
  const text = JSON.stringify(answer);
  return {
    work,
    row: { ...requestOf(work), answer: text, change, notice: null },
    written() {
      work.settle(accept(new RawJson(text)));
      watchChanged(services, stored, change);
      services.context.events.publish(work.customerId, { kind: "balance_changed" });
    },
  };
}

/**
 * The customer's closing order of this id; of a position's id the only one that works on it. An exit's is the
 * exit's to change, or to cancel. Null where there is none, or several and none is named.
 */
export function replaceableClosing(
  { id, closings }: StoredPosition,
  asked: bigint,
): WorkingClosing | null {
  const meant = closings.filter((order) => asked === id || order.id === asked);
  const [order] = meant;
  return order !== undefined && meant.length === 1 && order.origin === "customer" ? order : null;
}

function replaceable(
  { fees: schedules }: Pick<OrderServices, "fees">,
  stored: StoredPosition,
  asked: bigint,
): ReplaceableOrder | "not_pending" {
  const { reserved } = stored;
  const closing = replaceableClosing(stored, asked);
  const waitsToOpen = asked === stored.id && stored.opening_works;
  if (closing === null && !waitsToOpen) return "not_pending";
  if (isMet(closing ?? stored, stored.now)) return "not_pending";
  const { market, side, leverage, fees } = termsOf(stored, schedules);
  const { time_in_force: timeInForce, expires_at: expiresAt } = closing ?? stored;
  const waiting = {
    timeInForce,
    expiresAt,
    isExtended: (closing ?? stored).extended_hours,
    placedAs: (closing ?? stored).kind,
    hasExits: closing === null && (stored.take_profit ?? stored.stop_loss ?? stored.exits) !== null,
    holdPrice: closing === null ? stored.hold_price : null,
    trail: closing === null ? null : followedBy(closing),
  };
  const common = { market, side, leverage, fees, reserved, filled: filledOf(stored), ...waiting };
  if (closing !== null) {
    // Not what other closing orders wait for.
    const left = shares(freeShares(stored) + sharesWaiting(closing));
    return {
      ...common,
      ...pricesOf(closing),
      quantity: closing.quantity,
      closing: { left, filled: closing.filled },
    };
  }
  return { ...common, ...pricesOf(stored), quantity: stored.quantity, closing: null };
}

function followedBy(order: WorkingClosing): ReplaceableOrder["trail"] {
  const { trail_best: best, stop_price: stop } = order;
  const trail = trailOf(order.trail_amount, order.trail_basis_points);
  const follows = trail !== null && best !== null && stop !== null && isAheadOfStop(order);
  return follows ? { trail, best, stop } : null;
}

/** A stop that was reached is none any more. */
function pricesOf(
  order: Pick<StoredPosition, "kind" | "limit_price" | "stop_price" | "triggered_at">,
): Pick<ReplaceableOrder, "kind" | "limit" | "stop"> {
  const isAhead = isAheadOfStop(order);
  const limit = limitNow(order);
  const now = limit === null ? "market" : "limit";
  return { kind: isAhead ? order.kind : now, limit, stop: isAhead ? order.stop_price : null };
}

export function replacedAnswer(
  asked: bigint,
  stored: StoredPosition,
  { to, orders }: Pick<Change, "to" | "orders">,
): CallOutput<Calls["/trade/amend-order"]> {
  const currency = settlementCurrency(stored.market);
  const [closing] = orders;
  const whole = closing?.quantity ?? to.quantity;
  const filled = closing?.filled ?? to.opened;
  const price = closing === undefined ? to.limit_price : closing.limit;
  const stop = closing === undefined ? to.stop_price : closing.stop;
  return {
    id: asked.toString(),
    status: positionStatuses[to.status],
    quantity: formatShares(whole),
    quantity_waiting: formatShares(shares(whole - filled)),
    price: price === null ? null : formatPrice(price, currency),
    stop_price: stop === null ? null : formatPrice(stop, currency),
    ...(closing !== undefined && trailOnWire(closing.trail, currency)),
    reserved: formatMinor(to.reserved, currency),
  };
}
