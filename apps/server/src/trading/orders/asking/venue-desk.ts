import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { RawJson } from "../../../platform/http/answers.ts";
import { answeredOnceWithId } from "../../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import { repeat } from "../../../platform/repeat.ts";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ReportingVenue } from "../../../venues/reporting-venue.ts";
import type { Customer } from "../../../platform/sessions.ts";
import {
  cancelAtVenue,
  replaceAtVenue,
  startVenueJobs,
  submitToVenue,
} from "../../venue-orders/venue-orders.ts";
import type { OpeningForm } from "../placing/opening.rules.ts";
import type { ClosingForm, ReplaceForm } from "../checking/order-forms.ts";
import { toRefusal } from "../answering/order-answers.ts";
import { stateOf } from "../changing/stored-money.ts";
import { replaceableClosing, replacedAnswer, soundReplacement } from "../replacing/replacing.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { loadPositions } from "../storing/positions.store.ts";
import { lockPlaced, ordersOverActions, ordersToSubmit } from "./asking.store.ts";
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
  /** Whether the purchase behind a position may still be filled. */
  isOpening(customerId: bigint, positionId: bigint): Promise<boolean>;
  stop(): Promise<void>;
};

const submitEveryMs = 50;
const adjustEveryMs = 1_000;
const submittedAtOnceMax = 200;

export async function openVenueDesk(
  services: OrderServices,
  venue: ReportingVenue,
  /** Splits and dividends that waited for the venue's cancels. */
  applyFreed: () => Promise<void>,
): Promise<VenueDesk> {
  const { database, log } = services.context;
  const failure = "orders were not given to the venue, they will be";
  const submitting = repeat({ everyMs: submitEveryMs, log, failure }, async () => {
    for (const orderId of await ordersToSubmit(database.reader, submittedAtOnceMax)) {
      await database.transaction((transaction) => submit(transaction, venue, orderId));
    }
  });
  const adjusting = repeat(
    { everyMs: adjustEveryMs, log, failure: "splits were not applied, they will be" },
    async () => {
      for (const { id } of await ordersOverActions(database.reader, submittedAtOnceMax)) {
        await database.transaction((transaction) => cancelAtVenue(transaction, id));
      }
      await applyFreed();
    },
  );
  const jobs = await startVenueJobs(services.context, venue, (transaction, order, effects) =>
    bookEffects(services, transaction, order, effects),
  );
  return {
    async cancel(customerId, asked, requestId) {
      const request = { customerId, requestId, call: "cancel", input: { id: asked.toString() } };
      const outcome = await answeredOnceWithId(database, request, (transaction) =>
        askToCancel(transaction, venue, customerId, asked),
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
        askToReplace(services, transaction, venue, { customer, positionId: asked, form }),
      );
      return outcome.ok ? accept(new RawJson(JSON.stringify(outcome.value))) : outcome;
    },
    async expire({ id, customer_id: customerId }) {
      await database.transaction((transaction) => askToCancel(transaction, venue, customerId, id));
    },
    async isOpening(customerId, positionId) {
      const [stored] = await loadPositions(database.reader, [{ customerId, positionId }]);
      return stored?.opening_works ?? false;
    },
    async stop() {
      await submitting.stop();
      await adjusting.stop();
      await jobs.stop();
    },
  };
}

/** What a venue that answers later is given: bought or sold at a limit, out of the customer's own money. */
export function isTaken({ side, kind, leverage, takeProfit, stopLoss }: OpeningForm): boolean {
  const hasBracket = takeProfit !== undefined || stopLoss !== undefined;
  return side === "long" && kind === "limit" && leverage === "1" && !hasBracket;
}

export function isClosingTaken({ kind }: ClosingForm): boolean {
  return kind === "limit";
}

/** Of a position's id all that works on it, of an order's that order alone. */
async function askToCancel(
  transaction: Transaction,
  venue: ReportingVenue,
  customerId: bigint,
  asked: bigint,
): Promise<Outcome<Cancelled>> {
  const [stored] = await loadPositions(transaction, [{ customerId, positionId: asked }]);
  if (stored === undefined) return refuse("order_not_found");
  const closings = stored.closings.filter(({ id }) => asked === stored.id || id === asked);
  const ids = closings.map(({ id }) => id);
  if (stored.opening_works && asked === stored.id) ids.push(stored.id);
  if (ids.length === 0) return refuse("order_not_pending");
  for (const id of ids.toSorted((one, other) => (one < other ? -1 : 1))) {
    // Given to the venue with its cancel: whether it has been sent already is the venue's to say.
    await submit(transaction, venue, id);
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
  venue: ReportingVenue,
  asked: ReplaceAsked,
): Promise<Outcome<Replaced>> {
  const { customerId } = asked.customer;
  const [stored] = await loadPositions(transaction, [{ ...asked, customerId }]);
  const checked = soundReplacement(services, asked, stored ?? null);
  if (!checked.ok) return { ok: false, refusal: toRefusal(checked.objection) };
  if (stored === undefined) return refuse("order_not_found");
  const { quantity, limit, reserved } = checked.value;
  const closing = replaceableClosing(stored, asked.positionId);
  const isMore = closing === null ? reserved > stored.reserved : quantity > closing.quantity;
  if (limit === null || isMore) return refuse("not_taken_by_venue");
  const orderId = closing?.id ?? stored.id;
  await submit(transaction, venue, orderId);
  const answer = await replaceAtVenue(transaction, orderId, { quantity, limit });
  if (answer === "order_unanswered") return refuse("venue_not_answered");
  if (answer !== "asked") return refuse("order_not_pending");
  return accept(replacedAnswer(asked.positionId, stored, { to: stateOf(stored), orders: [] }));
}

async function submit(
  transaction: Transaction,
  venue: ReportingVenue,
  orderId: bigint,
): Promise<void> {
  const order = await lockPlaced(transaction, orderId);
  if (order === undefined) return;
  const { customer_id: customerId, market, code, side, quantity } = order;
  if (order.limit_price === null) throw new Error(`the order ${orderId} has no limit`);
  await submitToVenue(transaction, venue.name, {
    orderId,
    customerId,
    market,
    code,
    side,
    quantity,
    limit: order.limit_price,
    immediateOrCancel: false,
  });
}
