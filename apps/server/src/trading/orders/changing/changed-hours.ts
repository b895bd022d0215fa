import type { Change } from "../storing/changes.store.ts";
import type { StoredState } from "../storing/positions.store.ts";
import type { ClosingOrder } from "./closing-orders.ts";

/** An opening order as a change leaves it; what is left out stays. */
export type ReplacedState = Pick<
  StoredState,
  "quantity" | "limit_price" | "stop_price" | "reserved"
> &
  Partial<Pick<StoredState, "expires_at">> & { isExtended?: boolean };

/** Written with a change that gives an order other hours alone. */
export function hoursSaid(
  orderId: bigint,
  before: boolean,
  extended: boolean,
): Pick<Change, "hours"> {
  return before === extended ? {} : { hours: { orderId, extended } };
}

/** Of a closing order that comes to work with a change; of what works already it is known. */
export function hoursOfNew({ id, working, asked }: ClosingOrder): Pick<Change, "hours"> {
  return working === null ? hoursSaid(id, false, asked.extended_hours) : {};
}
