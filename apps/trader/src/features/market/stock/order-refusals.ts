import type { RefusalCode } from "@sanshi/contract/refusals";

/** Where on the ticket a refusal belongs; `ticket` is the line above the button. */
export type OrderField =
  | "side"
  | "kind"
  | "price"
  | "stop"
  | "quantity"
  | "leverage"
  | "takeProfit"
  | "stopLoss"
  | "ticket";

const fields: Partial<Record<RefusalCode, OrderField>> = {
  short_not_offered: "side",
  cannot_sell_short: "side",
  cannot_buy: "side",
  leverage_not_offered: "leverage",
  insufficient_credit_limit: "leverage",
  quantity_not_whole: "quantity",
  quantity_not_positive: "quantity",
  quantity_too_large: "quantity",
  quantity_not_in_lots: "quantity",
  quantity_below_minimum: "quantity",
  quantity_above_maximum: "quantity",
  order_value_too_large: "quantity",
  insufficient_balance: "quantity",
  market_order_only_while_open: "kind",
  price_required: "price",
  price_not_allowed: "price",
  price_not_positive: "price",
  price_not_on_tick: "price",
  price_beyond_limit: "price",
  price_outside_cage: "price",
  short_price_too_low: "price",
  stop_price_required: "stop",
  stop_price_not_allowed: "stop",
  stop_price_not_positive: "stop",
  stop_price_not_on_tick: "stop",
  stop_price_reached: "stop",
  take_profit_on_wrong_side: "takeProfit",
  stop_loss_on_wrong_side: "stopLoss",
  instrument_halted: "ticket",
  trading_halted: "ticket",
  product_not_available: "ticket",
  price_unavailable: "ticket",
  not_taken_by_venue: "ticket",
  account_frozen: "ticket",
  trading_disabled: "ticket",
  orders_waiting_too_many: "ticket",
  unpaid_debt: "ticket",
  margin_call_open: "ticket",
  minimum_margin_missing: "ticket",
};

/** The wire's names of the fields that a malformed request can name, in the ticket's order. */
const wireFields: readonly (readonly [string, OrderField])[] = [
  ["quantity", "quantity"],
  ["price", "price"],
  ["stop_price", "stop"],
  ["leverage", "leverage"],
  ["take_profit", "takeProfit"],
  ["stop_loss", "stopLoss"],
];

type Refused = {
  code: RefusalCode;
  fields: readonly string[];
  params?: Readonly<Record<string, string>>;
};

/** The field at fault; null where the ticket has none, and a toast says it. */
export function fieldOfRefusal({ code, fields: named, params }: Refused): OrderField | null {
  if (code === "invalid_request") {
    return wireFields.find(([name]) => named.includes(name))?.[1] ?? null;
  }
  // These two are about either exit, and a limit's range about a limit or a stop: `field` says which.
  const ofParam = wireFields.find(([name]) => name === params?.["field"])?.[1];
  return ofParam ?? fields[code] ?? null;
}
