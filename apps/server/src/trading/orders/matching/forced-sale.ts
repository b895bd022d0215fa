import type { Transaction } from "../../../platform/sql/database.ts";
import type { ForcedFill } from "../../margin/margin.ts";
import { factsOf } from "../changing/change-step.ts";
import { writeChange } from "../storing/changes.store.ts";
import { loadPositions } from "../storing/positions.store.ts";
import { closed } from "../changing/position-changes.ts";
import type { ClosingOrder } from "../changing/closing-orders.ts";
import { closingSide } from "../closing/closing.ts";
import { tradableQuote } from "./matching.ts";
import { exchangeSoldFrom } from "../checking/exchange-facts.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { sharesLeft } from "../changing/stored-money.ts";

/**
 * Closes what the market takes of a position whose account is below its margin, in the caller's
 * transaction: at the market, without the specification's lock on selling; whatever waits on the position is
 * cancelled. The rest stays held. Null, and nothing changed, where it cannot be traded now, by the exchange's
 * next-day rule for instance.
 */
export async function sellForced(
  services: OrderServices,
  transaction: Transaction,
  sale: { customerId: bigint; positionId: bigint },
): Promise<ForcedFill | null> {
  await services.accounts.load([sale.customerId]);
  const [stored] = await loadPositions(transaction, [sale]);
  if (stored === undefined || (stored.status !== "holding" && stored.status !== "closing"))
    return null;
  const facts = factsOf(services, stored);
  const quote = tradableQuote(facts, stored);
  if (quote === null || facts.halt?.closingAllowed === false) return null;
  const soldFrom = exchangeSoldFrom(services.context, stored);
  if (soldFrom !== null && stored.now < soldFrom.at) return null;
  const order: ClosingOrder = {
    id: stored.id,
    working: null,
    quantity: sharesLeft(stored),
    limit: null,
    reason: "forced_sale",
    expiresAt: null,
  };
  const { quantity, limit } = order;
  const match = services.venue.match({ side: closingSide(stored), quantity, limit }, quote);
  if (match.price === null) return null;
  const accounts = services.accounts.of(sale.customerId, stored.market);
  const { change } = closed(
    stored,
    order,
    { quote, match, now: stored.now, fees: services.fees },
    accounts,
  );
  const row = { customerId: sale.customerId, request: null, answer: null, change, notice: null };
  if (!(await writeChange(transaction, row))) return null;
  return { number: stored.revision + 1, price: match.price, quantity: match.quantity };
}
