import { shares } from "@sanshi/money";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ForcedFill } from "../../margin/margin.ts";
import { factsOf } from "../changing/change-step.ts";
import { writeChange } from "../storing/changes.store.ts";
import { loadPosition } from "../storing/positions.store.ts";
import { closed } from "../changing/position-changes.ts";
import { askedAt, type ClosingOrder } from "../changing/closing-orders.ts";
import { closingSide } from "../closing/closing.ts";
import { tradableQuote } from "./matching.ts";
import { sharesHeldBack } from "../checking/exchange-facts.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { sharesLeft } from "../changing/stored-money.ts";

/**
 * Closes what the market takes of a position, or of a part of it, that its customer does not decide on, in the caller's
 * transaction: at the market, without the specification's lock on selling; whatever waits on the position is
 * cancelled. The rest stays held. Null, and nothing changed, where it cannot be traded now, by the exchange's
 * next-day rule for instance.
 */
export async function sellForced(
  services: OrderServices,
  transaction: Transaction,
  sale: {
    customerId: bigint;
    positionId: bigint;
    quantity?: bigint;
    /** Where the clock has leapt over it. */
    moment?: Pick<OrderServices["context"], "quotes" | "clock">;
  },
): Promise<ForcedFill | null> {
  await services.accounts.load([sale.customerId]);
  const found = await loadPosition(transaction, sale);
  const { moment } = sale;
  const stored = moment && found ? { ...found, now: moment.clock.now() } : found;
  if (stored === undefined || (stored.status !== "holding" && stored.status !== "closing"))
    return null;
  // Nothing was traded within a halt; whether one was on at the moment itself is not asked.
  if (moment !== undefined && (stored.last_resumed_at ?? -Infinity) > stored.now) return null;
  const facts =
    moment === undefined || stored.is_behind
      ? factsOf(services, stored)
      : { ...factsOf(services, stored), quote: moment.quotes.get(stored.market, stored.code) };
  const quote = tradableQuote(facts, stored);
  if (quote === null || facts.halt?.closingAllowed === false) return null;
  const heldBack = sharesHeldBack(services.context, stored, stored.now);
  const all = sharesLeft(stored) - heldBack;
  const quantity = shares(sale.quantity !== undefined && sale.quantity < all ? sale.quantity : all);
  if (quantity === 0n) return null;
  const order: ClosingOrder = {
    id: stored.id,
    working: null,
    quantity,
    limit: null,
    asked: askedAt(null),
    triggers: false,
    reason: "forced_sale",
  };
  const match = services.venue.match({ side: closingSide(stored), quantity, limit: null }, quote);
  if (match.price === null) return null;
  const accounts = services.accounts.of(sale.customerId, stored.market);
  const { change } = closed(
    stored,
    order,
    { quote, match, now: stored.now, fees: services.fees },
    accounts,
  );
  const booked = moment === undefined ? change : { ...change, passedAt: stored.now };
  const row = {
    customerId: sale.customerId,
    request: null,
    answer: null,
    change: booked,
    notice: null,
  };
  if (!(await writeChange(transaction, row))) return null;
  return { number: stored.revision + 1, price: match.price, quantity: match.quantity };
}
