import {
  formatPrice,
  formatShares,
  settlementCurrency,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { RawJson } from "../../../platform/http/answers.ts";
import type { Outcome } from "../../../platform/outcome.ts";
import type { PurchaseRoom } from "../checking/purchase-caps.rules.ts";
import type { SaleRoom, SameDayMoney } from "../checking/same-day.rules.ts";
import type { Customer } from "../../../platform/sessions.ts";
import type { ChangeRow, Change, Notice } from "../storing/changes.store.ts";
import type { ClosingGroup } from "../storing/closing-groups.store.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { closingsAfter } from "./closing-orders.ts";
import { marketFacts } from "../preparing/market-facts.ts";
import { toRefusal, keptRefusal, outcomeOf } from "../answering/order-answers.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import type { ReplaceForm, BracketForm, ClosingForm } from "../checking/order-forms.ts";
import { sellLockMs, type MarketFacts, type Objection } from "../checking/order-checks.rules.ts";
import { watchedOrder } from "../working/watches.ts";
import type { PassedOver, QuoteMark, WatchedOrder, WatchedTrail } from "../working/watched.ts";

type Common<Result> = {
  customerId: bigint;
  /** Of the position, or of an order that works on it. */
  positionId: bigint;
  settle(outcome: Result): void;
  fail(error: unknown): void;
};
type Asked = Common<Outcome<RawJson>> & {
  customer: Customer;
  requestId: string;
  inputHash: string;
};

/** As the batch has found it; left out where no rule of the day asks for it. */
type OfTheDay = {
  saleRoom?: SaleRoom | undefined;
  /** Whether the house offers extended hours, of what has an order for them. */
  offersExtended?: boolean | undefined;
};

export type CloseWork = Asked &
  OfTheDay & {
    kind: "close";
    form: ClosingForm;
    /** As the batch has found it; left out where the order is a whole one. */
    group?: ClosingGroup | undefined;
  };
export type ReplaceWork = Asked &
  OfTheDay & {
    kind: "replace";
    form: ReplaceForm;
    /** As the batch has found it; left out where no rule of the day asks for it. */
    sameDay?: SameDayMoney | undefined;
    purchaseRoom?: PurchaseRoom | undefined;
  };
export type BracketWork = Asked & OfTheDay & { kind: "bracket"; form: BracketForm };
/** A client that gives no id asks again for what may have been cancelled already. */
type CancelWithoutId = Common<Outcome<RawJson>> & OfTheDay & { kind: "cancel"; requestId: null };
export type CancelWork = (Asked & OfTheDay & { kind: "cancel" }) | CancelWithoutId;
/** Settles true where the position is watched as it is now. */
export type TriggerWork = Common<boolean> &
  OfTheDay & {
    kind: "trigger";
    /** Since when it waits as it is, on the app's clock. */
    since?: number;
    /** Auctions after this moment are still to be looked at; left out where there are none. */
    auctionsAfter?: number;
    /** What the clock leapt over and is still to be looked at; left out where that is nothing. */
    passed?: PassedOver;
    /** A price of extended hours has reached it. */
    extended?: true;
    /** The best prices that its trailing stops have seen; left out where nothing trails. */
    trails?: readonly TrailSeen[];
    /** Nothing was reached: what was seen is written down. */
    keeps?: true;
  };
export type TrailSeen = Pick<WatchedTrail, "orderId" | "scale" | "best">;
/** What has expired is cancelled; settles when that is done, by whomever. */
export type ExpiryWork = Common<void> & OfTheDay & { kind: "expiry" };
export type AskedWork =
  | CloseWork
  | ReplaceWork
  | BracketWork
  | Exclude<CancelWork, CancelWithoutId>;
export type ChangeWork = AskedWork | CancelWork | TriggerWork | ExpiryWork;

/** What is to be written for a work, and what its customer hears once it is. */
export type Step = {
  work: ChangeWork;
  row: ChangeRow;
  /** It comes before what was asked for, which is decided on what is there then. */
  isBefore?: true;
  written(filledAt: string): void;
};

/** What the watch has seen of an order goes with it. */
export function triggerWork(order: WatchedOrder, why: "reached" | "keeps") {
  const { customerId, positionId, since, auctionsAfter, passed, trails, atExtended } = order;
  return {
    kind: "trigger" as const,
    customerId,
    positionId,
    ...(since && { since }),
    ...(auctionsAfter && { auctionsAfter }),
    ...(passed && { passed }),
    ...(trails && { trails }),
    ...(atExtended && { extended: true as const }),
    ...(why === "keeps" && { keeps: true as const }),
  };
}

export function isAsked(work: ChangeWork): work is AskedWork {
  return "requestId" in work && work.requestId !== null;
}

/** No price is one for a position that a split or dividend is still to be applied to. */
export function factsOf(services: OrderServices, stored: StoredPosition): MarketFacts {
  // A lock on selling is measured on the database's side of the app's clock.
  const facts = marketFacts(services, stored.market, stored.code, stored.now);
  if (!stored.is_behind) return facts;
  const { extended: _extended, ...others } = facts;
  return { ...others, quote: null };
}

/** Without a position the objection is the same in every market. */
export function factsOfNothing(services: OrderServices): MarketFacts {
  return marketFacts(services, "jpy", "", services.context.clock.now());
}

/** A refusal is kept under the request's id like any answer. */
export function refusal(work: AskedWork, objection: Objection): Step {
  const text = keptRefusal(toRefusal(objection));
  const row = { ...requestOf(work), answer: text, change: null, notice: null };
  return { work, row, written: () => work.settle(outcomeOf(text)) };
}

export function requestOf(work: AskedWork): Pick<ChangeRow, "customerId" | "request"> {
  const { customerId, requestId: id, inputHash } = work;
  return { customerId, request: { id, inputHash } };
}

/** A change that nobody has asked for just now. */
export function unasked(
  { customerId }: ChangeWork,
  change: Change,
  notice: Notice | null,
): ChangeRow {
  return { customerId, request: null, answer: null, change, notice };
}

/** From now on the position is watched as the change has left it. */
export function watchChanged(
  services: OrderServices,
  stored: StoredPosition,
  change: Change,
  after: QuoteMark | null = null,
  waited: Pick<WatchedOrder, "since" | "seen"> = {},
): void {
  const { to, triggers, isHeld, opening } = change;
  const now = services.context.clock.now();
  services.triggers.watch(
    watchedOrder(
      {
        ...stored,
        ...to,
        closings: closingsAfter(stored, change.orders, now),
        revision: stored.revision + 1,
        extended_hours: hoursAfter(stored, change),
        triggered_at: triggers ? now : stored.triggered_at,
        opening_works: opening === null ? stored.opening_works : opening.state === "working",
        // A moment later than the statement's: it is looked at again where it is too early.
        sellable_at:
          !isHeld && to.opened > 0n ? (change.passedAt ?? now) + sellLockMs : stored.sellable_at,
      },
      { after, ...waited },
    ),
  );
}

/** Whether the order that opens trades in extended hours too, once the change is written. */
function hoursAfter({ id, extended_hours: before }: StoredPosition, { hours }: Change): boolean {
  return hours?.orderId === id ? hours.extended : before;
}

export function notifyOfFill(
  { context }: OrderServices,
  { id, customer_id, market, code }: StoredPosition,
  kind: "order_filled" | "position_closed",
  fill: { price: Price; quantity: Shares },
): void {
  context.events.publish(customer_id, {
    kind,
    id: id.toString(),
    type: market,
    code,
    price: formatPrice(fill.price, settlementCurrency(market)),
    quantity: formatShares(fill.quantity),
  });
}

export function notifyOfCancellation({ context }: OrderServices, stored: StoredPosition): void {
  const { id, customer_id, market, code } = stored;
  context.events.publish(customer_id, {
    kind: "order_cancelled",
    id: id.toString(),
    type: market,
    code,
  });
}
