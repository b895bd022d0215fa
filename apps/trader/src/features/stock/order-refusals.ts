import type { RefusalCode } from "@sanshi/contract/refusals";

/** Where on the ticket a refusal belongs; `ticket` is the line above the button. */
export type OrderField = "side" | "price" | "quantity" | "leverage" | "ticket";

const fields: Partial<Record<RefusalCode, OrderField>> = {
  short_not_offered: "side",
  leverage_not_offered: "leverage",
  insufficient_credit_limit: "leverage",
  quantity_not_whole: "quantity",
  quantity_not_positive: "quantity",
  quantity_too_large: "quantity",
  quantity_not_in_lots: "quantity",
  order_value_too_large: "quantity",
  insufficient_balance: "quantity",
  price_required: "price",
  price_not_allowed: "price",
  price_not_positive: "price",
  price_not_on_tick: "price",
  price_beyond_limit: "price",
  market_closed: "ticket",
  instrument_halted: "ticket",
  price_unavailable: "ticket",
  cannot_buy: "ticket",
  account_frozen: "ticket",
  trading_disabled: "ticket",
  orders_waiting_too_many: "ticket",
};

/** The field at fault; null where the ticket has none, and a toast says it. */
export function fieldOfRefusal(refusal: {
  code: RefusalCode;
  fields: readonly string[];
}): OrderField | null {
  if (refusal.code === "invalid_request") {
    if (refusal.fields.includes("quantity")) return "quantity";
    return refusal.fields.includes("price") ? "price" : null;
  }
  return fields[refusal.code] ?? null;
}

/** Whether the answer leaves open what happened: then only the same request id may be sent again. */
export function isOutcomeUnknown(refusal: { code: RefusalCode; httpStatus: number }): boolean {
  return refusal.code === "network_error" || refusal.httpStatus >= 500;
}
