import { availableParallelism } from "node:os";
import type { CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { RawJson } from "../../platform/http/answers.ts";
import { refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { createBatchConnections } from "../../platform/sql/batch-connections.ts";
import { createShortSwitches } from "../../people/preferences/preferences.ts";
import {
  startCorporateActions,
  type CorporateActions,
} from "../corporate-actions/corporate-actions.ts";
import { startFeeSchedules } from "../fees/fees.ts";
import {
  startMarginWatch,
  ownMoneyIn,
  type ForcedFill,
  type MarginWatch,
  type Moment,
} from "../margin/margin.ts";
import { createStockOffers } from "../../market/stock-offers/stock-offers.ts";
import { closingHash, inputHash, openingHash, replaceHash } from "./input-hashes.ts";
import { changesWithSwitches, withSwitches } from "./preparing/asked-hours.ts";
import { triggerWork } from "./changing/change-step.ts";
import { reservationAfter } from "./changing/stored-money.ts";
import { createAccountBook } from "./preparing/account-book.ts";
import { answersLater, inTheBatch } from "../../venues/venue.ts";
import {
  isClosingTaken,
  isTaken,
  lowerAtVenue,
  openVenueDesk,
  type VenueDesk,
} from "./asking/venue-desk.ts";
import { startExpiry } from "./cancelling/expiry.jobs.ts";
import { sellForcedAtVenue } from "./asking/forced-at-venue.ts";
import { endedOf, type EndedStocks } from "./closing/settling.ts";
import { sellForced } from "./matching/forced-sale.ts";
import {
  closeOffAuction,
  costOffAuction,
  offAuctionId,
  openOffAuction,
  type OffAuctionCost,
  type OffAuctionPurchase,
  type OffAuctionSale,
} from "./matching/off-auction.ts";
import type { OpeningPart } from "./costing/opening-money.rules.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { PlacedForm } from "./placing/opening-decision.ts";
import type { OpeningForm } from "./placing/opening.rules.ts";
import type { OrderServices } from "./preparing/order-services.ts";
import type { ReplaceForm, BracketForm, ClosingForm } from "./checking/order-forms.ts";
import { createOrderLanes } from "./batching/order-lanes.ts";
import { matchableQuote } from "./checking/session-quotes.rules.ts";
import { createPositionIds } from "./preparing/position-ids.ts";
import { preview } from "./placing/preview.ts";
import {
  previewClosings,
  type ClosingEstimate,
  type ConsideredClosing,
} from "./closing/closing-preview.ts";
import { sharePoolsOf } from "../share-pool/share-pool.ts";
import { createReplays } from "./preparing/replays.ts";
import { adjustOrders } from "./storing/adjusted-orders.store.ts";
import { createTriggers, type Triggers } from "./working/triggers.ts";

export { createOrderProbe, type OrderProbe } from "./placing/order-probe.ts";
export { checkPurchaseCap, lockPurchases, purchaseRooms } from "./preparing/purchase-caps.ts";
export { priceMax } from "./checking/order-checks.rules.ts";
export { endOrdersOfDay, endOrdersOfStock } from "./storing/closed-days.store.ts";
export type { EndedStocks, ExchangeTerms, SettledHolding } from "./closing/settling.ts";
export { allotShares, type Allotted } from "./preparing/allotting.ts";
export { orderNumber, trailOnWire } from "./answering/order-answers.ts";
export { heldBack, lockedShares, lockStatus, sellableFrom } from "./checking/exchange-facts.ts";
export type { LockedShares } from "./checking/exchange-facts.ts";
export { keepClosingGroup } from "./storing/closing-groups.store.ts";
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
  /** What each part of an order that closes several openings would do at this moment; changes nothing. */
  previewClosings(
    customer: Customer,
    considered: readonly ConsideredClosing[],
  ): Promise<Outcome<ClosingEstimate>[]>;
  /** The quote that an order would be filled at now; null where it would not be: halted, closed, stale, or changing its scale. */
  matchable(market: MarketKey, code: string): Quote | null;
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
  offAuction: OffAuction;
  /** Closes what the market takes of a position, or of a part of it, at its own price; null where it cannot be traded now. */
  squareOff(
    transaction: Transaction,
    /** With the moment that it is of, where the clock has leapt over that. */
    sale: { customerId: bigint; positionId: bigint; quantity?: bigint; moment?: Moment },
  ): Promise<ForcedFill | null>;
  /** Adds what ends at moments that the clock may leap over: before accounts are held against what comes after them. */
  duringLeaps: MarginWatch["duringLeaps"];
  /** Whether there are quotes of a market that the clock has leapt over and that accounts have not been held against. */
  hasLeapt: MarginWatch["hasLeapt"];
  ended: EndedStocks;
  stop(): Promise<void>;
};

/** Shares that change hands at a price that was published before, in the caller's transaction. */
export type OffAuction = {
  cost(asked: OffAuctionCost): OpeningPart;
  /** What stands beside the price; null while a split or dividend is being applied, and for a quote from before it. */
  quote(market: MarketKey, code: string): Quote | null;
  /** Answers the id of the position that is there now. */
  open(transaction: Transaction, purchase: OffAuctionPurchase): Promise<bigint>;
  /** Of a sale that is done in parts. */
  orderId(): Promise<bigint>;
  /** Sells of a position that is held back for it, which it stays. */
  close: (transaction: Transaction, sale: OffAuctionSale) => ReturnType<typeof closeOffAuction>;
};

function offAuctionOf(services: OrderServices): OffAuction {
  return {
    cost: (asked) => costOffAuction(services, asked),
    quote: (market, code) => services.context.quotes.get(market, code),
    open: (transaction, purchase) => openOffAuction(services, transaction, purchase),
    orderId: () => offAuctionId(services),
    close: (transaction, sale) => closeOffAuction(services, transaction, sale),
  };
}

/** What the house does by itself, in the transactions of the products and departments that decide it. */
function byTheHouse(
  services: OrderServices,
  triggers: Pick<Triggers, "meet">,
  actions: Pick<CorporateActions, "applySince">,
): Pick<Orders, "offAuction" | "squareOff" | "ended"> {
  return {
    offAuction: offAuctionOf(services),
    squareOff: (transaction, sale) => sellForced(services, transaction, sale),
    ended: endedOf(services, triggers.meet, actions.applySince),
  };
}

const paths = new WeakMap<Context, Orders>();

function kept(context: Context, path: Orders): Orders {
  paths.set(context, path);
  return path;
}

/** The one order path of a process, for the products that stand on it. */
export function ordersOf(context: Context): Orders {
  const path = paths.get(context);
  if (path === undefined) throw new Error("orders are not started yet");
  return path;
}

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
  const fees = await startFeeSchedules(shared);
  const actions = await startCorporateActions(shared, {
    adjust: adjustOrders,
    reservation: (before, to) => reservationAfter(before, to, fees),
    lowerAtVenue,
    meet: async (...before) => {
      await triggers.meet(...before);
      await margin.meet(...before);
    },
    adjusted: (market, code) => triggers.reload(market, code),
  });
  // Whatever decides on an order sees no price while a split or dividend is being applied.
  const get: Context["quotes"]["get"] = (...stock) => actions.tradable(shared.quotes.get(...stock));
  const context: Context = { ...shared, quotes: { ...shared.quotes, get } };
  const triggers = createTriggers(context, (order, why) =>
    inLane<boolean>("waiting", (ends) => ({ ...triggerWork(order, why), ...ends })).then(
      (done) => done ?? false,
    ),
  );
  const services: OrderServices = {
    context,
    connections,
    venue: inTheBatch(shared.venue),
    accounts: await createAccountBook(context.database),
    pools: sharePoolsOf(context),
    mayShort: createShortSwitches(context.database.reader),
    ids: createPositionIds(context.database),
    replays: createReplays(),
    offers: await createStockOffers(context),
    halts: shared.halts,
    fees,
    triggers,
  };
  const { inLane, answered, drain } = createOrderLanes(services, laneCount);
  // Not the context of the orders: it has to tell a stock that is being adjusted from one without a price.
  const margin = startMarginWatch(shared, {
    tradable: actions.tradable,
    sellForced: async (transaction, sale) => {
      if (!answersLater(shared.venue)) return sellForced(services, transaction, sale);
      // It trades now alone.
      if (sale.moment !== undefined) return null;
      return sellForcedAtVenue(services, shared.venue, transaction, sale);
    },
  });
  // One that answers later does the matching itself, and says what has ended.
  const desk = answersLater(shared.venue)
    ? await openVenueDesk(services, shared.venue, () => actions.applyFreed())
    : null;
  const expiry = startExpiry(context, (overdue) =>
    desk === null
      ? inLane<void>("waiting", (ends) => {
          const { customer_id: customerId, id: positionId } = overdue;
          return { kind: "expiry", customerId, positionId, ...ends };
        })
      : desk.expire(overdue),
  );
  await triggers.start();
  const path: Orders = {
    preview: async (customer, asked) =>
      preview(services, await completed(services, shared, customer, asked)),
    place: async (customer, given, requestId) => {
      const { market, code, form } = await completed(services, shared, customer, given);
      const { customerId } = customer;
      const asked = { customerId, customer, market, code, form, requestId };
      return answered("opening", (ends) => ({
        kind: "open",
        ...asked,
        batchKey: requestId.toLowerCase(),
        inputHash: openingHash(market, code, form),
        ...ends,
      }));
    },
    close: (customer, positionId, form, requestId) => {
      const asked = askedBy(customer, positionId, requestId, closingHash(positionId, form));
      return answered("closing", (ends) => ({ kind: "close", ...asked, form, ...ends }));
    },
    previewClosings: (customer, considered) => previewClosings(services, customer, considered),
    matchable: matchableIn(context),
    replace: (customer, positionId, form, requestId) => {
      const asked = askedBy(customer, positionId, requestId, replaceHash(positionId, form));
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
    ...byTheHouse(services, triggers, actions),
    duringLeaps: margin.duringLeaps,
    hasLeapt: margin.hasLeapt,
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
  const asked: Orders = { ...path, ...changesWithSwitches(context, path) };
  return kept(shared, desk === null ? asked : throughDesk(asked, desk));
}

function matchableIn({ quotes, halts, clock, hours }: Context): Orders["matchable"] {
  return (market, code) =>
    halts.of(market, code) === null
      ? matchableQuote(quotes.get(market, code), clock.now(), hours)
      : null;
}

/** At a venue that answers later less is taken, and a cancel is a question. */
function throughDesk(path: Orders, desk: VenueDesk): Orders {
  return {
    ...path,
    preview: async (customer, form) =>
      isTaken(form) ? path.preview(customer, form) : refuse("not_taken_by_venue"),
    place: async (customer, form, requestId) =>
      isTaken(form) ? path.place(customer, form, requestId) : refuse("not_taken_by_venue"),
    close: async (customer, positionId, form, requestId) =>
      isClosingTaken(form)
        ? path.close(customer, positionId, form, requestId)
        : refuse("not_taken_by_venue"),
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
  if (context.settings.marketRules === "practice") return form;
  return { ...form, own: await ownMoneyIn(context, customer.customerId, market) };
}

/** With what is looked at as it comes in. */
async function completed(
  services: OrderServices,
  context: Context,
  customer: Customer,
  given: OrderForm,
): Promise<PlacedForm> {
  const { type: market, code } = given;
  const asked = await withSwitches(context, customer, given);
  const isBorrowing = asked.side === "short" || asked.leverage !== "1";
  if (!isBorrowing) return { customer, market, code, form: asked };
  const funded = await withOwnMoney(context, customer, market, asked);
  if (asked.side === "long") return { customer, market, code, form: funded };
  const form = await asShort(services, customer, market, code, funded);
  return { customer, market, code, form };
}

/**
 * Its customer has to have switched selling short on, and it borrows what there is. Both are looked at as the order
 * comes in; shares with figures of the last second: what is borrowed beyond them, and what is recalled, is given back
 * by the published rule.
 */
async function asShort(
  { pools, mayShort }: OrderServices,
  { customerId }: Customer,
  market: MarketKey,
  code: string,
  form: OpeningForm,
): Promise<OpeningForm> {
  const shortOn = await mayShort(customerId);
  const borrowable = await pools.borrowable(market, code);
  return { ...form, shortOn, ...(borrowable !== null && { borrowable }) };
}

function askedBy(customer: Customer, positionId: bigint, requestId: string, hashed: string) {
  const { customerId } = customer;
  return { customerId, customer, positionId, requestId, inputHash: hashed };
}
