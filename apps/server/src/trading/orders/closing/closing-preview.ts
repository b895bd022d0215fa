import { shares, type Minor, type Shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import type { Customer } from "../../../platform/sessions.ts";
import { interestDue } from "../../margin/margin.ts";
import { toRefusal } from "../answering/order-answers.ts";
import type { CloseWork } from "../changing/change-step.ts";
import { bearing, heldMoney, sharesLeft } from "../changing/stored-money.ts";
import type { ClosingForm } from "../checking/order-forms.ts";
import { closingPart, nothingClosed, type OrderFilled } from "../costing/closing-money.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { saleRooms } from "../preparing/same-day.ts";
import { loadPositions, type StoredPosition } from "../storing/positions.store.ts";
import { examineClosing } from "./closing.ts";

/** A closing order that somebody thinks of placing. */
export type ConsideredClosing = { positionId: bigint; form: ClosingForm };

/** What a closing order would bring; of a limit order what waits is taken at its limit. */
export type ClosingEstimate = {
  quantity: Shares;
  /** What of it the market takes now. */
  filled: Shares;
  amount: Minor;
  fee: Minor;
  interest: Minor;
  /** What comes back to the customer; below zero, what the position could not bear. */
  net: Minor;
  profit: Minor;
};

/** What each part of an order that closes several openings would do at this moment; changes nothing. */
export async function previewClosings(
  services: OrderServices,
  customer: Customer,
  considered: readonly ConsideredClosing[],
): Promise<Outcome<ClosingEstimate>[]> {
  const { customerId } = customer;
  const wanted = considered.map(({ positionId }) => ({ customerId, positionId }));
  const positions = await loadPositions(services.context.database.reader, wanted);
  const byId = new Map(positions.map((stored) => [stored.id, stored]));
  const owned = considered.map(({ positionId }) => byId.get(positionId) ?? null);
  const rooms = await saleRooms(services, owned);
  // Of one stock, each takes from the room of those after it.
  const taken = new Map<string, bigint>();
  let before = nothingClosed;
  return considered.map(({ form }, index) => {
    const stored = owned[index] ?? null;
    const key = stored === null ? "" : `${stored.market}:${stored.code}`;
    const takenBefore = taken.get(key) ?? 0n;
    const room = rooms[index];
    const saleRoom = room && { ...room, waiting: shares(room.waiting + takenBefore) };
    const found = estimate(services, { customer, form, saleRoom }, stored, before);
    if (!found.ok) return found;
    taken.set(key, takenBefore + found.value.estimate.quantity);
    before = found.value.after;
    return accept(found.value.estimate);
  });
}

function estimate(
  services: OrderServices,
  asked: Pick<CloseWork, "customer" | "form" | "saleRoom">,
  stored: StoredPosition | null,
  before: OrderFilled,
): Outcome<{ estimate: ClosingEstimate; after: OrderFilled }> {
  const examined = examineClosing(services, asked, stored);
  if (!examined.ok) {
    const { code, params } = toRefusal(examined.objection);
    return refuse(code, params);
  }
  if (stored === null) return refuse("position_not_found");
  const { sound, match, filled } = examined.value;
  const { quantity } = sound;
  // What waits for its stop is reckoned with at the stop.
  // At the market before there is one: at the last price.
  const isNow = filled || (sound.expiresAt === null && sound.isMatching);
  const atLast = isNow ? null : sound.quote.last;
  const limit = sound.limit ?? sound.stop ?? atLast;
  const taken = filled ? match : { quantity: shares(0n), value: 0n };
  const waiting = limit === null ? 0n : quantity - taken.quantity;
  const closed = {
    quantity: shares(taken.quantity + waiting),
    value: taken.value + waiting * (limit ?? 0n),
  };
  const date = localDate(stored.market, stored.now);
  const left = sharesLeft(stored);
  const { interest } = interestDue(bearing(stored), date, { quantity: closed.quantity, left });
  const fees = services.fees.of(stored, date);
  const part = closingPart(heldMoney(stored), closed, { interest, fees, before });
  const { amount, fee, net, profit } = part;
  return accept({
    estimate: { quantity, filled: taken.quantity, amount, fee, interest, net, profit },
    after: {
      quantity: shares(before.quantity + closed.quantity),
      value: before.value + closed.value,
    },
  });
}
