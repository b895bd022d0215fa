import type { Calls, CheckedInput } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { TypedExit } from "./checking/bracket.rules.ts";
import { startOrders, type OrderForm, type Orders } from "./orders.ts";

/** @param also what places orders beside these calls: there is one order path. */
export async function orderRoutes(
  context: Context,
  also: (orders: Orders) => void,
): Promise<{ stop(): Promise<void> }> {
  const orders = await startOrders(context);
  also(orders);
  const { http } = context;
  http.handle("/trade/preview-order", ({ input, customer }) =>
    orders.preview(customer, openingForm(input)),
  );
  http.handle("/trade/place-order", ({ input, customer }) =>
    orders.place(customer, openingForm(input), input.request_id),
  );
  http.handle("/trade/cancel-order", ({ input, customer }) =>
    orders.cancel(customer, BigInt(input.id), input.request_id),
  );
  http.handle("/trade/close-position", ({ input: { id, request_id, ...form }, customer }) =>
    orders.close(
      customer,
      BigInt(id),
      {
        kind: form.kind,
        price: form.price,
        stopPrice: form.stop_price,
        trailAmount: form.trail_amount,
        trailPercent: form.trail_percent,
        quantity: form.quantity,
        timeInForce: form.time_in_force,
        goodUntil: form.good_until,
        doNotReduce: form.do_not_reduce === "true",
        hours: form.hours,
      },
      request_id,
    ),
  );
  http.handle("/trade/amend-order", ({ input, customer }) =>
    orders.replace(
      customer,
      BigInt(input.id),
      {
        price: input.price,
        stopPrice: input.stop_price,
        trailAmount: input.trail_amount,
        trailPercent: input.trail_percent,
        quantity: input.quantity,
        hours: input.hours,
      },
      input.request_id,
    ),
  );
  http.handle("/trade/set-exits", ({ input, customer }) =>
    orders.setBracket(
      customer,
      BigInt(input.id),
      { takeProfit: input.take_profit, stopLoss: input.stop_loss },
      input.request_id,
    ),
  );
  return { stop: () => orders.stop() };
}

type OrderInput = CheckedInput<Calls["/trade/preview-order"]>;

function openingForm(input: OrderInput): OrderForm {
  const { type, code, side, kind, price, quantity, leverage } = input;
  return {
    type,
    code,
    side,
    kind,
    price,
    stopPrice: input.stop_price,
    quantity,
    leverage,
    timeInForce: input.time_in_force,
    goodUntil: input.good_until,
    doNotReduce: input.do_not_reduce === "true",
    hours: input.hours,
    takeProfit: input.take_profit,
    stopLoss: input.stop_loss,
    exitParts: input.exits === undefined ? undefined : exitsOf(input.exits),
  };
}

/** Shares, take-profit and stop-loss of each, or how far behind its stop stays, as the contract spells them. */
function exitsOf(text: string): TypedExit[] {
  return text.split(",").map((part) => {
    const [quantity = "", takeProfit = "", stopLoss = "", trail = ""] = part.split(":");
    const isPercent = trail.endsWith("%");
    return {
      quantity,
      takeProfit: takeProfit || undefined,
      stopLoss: stopLoss || undefined,
      trailAmount: isPercent ? undefined : trail || undefined,
      trailPercent: isPercent ? trail.slice(0, -1) : undefined,
    };
  });
}
