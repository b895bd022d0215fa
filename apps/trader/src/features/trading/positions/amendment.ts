import type { RefusalCode } from "@sanshi/contract/refusals";
import { parsePrice, parseShares } from "@sanshi/money";
import { progressOf, type WorkingOrder } from "./working-order.ts";

/** What can be changed of a working order; null where it has no such price. */
export type AmendForm = { price: string | null; stop: string | null; quantity: string };
export type AmendField = keyof AmendForm;

/** The order as it is: the quantity is the whole order's, what is filled included. */
export function amendFormOf(order: WorkingOrder): AmendForm {
  const { limit, stop, quantity } = order;
  return { price: limit, stop, quantity: progressOf(order)?.ordered ?? quantity };
}

type Changed = { price?: string; stop_price?: string; quantity?: string };

/** The fields that differ in value, not only in spelling; empty where none does. */
export function changesOf(before: AmendForm, form: AmendForm): Changed {
  const differs = (one: string | null, other: string | null, parse: typeof parsePrice) =>
    other !== null && parse(one ?? "") !== parse(other);
  return {
    ...(differs(before.price, form.price, parsePrice) && { price: form.price ?? "" }),
    ...(differs(before.stop, form.stop, parsePrice) && { stop_price: form.stop ?? "" }),
    ...(parseShares(before.quantity) !== parseShares(form.quantity) && { quantity: form.quantity }),
  };
}

const fieldCodes: Readonly<Partial<Record<RefusalCode, AmendField>>> = {
  quantity_not_whole: "quantity",
  quantity_not_positive: "quantity",
  quantity_too_large: "quantity",
  quantity_exceeds_position: "quantity",
  quantity_not_in_lots: "quantity",
  quantity_below_minimum: "quantity",
  quantity_above_maximum: "quantity",
  quantity_already_filled: "quantity",
  order_value_too_large: "quantity",
  insufficient_balance: "quantity",
  insufficient_credit_limit: "quantity",
  price_required: "price",
  price_not_positive: "price",
  price_not_on_tick: "price",
  price_beyond_limit: "price",
  price_outside_cage: "price",
  short_price_too_low: "price",
  stop_price_required: "stop",
  stop_price_not_positive: "stop",
  stop_price_not_on_tick: "stop",
  stop_price_reached: "stop",
};

/** The field at fault; null where the whole order is. */
export function amendFieldOf(refusal: {
  code: RefusalCode;
  params: Readonly<Record<string, string>>;
}): AmendField | null {
  if (refusal.params["field"] === "stop_price") return "stop";
  return fieldCodes[refusal.code] ?? null;
}
