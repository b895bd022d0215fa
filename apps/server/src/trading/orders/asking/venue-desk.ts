import type { PerShare } from "@sanshi/money";
import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { RawJson } from "../../../platform/http/answers.ts";
import { answeredOnceWithId } from "../../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ReportingVenue } from "../../../venues/reporting-venue.ts";
import type { Customer } from "../../../platform/sessions.ts";
import type { LoweredOrder } from "../../corporate-actions/corporate-actions.ts";
import { cancelAtVenue, replaceAtVenue, startVenueJobs } from "../../venue-orders/venue-orders.ts";
import { objectToCancel } from "../cancelling/cancelling.ts";
import type { Objection } from "../checking/order-checks.rules.ts";
import type { OpeningForm } from "../placing/opening.rules.ts";
import type { ClosingForm, ReplaceForm } from "../checking/order-forms.ts";
import { toRefusal } from "../answering/order-answers.ts";
import { stateOf } from "../changing/stored-money.ts";
import {
  enlarged,
  replaceableClosing,
  replacedAnswer,
  soundReplacement,
} from "../replacing/replacing.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { lockedRooms } from "../preparing/purchase-caps.ts";
import { loadPosition, type StoredPosition } from "../storing/positions.store.ts";
import { ordersOverActions } from "./asking.store.ts";
import { submitWaiting, submitWithCancel } from "./submitting.ts";
import { bookEffects } from "./booking.ts";

type Cancelled = CallOutput<Calls["/trade/cancel-order"]>;

/** Where orders go that a venue answers later. Their reservation is there before they go out. */
export type VenueDesk = {
  /** Asked for, and not done: it is cancelled, and its money released, when the venue says so. */
  cancel(customerId: bigint, asked: bigint, requestId?: string): Promise<Outcome<RawJson>>;
  /** Asked for too: the order is what it was until the venue says otherwise. */
  replace(
    customer: Customer,
    asked: bigint,
    form: ReplaceForm,
    requestId: string,
  ): Promise<Outcome<RawJson>>;
  /** Its day is over; the venue may fill it until it says otherwise. */
  expire(order: { id: bigint; customer_id: bigint }): Promise<void>;
  stop(): Promise<void>;
};

const submitEveryMs = 50;
const adjustEveryMs = 1_000;
const adjustedAtOnceMax = 200;

export async function openVenueDesk(
  services: OrderServices,
  venue: ReportingVenue,
  /** Splits and dividends that waited for the venue's cancels. */
  applyFreed: () => Promise<void>,
): Promise<VenueDesk> {
  const { database, jobs } = services.context;
  const failure = "orders were not given to the venue, they will be";
  const submitting = jobs.repeat({ everyMs: submitEveryMs, failure }, async () => {
    await submitWaiting(services, venue);
  });
  const adjusting = jobs.repeat(
    { everyMs: adjustEveryMs, failure: "splits were not applied, they will be" },
    async () => {
      for (const { id } of await ordersOverActions(database.reader, adjustedAtOnceMax)) {
        await database.transaction((transaction) => cancelAtVenue(transaction, id));
      }
      await applyFreed();
    },
  );
  const line = await startVenueJobs(services.context, venue, (transaction, order, effects) =>
    bookEffects(services, transaction, order, effects),
  );
  return {
    async cancel(customerId, asked, requestId) {
      const request = { customerId, requestId, call: "cancel", input: { id: asked.toString() } };
      const outcome = await answeredOnceWithId(database, request, (transaction) =>
        askToCancel(services, transaction, venue, { customerId, asked }, (stored) =>
          objectToCancel(services, stored, asked),
        ),
      );
      return outcome.ok ? accept(new RawJson(JSON.stringify(outcome.value))) : outcome;
    },
    async replace(customer, asked, form, requestId) {
      const { customerId } = customer;
      await services.accounts.load([customerId]);
      const { price, stopPrice, quantity } = form;
      const input = { id: asked.toString(), price, stopPrice, quantity };
      const request = { customerId, requestId, call: "amend-order", input };
      const outcome = await answeredOnceWithId(database, request, (transaction) =>
        askToReplace(services, transaction, { customer, positionId: asked, form }),
      );
      return outcome.ok ? accept(new RawJson(JSON.stringify(outcome.value))) : outcome;
    },
    async expire({ id, customer_id: customerId }) {
      const over = { customerId, asked: id, isOver: true };
      await database.transaction((transaction) =>
        askToCancel(services, transaction, venue, over, () => null),
      );
    },
    async stop() {
      await submitting.stop();
      await adjusting.stop();
      await line.stop();
    },
  };
}

