import { reservedAtMarket } from "@sanshi/contract";
import { divide, marketKeys, price, type Price } from "@sanshi/money";
import { marketDate, marketStatus, roundToTick } from "@sanshi/rulebook";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ReportingVenue } from "../../../venues/reporting-venue.ts";
import { submitToVenue } from "../../venue-orders/venue-orders.ts";
import { marketFacts } from "../preparing/market-facts.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { lockPlaced, ordersToSubmit, type PlacedOrder } from "./asking.store.ts";

const submittedAtOnceMax = 200;

/** Gives the venue what works and has not been given to it; what has to wait is passed over. */
export async function submitWaiting(services: OrderServices, venue: ReportingVenue): Promise<void> {
  const { database, clock, hours } = services.context;
  const now = clock.now();
  const open = marketKeys.filter((market) => marketStatus(market, now, hours).isOpen);
  let after = 0n;
  for (;;) {
    const page = { after, limit: submittedAtOnceMax, open };
    const orders = await ordersToSubmit(database.reader, page);
    for (const orderId of orders) {
      await database.transaction((transaction) => submitNow(services, transaction, venue, orderId));
    }
    after = orders.at(-1) ?? after;
    if (orders.length < submittedAtOnceMax) return;
  }
}

/** Unless its customer is barred, trading is halted, or the price that binds it is not known: then it waits with us. */
async function submitNow(
  services: OrderServices,
  transaction: Transaction,
  venue: ReportingVenue,
  orderId: bigint,
): Promise<void> {
  const order = await lockPlaced(transaction, orderId);
  if (order === undefined || order.is_barred) return;
  const { halt } = marketFacts(services, order.market, order.code, services.context.clock.now());
  if (halt !== null && !(order.purpose === "close" && halt.closingAllowed)) return;
  const limit = boundOf(services, order);
  if (limit !== null) await give(transaction, venue, order, limit);
}

/** For a cancel: the order goes to the venue together with it, and one answer is the end in every case. */
export async function submitWithCancel(
  services: OrderServices,
  transaction: Transaction,
  venue: ReportingVenue,
  orderId: bigint,
): Promise<void> {
  const order = await lockPlaced(transaction, orderId);
  if (order === undefined) return;
  // It is never sent where a cancel was asked for, so that any price will do.
  await give(transaction, venue, order, boundOf(services, order) ?? price(1n));
}

function give(
  transaction: Transaction,
  venue: ReportingVenue,
  order: PlacedOrder,
  limit: Price,
): Promise<void> {
  const { id: orderId, customer_id: customerId, market, code, side, quantity, kind } = order;
  return submitToVenue(transaction, venue.name, {
    orderId,
    customerId,
    market,
    code,
    side,
    quantity,
    limit,
    // At the market nothing waits.
    immediateOrCancel: kind === "market",
  });
}

const leastPercent = 95n;

/**
 * The price beyond which the venue fills nothing: the order's limit; at the market what its money is held at, and
 * where none is held, the day's own limit or 5 % from the last price.
 */
function boundOf(services: OrderServices, order: PlacedOrder): Price | null {
  if (order.limit_price !== null) return order.limit_price;
  const { market, code, side, hold_price: held } = order;
  const now = services.context.clock.now();
  const { instrument, quote, limits } = marketFacts(services, market, code, now);
  if (instrument === null || quote === null) return null;
  const bounds = limits(instrument, quote);
  const grid = {
    market,
    tickClass: instrument.tickClass,
    date: marketDate(market, now, services.context.hours),
  };
  if (side === "sell") {
    const low = bounds?.low ?? price(divide(quote.last * leastPercent, 100n, "ceiling"));
    return roundToTick(low, grid, "ceiling");
  }
  return roundToTick(held ?? reservedAtMarket(quote.last, bounds?.high ?? null), grid, "floor");
}
