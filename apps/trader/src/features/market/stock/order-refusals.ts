import type { RefusalCode } from "@sanshi/contract/refusals";
import { exitField, type ExitField, type ExitText } from "./order-exits.ts";

/** Where on the ticket a refusal belongs; `ticket` is the line above the button. */
export type OrderField =
  | "kind"
  | "validity"
  | "price"
  | "stop"
  | "quantity"
  | "leverage"
  | "takeProfit"
  | "stopLoss"
  | "exits"
  | ExitField
  | "ticket";

const fields: Partial<Record<RefusalCode, OrderField>> = {
  short_not_offered: "ticket",
  short_not_switched_on: "ticket",
  extended_hours_not_offered: "ticket",
  extended_hours_not_switched_on: "ticket",
  extended_hours_own_money_only: "ticket",
  extended_hours_limit_only: "ticket",
  cannot_sell_short: "ticket",
  cannot_buy: "ticket",
  leverage_not_offered: "leverage",
  insufficient_credit_limit: "leverage",
  insufficient_own_money: "leverage",
  quantity_not_whole: "quantity",
  quantity_not_positive: "quantity",
  quantity_too_large: "quantity",
  quantity_not_in_lots: "quantity",
  quantity_below_minimum: "quantity",
  quantity_above_maximum: "quantity",
  order_value_too_large: "quantity",
  insufficient_balance: "quantity",
  order_form_not_offered: "validity",
  opening_has_passed: "validity",
  auction_takes_no_more: "validity",
  after_hours_not_taken_now: "validity",
  good_until_required: "validity",
  good_until_not_allowed: "validity",
  good_until_past: "validity",
  good_until_too_far: "validity",
  good_until_not_trading_day: "validity",
  immediate_only_while_open: "validity",
  not_fillable_now: "quantity",
  not_fillable_whole: "quantity",
  price_required: "price",
  price_not_allowed: "price",
  price_not_positive: "price",
  price_not_on_tick: "price",
  price_beyond_limit: "price",
  price_outside_cage: "price",
  late_limit_too_far: "price",
  short_price_too_low: "price",
  stop_price_required: "stop",
  stop_price_not_allowed: "stop",
  stop_price_not_positive: "stop",
  stop_price_not_on_tick: "stop",
  stop_price_reached: "stop",
  oco_prices_contradict: "stop",
  take_profit_on_wrong_side: "takeProfit",
  stop_loss_on_wrong_side: "stopLoss",
  exits_exceed_order: "exits",
  exits_with_bracket: "exits",
  instrument_halted: "ticket",
  instrument_ended: "ticket",
  trading_halted: "ticket",
  pause_takes_lasting_orders: "ticket",
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
  ["exits", "exits"],
];

/** What is said of one of several exits, by the text that it is about; of what is not here, its shares. */
const exitCodes: Partial<Record<RefusalCode, ExitText>> = {
  take_profit_on_wrong_side: "takeProfit",
  stop_loss_on_wrong_side: "stopLoss",
  exit_part_without_price: "takeProfit",
  trail_not_positive: "trailPercent",
  trail_too_wide: "trailPercent",
  trail_not_on_tick: "trailAmount",
};

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
  // Of several exits: which, counted from one, and which of its prices.
  if (params?.["part"] !== undefined) {
    const own = params["exit_field"];
    const text = own === "take_profit" ? "takeProfit" : own === "stop_loss" ? "stopLoss" : null;
    return exitField(Number(params["part"]) - 1, text ?? exitCodes[code] ?? "quantity");
  }
  // These two are about either exit, and a limit's range about a limit or a stop: `field` says which.
  const ofParam = wireFields.find(([name]) => name === params?.["field"])?.[1];
  return ofParam ?? fields[code] ?? null;
}
