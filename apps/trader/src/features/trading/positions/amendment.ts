import type { OrderHours } from "@sanshi/contract";
import type { RefusalCode } from "@sanshi/contract/refusals";
import { parsePrice, parseShares } from "@sanshi/money";
import type { TrailFields } from "./close-order.ts";
import { progressOf, type WorkingOrder } from "./working-order.ts";

/** What can be changed of a working order; null where it has no such price. */
export type AmendForm = {
  price: string | null;
  stop: string | null;
  /** Of a stop that follows the market, in the place of a stop that is typed. */
  trail: TrailFields | null;
  quantity: string;
  isExtended: boolean;
};
export type AmendField = Exclude<keyof AmendForm, "isExtended">;

/** The order as it is: the quantity is the whole order's, what is filled included. */
export function amendFormOf(order: WorkingOrder): AmendForm {
  const { limit, stop, trail, quantity } = order;
  const typed: TrailFields | null = trail && {
    trail: trail.amount ?? trail.percent ?? "",
    trailBy: trail.amount === null ? "percent" : "amount",
  };
  return {
    price: limit,
    stop: trail === null ? stop : null,
    trail: typed,
    quantity: progressOf(order)?.ordered ?? quantity,
    isExtended: order.isExtended,
  };
}

type Changed = {
  price?: string;
  stop_price?: string;
  trail_amount?: string;
  trail_percent?: string;
  quantity?: string;
  hours?: OrderHours;
};

/** The fields that differ in value, not only in spelling; empty where none does. */
export function changesOf(before: AmendForm, form: AmendForm): Changed {
  const differs = (one: string | null, other: string | null, parse: typeof parsePrice) =>
    other !== null && parse(one ?? "") !== parse(other);
  return {
    ...(differs(before.price, form.price, parsePrice) && { price: form.price ?? "" }),
    ...(differs(before.stop, form.stop, parsePrice) && { stop_price: form.stop ?? "" }),
    ...changedTrail(before.trail, form.trail),
    ...(parseShares(before.quantity) !== parseShares(form.quantity) && { quantity: form.quantity }),
    ...(before.isExtended !== form.isExtended && {
      hours: form.isExtended ? ("extended" as const) : ("regular" as const),
    }),
  };
}

function changedTrail(before: TrailFields | null, to: TrailFields | null): Changed {
  if (before === null || to === null) return {};
  if (before.trailBy === to.trailBy && parsePrice(before.trail) === parsePrice(to.trail)) return {};
  return to.trailBy === "amount" ? { trail_amount: to.trail } : { trail_percent: to.trail };
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
  insufficient_own_money: "quantity",
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
  oco_prices_contradict: "stop",
  trail_required: "trail",
  trail_not_positive: "trail",
  trail_not_on_tick: "trail",
  trail_too_wide: "trail",
};

/** The field at fault; null where the whole order is. */
export function amendFieldOf(refusal: {
  code: RefusalCode;
  params: Readonly<Record<string, string>>;
}): AmendField | null {
  if (refusal.params["field"] === "stop_price") return "stop";
  return fieldCodes[refusal.code] ?? null;
}
