import { shares, type Minor, type Shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import type { Customer } from "../../../platform/sessions.ts";
import { interestDue } from "../../margin/margin.ts";
import { toRefusal } from "../answering/order-answers.ts";
import { bearing, heldMoney, sharesLeft } from "../changing/stored-money.ts";
import type { ClosingForm } from "../checking/order-forms.ts";
import { closingPart, nothingClosed } from "../costing/closing-money.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
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

/** What each of some closing orders would do at this moment, in their order; changes nothing. */
export async function previewClosings(
  services: OrderServices,
  customer: Customer,
  considered: readonly ConsideredClosing[],
): Promise<Outcome<ClosingEstimate>[]> {
  const { customerId } = customer;
  const wanted = considered.map(({ positionId }) => ({ customerId, positionId }));
  const positions = await loadPositions(services.context.database.reader, wanted);
  const byId = new Map(positions.map((stored) => [stored.id, stored]));
  return considered.map(({ positionId, form }) =>
    estimate(services, customer, form, byId.get(positionId) ?? null),
  );
}

function estimate(
  services: OrderServices,
  customer: Customer,
  form: ClosingForm,
  stored: StoredPosition | null,
): Outcome<ClosingEstimate> {
  const examined = examineClosing(services, { customer, form }, stored);
  if (!examined.ok) {
    const { code, params } = toRefusal(examined.objection);
    return refuse(code, params);
  }
  if (stored === null) return refuse("position_not_found");
  const { sound, match, filled } = examined.value;
  const { quantity, limit } = sound;
  const taken = filled ? match : { quantity: shares(0n), value: 0n };
  const waiting = limit === null ? 0n : quantity - taken.quantity;
  const closed = {
    quantity: shares(taken.quantity + waiting),
    value: taken.value + waiting * (limit ?? 0n),
  };
  const date = localDate(stored.market, stored.now);
  const left = sharesLeft(stored);
  const { interest } = interestDue(bearing(stored), date, { quantity: closed.quantity, left });
  const fees = services.fees.of(stored.market, date);
  const part = closingPart(heldMoney(stored), closed, { interest, fees, before: nothingClosed });
  const { amount, fee, net, profit } = part;
  return accept({ quantity, filled: taken.quantity, amount, fee, interest, net, profit });
}
