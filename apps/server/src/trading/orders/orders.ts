import { availableParallelism } from "node:os";
import { hash } from "node:crypto";
import type { CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { RawJson } from "../../platform/http/answers.ts";
import { refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { createBatchConnections } from "../../platform/sql/batch-connections.ts";
import { startCorporateActions } from "../corporate-actions/corporate-actions.ts";
import { startFeeSchedules } from "../fees/fees.ts";
import { startMarginWatch, ownMoneyIn } from "../margin/margin.ts";
import { createStockOffers } from "../../market/stock-offers/stock-offers.ts";
import { createAccountBook } from "./preparing/account-book.ts";
import { answersLater, inTheBatch } from "../../venues/venue.ts";
import { isClosingTaken, isTaken, openVenueDesk, type VenueDesk } from "./asking/venue-desk.ts";
import { startExpiry } from "./cancelling/expiry.jobs.ts";
import { sellForced } from "./matching/forced-sale.ts";
import type { OpeningForm } from "./placing/opening.rules.ts";
import type { OrderServices } from "./preparing/order-services.ts";
import type { ReplaceForm, BracketForm, ClosingForm } from "./checking/order-forms.ts";
import { createOrderLanes } from "./batching/order-lanes.ts";
import { createPositionIds } from "./preparing/position-ids.ts";
import { preview } from "./placing/preview.ts";
import {
  previewClosings,
  type ClosingEstimate,
  type ConsideredClosing,
} from "./closing/closing-preview.ts";
import { createReplays } from "./preparing/replays.ts";
import { adjustOrders } from "./storing/adjusted-orders.store.ts";
import { createTriggers } from "./working/triggers.ts";

export { createOrderProbe, type OrderProbe } from "./placing/order-probe.ts";
export { orderNumber } from "./answering/order-answers.ts";
export { sellableFrom } from "./checking/exchange-facts.ts";
export type { ClosingForm } from "./checking/order-forms.ts";
export type { ClosingEstimate, ConsideredClosing } from "./closing/closing-preview.ts";

export type OrderForm = OpeningForm & { type: MarketKey; code: string };

export type Orders = {
  /** What an order would do at this moment; changes nothing. */
  preview(
    customer: Customer,
    form: OrderForm,
  ): Promise<Outcome<CallOutput<Calls["/trade/preview-order"]>>>;
  place(customer: Customer, form: OrderForm, requestId: string): Promise<Outcome<RawJson>>;
  close(
    customer: Customer,
    positionId: bigint,
    form: ClosingForm,
    requestId: string,
  ): Promise<Outcome<RawJson>>;
  /** What each of some closing orders would do at this moment; changes nothing. */
  previewClosings(
    customer: Customer,
    considered: readonly ConsideredClosing[],
  ): Promise<Outcome<ClosingEstimate>[]>;
  /** Without a request id, asking again finds the order cancelled already. */
  cancel(customer: Customer, positionId: bigint, requestId?: string): Promise<Outcome<RawJson>>;
  replace(
    customer: Customer,
    positionId: bigint,
    form: ReplaceForm,
    requestId: string,
  ): Promise<Outcome<RawJson>>;
  setBracket(
    customer: Customer,
    positionId: bigint,
    form: BracketForm,
    requestId: string,
  ): Promise<Outcome<RawJson>>;
  stop(): Promise<void>;
};

/** One batch under way in each; more only make the batches smaller. */
const laneCount = 2;
/**
 * Where there are two processors, one is the database's: with a connection a lane it would do half a
 * batch of each at a time, and wait for us in between.
 */
const openingConnectionCount = availableParallelism() > 2 ? laneCount : 1;

/** Starts the order path: its lanes, its connections, and the watch over working orders. */
export async function startOrders(shared: Context): Promise<Orders> {
  const { connectionString } = shared.database;
  const connections = {
    opening: createBatchConnections(connectionString, openingConnectionCount),
    changing: createBatchConnections(connectionString, laneCount),
  };
  const actions = await startCorporateActions(shared, {
    adjust: adjustOrders,
    adjusted: (market, code) => triggers.reload(market, code),
  });
  // Whatever decides on an order sees no price while a split or dividend is being applied.
  const { quotes } = shared;
  const get = (market: MarketKey, code: string) => actions.tradable(quotes.get(market, code));
  const context: Context = { ...shared, quotes: { ...quotes, get } };
  const fees = await startFeeSchedules(shared);
  const triggers = createTriggers(context, (order) =>
    inLane<boolean>("waiting", (ends) => {
      const { customerId, positionId, since, auctionsAfter } = order;
      const known = { ...(since && { since }), ...(auctionsAfter && { auctionsAfter }) };
      return { kind: "trigger", customerId, positionId, ...known, ...ends };
    }).then((done) => done ?? false),
  );
  const services: OrderServices = {
    context,
    connections,
    venue: inTheBatch(shared.venue),
    accounts: await createAccountBook(context.database),
    ids: createPositionIds(context.database),
    replays: createReplays(),
    offers: await createStockOffers(context),
    halts: shared.halts,
    fees,
    watch: (order) => triggers.watch(order),
  };
  const { inLane, answered, drain } = createOrderLanes(services, laneCount);
  // Not the context of the orders: it has to tell a stock that is being adjusted from one without a price.
  const margin = startMarginWatch(shared, {
    tradable: actions.tradable,
    sellForced: (transaction, sale) => sellForced(services, transaction, sale),
  });
  // One that answers later does the matching itself, and says what has ended.
  const desk = answersLater(shared.venue)
    ? await openVenueDesk(services, shared.venue, () => actions.applyFreed())
    : null;
  const expiry = startExpiry(context, (overdue) =>
    desk === null
      ? inLane<void>("waiting", (ends) => {
          return {
            kind: "expiry",
            customerId: overdue.customer_id,
            positionId: overdue.id,
            ...ends,
          };
        })
      : desk.expire(overdue),
  );
  await triggers.start();
  const path: Orders = {
    preview: async (customer, { type: market, code, ...asked }) => {
      const form = await withOwnMoney(shared, customer, market, asked);
      return preview(services, { customer, market, code, form });
    },
    place: async (customer, { type, code, ...asked }, requestId) => {
      const form = await withOwnMoney(shared, customer, type, asked);
      return answered("opening", (ends) => ({
        kind: "open",
        customerId: customer.customerId,
        customer,
        market: type,
        code,
        form,
        requestId,
        batchKey: requestId.toLowerCase(),
        inputHash: openingHash(type, code, form),
        ...ends,
      }));
    },
    close: (customer, positionId, form, requestId) => {
      const { quantity, kind, price, timeInForce } = form;
      const fields = [positionId.toString(), quantity, kind, price, timeInForce];
      const asked = askedBy(customer, positionId, requestId, inputHash("close-position", fields));
      return answered("closing", (ends) => ({ kind: "close", ...asked, form, ...ends }));
    },
    previewClosings: (customer, considered) => previewClosings(services, customer, considered),
    replace: (customer, positionId, form, requestId) => {
      const fields = [positionId.toString(), form.price, form.stopPrice, form.quantity];
      const asked = askedBy(customer, positionId, requestId, inputHash("amend-order", fields));
      return answered("closing", (ends) => ({ kind: "replace", ...asked, form, ...ends }));
    },
    setBracket: (customer, positionId, form, requestId) => {
      const fields = [positionId.toString(), form.takeProfit, form.stopLoss];
      const asked = askedBy(customer, positionId, requestId, inputHash("set-exits", fields));
      return answered("closing", (ends) => ({ kind: "bracket", ...asked, form, ...ends }));
    },
    cancel(customer, positionId, requestId) {
      const { customerId } = customer;
      if (requestId === undefined) {
        return answered("closing", (ends) => {
          return { kind: "cancel", customerId, positionId, requestId: null, ...ends };
        });
      }
      const hashed = inputHash("cancel", [positionId.toString()]);
      const asked = askedBy(customer, positionId, requestId, hashed);
      return answered("closing", (ends) => ({ kind: "cancel", ...asked, ...ends }));
    },
    async stop() {
      triggers.stop();
      await margin.stop();
      await expiry.stop();
      await desk?.stop();
      fees.stop();
      await actions.stop();
      await drain();
      await connections.opening.end();
      await connections.changing.end();
    },
  };
  return desk === null ? path : throughDesk(path, desk);
}

/** At a venue that answers later less is taken, and a cancel is a question. */
function throughDesk(path: Orders, desk: VenueDesk): Orders {
  return {
    ...path,
    preview: async (customer, form) =>
      isTaken(form) ? path.preview(customer, form) : refuse("not_taken_by_venue"),
    place: async (customer, form, requestId) =>
      isTaken(form) ? path.place(customer, form, requestId) : refuse("not_taken_by_venue"),
    async close(customer, positionId, form, requestId) {
      if (!isClosingTaken(form)) return refuse("not_taken_by_venue");
      // Once it does not work it never works again.
      const isOpening = await desk.isOpening(customer.customerId, positionId);
      return isOpening
        ? refuse("opening_still_works")
        : path.close(customer, positionId, form, requestId);
    },
    replace: (customer, asked, form, requestId) => desk.replace(customer, asked, form, requestId),
    setBracket: async () => refuse("not_taken_by_venue"),
    cancel: ({ customerId }, asked, requestId) => desk.cancel(customerId, asked, requestId),
  };
}

/**
 * Who borrows where the exchanges' rules hold is asked for a least of own money. It is a term of admission,
 * looked at as the order comes in; that nobody spends what is not there the statement guards.
 */
async function withOwnMoney(
  context: Context,
  customer: Customer,
  market: MarketKey,
  form: OpeningForm,
): Promise<OpeningForm> {
  const isBorrowing = form.side === "short" || form.leverage !== "1";
  if (context.settings.marketRules === "practice" || !isBorrowing) return form;
  return { ...form, own: await ownMoneyIn(context, customer.customerId, market) };
}

function askedBy(customer: Customer, positionId: bigint, requestId: string, hashed: string) {
  const { customerId } = customer;
  return { customerId, customer, positionId, requestId, inputHash: hashed };
}

function openingHash(market: MarketKey, code: string, form: OpeningForm): string {
  const { side, kind, price, quantity, leverage } = form;
  const usual = [market, code, side, kind, price, quantity, leverage];
  return inputHash("place-order", [...usual, ...furtherFields(form)]);
}

/** What an order may say beside the usual; nothing where it does not. */
function furtherFields({ stopPrice, timeInForce, takeProfit, stopLoss }: OpeningForm) {
  const said = [stopPrice, takeProfit, stopLoss].some((field) => field !== undefined);
  return said || timeInForce !== "until_cancelled"
    ? [stopPrice, timeInForce, takeProfit, stopLoss]
    : [];
}

/** Which intention a request id stands for: the call and its fields as they were sent. */
function inputHash(call: string, fields: readonly (string | undefined)[]): string {
  return hash("sha256", JSON.stringify([call, ...fields.map((field) => field ?? null)]));
}
