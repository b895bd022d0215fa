import { hash } from "node:crypto";
import type { CallOutput, Calls } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  subtractMinor,
  type MarketKey,
} from "@sanshi/money";
import { localDate, settlementDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { RawJson } from "../../platform/http/answers.ts";
import { accept, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { createBatchPool } from "../../platform/sql/batch-pool.ts";
import { simulatedVenue } from "../../venues/simulated-venue.ts";
import { startCorporateActions } from "../corporate-actions/corporate-actions.ts";
import { startMarginWatch } from "../margin/margin.ts";
import type { AmendForm, ExitsForm } from "./amending.rules.ts";
import {
  createAccountBook,
  createIdSource,
  marketFacts,
  toRefusal,
  type OrderDesk,
} from "./order-desk.ts";
import { createOrderLanes } from "./order-lanes.ts";
import { feeItemsOnWire } from "./orders.answers.ts";
import type { ClosingForm } from "./orders.closing.rules.ts";
import { checkOpening, decideOpening, sellLockMs, type OpeningForm } from "./orders.rules.ts";
import { moneyToTradeWith } from "./orders.store.ts";
import { startExpiry } from "./expiry.jobs.ts";
import { sellForced } from "./forced-sale.ts";
import { createTriggers } from "./triggers.ts";

export { orderNumber } from "./orders.answers.ts";
export { stockOfferChannel } from "./stock-offers.ts";

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
  cancel(customer: Customer, positionId: bigint): Promise<Outcome<RawJson>>;
  amend(
    customer: Customer,
    positionId: bigint,
    form: AmendForm,
    requestId: string,
  ): Promise<Outcome<RawJson>>;
  setExits(
    customer: Customer,
    positionId: bigint,
    form: ExitsForm,
    requestId: string,
  ): Promise<Outcome<RawJson>>;
  stop(): Promise<void>;
};

/** One batch under way in each; more only make the batches smaller. */
const laneCount = 2;

/** Starts the order path: its lanes, its connections, and the watch over waiting orders. */
export async function startOrders(shared: Context): Promise<Orders> {
  const pool = createBatchPool(shared.database.connectionString, laneCount);
  const actions = await startCorporateActions(shared, (market, code) =>
    triggers.reload(market, code),
  );
  // Whatever decides on an order sees no price while a split or dividend is being applied.
  const { quotes } = shared;
  const get = (market: MarketKey, code: string) => actions.tradable(quotes.get(market, code));
  const context: Context = { ...shared, quotes: { ...quotes, get } };
  const triggers = createTriggers(context, (order) =>
    inLane<boolean>("closing", (ends) => {
      const { customerId, positionId } = order;
      return { kind: "trigger", customerId, positionId, ...ends };
    }).then((done) => done ?? false),
  );
  const desk: OrderDesk = {
    context,
    pool,
    venue: simulatedVenue,
    accounts: await createAccountBook(context.database),
    ids: createIdSource(context.database),
    watch: (order) => triggers.watch(order),
  };
  const { inLane, answered, drain } = createOrderLanes(desk, laneCount);
  const margin = startMarginWatch(context, {
    tradable: actions.tradable,
    sellForced: (transaction, sale) => sellForced(desk, transaction, sale),
  });
  const expiry = startExpiry(context, ({ id, customer_id }) =>
    inLane<void>("closing", (ends) => {
      return { kind: "expiry", customerId: customer_id, positionId: id, ...ends };
    }),
  );
  await triggers.start();
  return {
    preview: (customer, form) => preview(desk, customer, form),
    place: (customer, { type, code, ...form }, requestId) =>
      answered("opening", (ends) => ({
        kind: "open",
        customerId: customer.customerId,
        customer,
        market: type,
        code,
        form,
        requestId,
        batchKey: requestId.toLowerCase(),
        inputHash: inputHash("place-order", [
          type,
          code,
          form.side,
          form.kind,
          form.price,
          form.quantity,
          form.leverage,
        ]),
        ...ends,
      })),
    close: (customer, positionId, form, requestId) => {
      const { quantity, kind, price, timeInForce } = form;
      const fields = [positionId.toString(), quantity, kind, price, timeInForce];
      const asked = askedBy(customer, positionId, requestId, inputHash("close-position", fields));
      return answered("closing", (ends) => ({ kind: "close", ...asked, form, ...ends }));
    },
    amend: (customer, positionId, form, requestId) => {
      const fields = [positionId.toString(), form.price, form.stopPrice, form.quantity];
      const asked = askedBy(customer, positionId, requestId, inputHash("amend-order", fields));
      return answered("closing", (ends) => ({ kind: "amend", ...asked, form, ...ends }));
    },
    setExits: (customer, positionId, form, requestId) => {
      const fields = [positionId.toString(), form.takeProfit, form.stopLoss];
      const asked = askedBy(customer, positionId, requestId, inputHash("set-exits", fields));
      return answered("closing", (ends) => ({ kind: "exits", ...asked, form, ...ends }));
    },
    cancel: (customer, positionId) =>
      answered("closing", (ends) => {
        return { kind: "cancel", customerId: customer.customerId, positionId, ...ends };
      }),
    async stop() {
      triggers.stop();
      await margin.stop();
      await expiry.stop();
      await actions.stop();
      await drain();
      await pool.end();
    },
  };
}

function askedBy(customer: Customer, positionId: bigint, requestId: string, hashed: string) {
  const { customerId } = customer;
  return { customerId, customer, positionId, requestId, inputHash: hashed };
}

/** Which intention a request id stands for: the call and its fields as they were sent. */
function inputHash(call: string, fields: readonly (string | undefined)[]): string {
  return hash("sha256", JSON.stringify([call, ...fields.map((field) => field ?? null)]));
}

async function preview(
  { context, venue }: OrderDesk,
  customer: Customer,
  form: OrderForm,
): Promise<Outcome<CallOutput<Calls["/trade/preview-order"]>>> {
  const now = context.clock.now();
  const facts = marketFacts(context, form.type, form.code, now);
  const checked = checkOpening(form, customer.state, facts);
  if (!checked.ok) return { ok: false, refusal: toRefusal(checked.objection) };
  const { quantity, limit, quote } = checked.value;
  const decided = decideOpening(
    checked.value,
    venue.execute({ side: "buy", quantity, limit }, quote),
    now,
  );
  if (!decided.ok) return { ok: false, refusal: toRefusal(decided.objection) };
  const opening = decided.value;
  const currency = settlementCurrency(form.type);
  const { available, credit } = await moneyToTradeWith(
    context.database.reader,
    customer.customerId,
    currency,
  );
  return accept({
    price: formatPrice(opening.price, currency),
    quantity_filled: formatShares(opening.verdict === "fill" ? quantity : shares(0n)),
    quote_sequence: quote.sequence.toString(),
    quote_at: new Date(quote.at).toISOString(),
    amount: formatMinor(opening.amount, currency),
    fee: formatMinor(opening.fee, currency),
    fees: feeItemsOnWire(opening.feeItems, currency),
    margin: formatMinor(opening.amount, currency),
    borrowed: formatMinor(minor(0n), currency),
    total: formatMinor(opening.total, currency),
    available: formatMinor(available, currency),
    available_after: formatMinor(subtractMinor(available, opening.total), currency),
    credit_limit: formatMinor(credit, currency),
    credit_after: formatMinor(credit, currency),
    leverages: [1],
    short_offered: false,
    interest_rate: "0",
    margin_call_price: null,
    forced_sale_price: null,
    expires_at: null,
    sellable_at: new Date(now + sellLockMs).toISOString(),
    settles_on: settlementDate(form.type, localDate(form.type, now)).date,
  });
}
