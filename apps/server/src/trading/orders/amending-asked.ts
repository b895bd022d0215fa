import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { formatMinor, formatPrice, formatShares, settlementCurrency, shares } from "@sanshi/money";
import { marketStatus } from "@sanshi/rulebook";
import { RawJson } from "../../platform/http/answers.ts";
import { accept } from "../../platform/outcome.ts";
import { checkAmendment, checkSetBracket, type AmendableOrder } from "./amending.rules.ts";
import type { Change } from "./amending.batch.store.ts";
import type { StoredPosition } from "./amending.store.ts";
import {
  factsOf,
  factsOfNothing,
  refusal,
  requestOf,
  watchChanged,
  type AmendWork,
  type AskedWork,
  type BracketWork,
  type Step,
} from "./amending-step.ts";
import { amended, changed } from "./amendment.ts";
import { standingOf } from "./closing.ts";
import type { OrderDesk } from "./order-desk.ts";
import { filledOf, sharesLeft, termsOf } from "./stored-money.ts";
import { isAheadOfStop } from "./watches.ts";

/** A working order gets another price, stop or quantity, and another amount is held for it. */
export function decideAmend(desk: OrderDesk, work: AmendWork, stored: StoredPosition | null): Step {
  const facts = stored === null ? factsOfNothing(desk) : factsOf(desk, stored);
  const nothing = { available: 0n, credit: 0n, shortfall: 0n, is_called: false } as StoredPosition;
  const order = stored === null ? null : amendable(desk, stored);
  const checked = checkAmendment(
    work.form,
    standingOf(work, stored),
    order,
    facts,
    stored ?? nothing,
  );
  if (!checked.ok) return refusal(work, checked.objection);
  if (stored === null) return refusal(work, { code: "order_not_found" });
  const { quantity, limit, stop, reserved } = checked.value;
  const isClosing = stored.status === positionStatuses.closing;
  const change = isClosing
    ? changed(stored, {
        closing_quantity: shares(quantity - stored.closing_filled),
        closing_price: limit,
      })
    : amended(
        stored,
        // A stop that was reached stays on the record of what it was.
        { quantity, limit_price: limit, stop_price: stop ?? stored.stop_price, reserved },
        desk.accounts.of(work.customerId, stored.market),
      );
  return answered(desk, work, stored, change, amendedAnswer(stored, change));
}

/** The bracket of a position, or of the one that a working order will make. */
export function decideSetBracket(
  desk: OrderDesk,
  work: BracketWork,
  stored: StoredPosition | null,
): Step {
  const facts = stored === null ? factsOfNothing(desk) : factsOf(desk, stored);
  const { now, hours } = facts;
  const position = stored && {
    status: stored.status,
    side: stored.side,
    takeProfit: stored.take_profit,
    stopLoss: stored.stop_loss,
    opensAt: stored.opened === 0n ? (stored.limit_price ?? stored.stop_price) : null,
  };
  const date = marketStatus(stored?.market ?? "jpy", now, hours).orderDate;
  const checked = checkSetBracket(work.form, standingOf(work, stored), position, facts, date);
  if (!checked.ok) return refusal(work, checked.objection);
  if (stored === null) return refusal(work, { code: "position_not_found" });
  const { takeProfit, stopLoss } = checked.value;
  const change = changed(stored, { take_profit: takeProfit, stop_loss: stopLoss });
  const currency = settlementCurrency(stored.market);
  const answer: CallOutput<Calls["/trade/set-exits"]> = {
    id: stored.id.toString(),
    take_profit: takeProfit === null ? null : formatPrice(takeProfit, currency),
    stop_loss: stopLoss === null ? null : formatPrice(stopLoss, currency),
  };
  return answered(desk, work, stored, change, answer);
}

function answered(
  desk: OrderDesk,
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
      watchChanged(desk, stored, change);
      desk.context.events.publish(work.customerId, { kind: "balance_changed" });
    },
  };
}

/** An exit's closing order is the exit's to change, or to cancel. */
function amendable(
  { fees: schedules }: Pick<OrderDesk, "fees">,
  stored: StoredPosition,
): AmendableOrder | "not_pending" {
  const { status, reserved, closing_reason, closing_quantity } = stored;
  const isClosing = status === positionStatuses.closing && closing_reason === null;
  const waitsToOpen = status === positionStatuses.pending || reserved > 0n;
  if (!isClosing && !waitsToOpen) return "not_pending";
  const { market, side, leverage, fees } = termsOf(stored, schedules);
  const common = { market, side, leverage, fees, reserved, filled: filledOf(stored) };
  if (isClosing) {
    return {
      ...common,
      kind: "limit",
      quantity: shares((closing_quantity ?? 0n) + stored.closing_filled),
      limit: stored.closing_price,
      stop: null,
      closing: { left: sharesLeft(stored), filled: stored.closing_filled },
    };
  }
  const isStop = isAheadOfStop(stored);
  return {
    ...common,
    kind: isStop ? stored.kind : "limit",
    quantity: stored.quantity,
    limit: stored.limit_price,
    stop: isStop ? stored.stop_price : null,
    closing: null,
  };
}

function amendedAnswer(
  stored: StoredPosition,
  { to }: Change,
): CallOutput<Calls["/trade/amend-order"]> {
  const currency = settlementCurrency(stored.market);
  const isClosing = to.closing_quantity !== null;
  const whole = isClosing ? (to.closing_quantity ?? 0n) + to.closing_filled : to.quantity;
  const waiting = isClosing ? (to.closing_quantity ?? 0n) : to.quantity - to.opened;
  const price = isClosing ? to.closing_price : to.limit_price;
  return {
    id: stored.id.toString(),
    status: to.status,
    quantity: formatShares(shares(whole)),
    quantity_waiting: formatShares(shares(waiting)),
    price: price === null ? null : formatPrice(price, currency),
    stop_price: to.stop_price === null ? null : formatPrice(to.stop_price, currency),
    reserved: formatMinor(to.reserved, currency),
  };
}
