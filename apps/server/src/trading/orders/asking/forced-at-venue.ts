import { shares } from "@sanshi/money";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ReportingVenue } from "../../../venues/reporting-venue.ts";
import type { ForcedResult } from "../../margin/margin.ts";
import { cancelAtVenue } from "../../venue-orders/venue-orders.ts";
import { factsOf } from "../changing/change-step.ts";
import { askedAt, type ClosingOrder } from "../changing/closing-orders.ts";
import { startsClosing } from "../changing/position-changes.ts";
import { sharesLeft } from "../changing/stored-money.ts";
import { sharesHeldBack } from "../checking/exchange-facts.ts";
import { matchableQuote } from "../checking/session-quotes.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { writeChange } from "../storing/changes.store.ts";
import { loadPosition, type StoredPosition } from "../storing/positions.store.ts";
import { submitWithCancel } from "./submitting.ts";

/**
 * A forced sale at a venue that answers later, in the caller's transaction: first whatever works on the position is
 * cancelled there, and once that is answered, all that is left of it is offered at the market. It is sold when the
 * venue says so.
 */
export async function sellForcedAtVenue(
  services: OrderServices,
  venue: ReportingVenue,
  transaction: Transaction,
  sale: { customerId: bigint; positionId: bigint },
): Promise<ForcedResult> {
  await services.accounts.load([sale.customerId]);
  const stored = await loadPosition(transaction, sale);
  if (stored === undefined || (stored.status !== "holding" && stored.status !== "closing"))
    return null;
  const facts = factsOf(services, stored);
  const quote = matchableQuote(facts.quote, facts.now, facts.hours);
  if (quote === null || facts.halt?.closingAllowed === false) return null;
  if (await cancelOthers(services, venue, transaction, stored)) return "waits";
  const quantity = shares(
    sharesLeft(stored) - sharesHeldBack(services.context, stored, stored.now),
  );
  if (quantity === 0n) return null;
  const [orderId] = await services.ids.take(1);
  if (orderId === undefined) throw new Error("a forced sale without an id");
  const order: ClosingOrder = {
    id: orderId,
    working: null,
    quantity,
    limit: null,
    asked: askedAt(null),
    triggers: false,
    reason: "forced_sale",
    atVenue: true,
  };
  const accounts = services.accounts.of(sale.customerId, stored.market);
  const change = startsClosing(stored, order, accounts);
  const row = { customerId: sale.customerId, request: null, answer: null, change, notice: null };
  // It goes to the venue with the next look at what has not been given to it.
  return (await writeChange(transaction, row)) ? { orderId } : "waits";
}

/** Answers whether there is any: a forced sale that is under way is left to end. */
async function cancelOthers(
  services: OrderServices,
  venue: ReportingVenue,
  transaction: Transaction,
  stored: StoredPosition,
): Promise<boolean> {
  const ids = stored.closings.filter(({ origin }) => origin !== "forced_sale").map(({ id }) => id);
  if (stored.opening_works) ids.push(stored.id);
  for (const id of ids.toSorted((one, other) => (one < other ? -1 : 1))) {
    await submitWithCancel(services, transaction, venue, id);
    await cancelAtVenue(transaction, id);
  }
  return ids.length > 0 || stored.closings.length > 0;
}