/** On an ex-date. The order is what it was until the venue says otherwise, and its customer is sent nothing before. */
export async function lowerAtVenue(
  transaction: Transaction,
  { orderId, quantity, after }: LoweredOrder,
  dividend: PerShare,
): Promise<void> {
  if (orderId === null) return;
  const limit = after?.limit ?? null;
  const answer =
    limit === null
      ? await cancelAtVenue(transaction, orderId, dividend)
      : await replaceAtVenue(transaction, orderId, { quantity, limit }, dividend);
  if (answer !== "asked") throw new Error(`the order ${orderId} cannot be lowered: ${answer}`);
}

/** What a venue that answers later is given: at a limit or at the market, with leverage and short too. */
export function isTaken(form: OpeningForm): boolean {
  const { takeProfit, stopLoss, exitParts = [] } = form;
  const hasBracket = takeProfit !== undefined || stopLoss !== undefined || exitParts.length > 0;
  return !hasBracket && isClosingTaken(form);
}

export function isClosingTaken({
  kind,
  timeInForce,
}: Pick<ClosingForm, "kind" | "timeInForce">): boolean {
  const lasts = ["until_cancelled", "day", "until_date"].includes(timeInForce);
  return (kind === "limit" || kind === "market") && lasts;
}

/** Of a position's id all that works on it, of an order's that order alone. */
async function askToCancel(
  services: OrderServices,
  transaction: Transaction,
  venue: ReportingVenue,
  { customerId, asked, isOver = false }: { customerId: bigint; asked: bigint; isOver?: boolean },
  objects: (stored: StoredPosition) => Objection | null,
): Promise<Outcome<Cancelled>> {
  const stored = await loadPosition(transaction, { customerId, positionId: asked });
  if (stored === undefined) return refuse("order_not_found");
  // A forced sale is not the customer's to cancel. It ends as others do with its stock, or nobody could settle that.
  const closings = stored.closings.filter(
    ({ id, origin }) =>
      (isOver || origin !== "forced_sale") && (asked === stored.id || id === asked),
  );
  const ids = closings.map(({ id }) => id);
  if (stored.opening_works && asked === stored.id) ids.push(stored.id);
  if (ids.length === 0) return refuse("order_not_pending");
  const held = objects(stored);
  if (held !== null) return { ok: false, refusal: toRefusal(held) };
  for (const id of ids.toSorted((one, other) => (one < other ? -1 : 1))) {
    // Given to the venue with its cancel: whether it has been sent already is the venue's to say.
    await submitWithCancel(services, transaction, venue, id);
    await cancelAtVenue(transaction, id);
  }
  return accept({ id: asked.toString(), status: positionStatuses[stored.status] });
}

type Replaced = CallOutput<Calls["/trade/amend-order"]>;
type ReplaceAsked = { customer: Customer; positionId: bigint; form: ReplaceForm };

/**
 * To less, or to another price for which what is held suffices: while the venue has not answered, either order may be
 * filled.
 */
async function askToReplace(
  services: OrderServices,
  transaction: Transaction,
  asked: ReplaceAsked,
): Promise<Outcome<Replaced>> {
  const { customerId } = asked.customer;
  const stored = await loadPosition(transaction, { ...asked, customerId });
  const [purchaseRoom] =
    stored === undefined
      ? []
      : await lockedRooms(services.context, transaction, [enlarged(stored)], stored.now);
  const checked = soundReplacement(services, { ...asked, purchaseRoom }, stored ?? null);
  if (!checked.ok) return { ok: false, refusal: toRefusal(checked.objection) };
  if (stored === undefined) return refuse("order_not_found");
  const { quantity, limit, reserved } = checked.value;
  const closing = replaceableClosing(stored, asked.positionId);
  const isMore = closing === null ? reserved > stored.reserved : quantity > closing.quantity;
  if (limit === null || isMore) return refuse("not_taken_by_venue");
  const orderId = closing?.id ?? stored.id;
  const answer = await replaceAtVenue(transaction, orderId, { quantity, limit });
  // One that it has not been given yet is as one that it has not answered.
  if (answer === "order_unanswered" || answer === "order_unknown")
    return refuse("venue_not_answered");
  if (answer !== "asked") return refuse("order_not_pending");
  return accept(replacedAnswer(asked.positionId, stored, { to: stateOf(stored), orders: [] }));
}
