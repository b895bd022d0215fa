import { displayDecimal, formatShares, parseShares, shares, type Currency } from "@sanshi/money";
import type { TextParams } from "@sanshi/web/texts";
import type { TextKey } from "../../../shared/text.ts";
import type { PlacedOrder } from "./order-placing.ts";
import type { OrderInput } from "./order-ticket.ts";

/** What became of an order: all of it traded, a part of it, or nothing yet. */
type OrderOutcome = {
  state: "filled" | "part_waiting" | "part_ended" | "waiting";
  title: TextKey<"order">;
  sentence: TextKey<"order">;
  words: TextParams;
};

/** `name` and `currency` are the stock's, in the customer's language and of its prices. */
export function outcomeOf(
  order: PlacedOrder,
  input: OrderInput,
  { name, currency }: { name: string; currency: Currency },
): OrderOutcome {
  const ordered = parseShares(order.quantity) ?? shares(0n);
  const whole = order.filled_at === null ? shares(0n) : ordered;
  const filled = parseShares(order.quantity_filled ?? "") ?? whole;
  const waiting = parseShares(order.quantity_waiting ?? "") ?? shares(ordered - filled);
  const shown = (count: bigint) => displayDecimal(formatShares(shares(count)), 0, 0);
  const priced = (price: string) => `${displayDecimal(price, 2, 4)} ${currency}`;
  const words = {
    name,
    quantity: shown(ordered),
    filled: shown(filled),
    rest: shown(ordered - filled),
    price: priced(order.price),
    limit: priced(input.price ?? order.price),
    stop: priced(input.stop_price ?? order.price),
  };
  const act = input.side === "long" ? "bought" : "shorted";
  // A trailing stop opens nothing: it is never what was placed here.
  const kind = input.kind === "trailing_stop" ? "stop" : input.kind;
  if (filled === 0n) {
    return { state: "waiting", title: "waiting", sentence: `waiting_${kind}`, words };
  }
  if (filled === ordered) {
    return { state: "filled", title: "filled", sentence: `${act}_sentence`, words };
  }
  const state = waiting > 0n ? "part_waiting" : "part_ended";
  return { state, title: "filled_part", sentence: `${act}_${state}`, words };
}
