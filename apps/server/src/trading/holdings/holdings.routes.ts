import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { closeHolding, previewClosingHolding, type ClosingOrders } from "./closing-holdings.ts";
import { holdingsByStock } from "./holdings.ts";

/** @param orders what is closed by stock goes the way of every closing order. */
export function holdingRoutes(context: Context, orders: ClosingOrders): void {
  const { http } = context;
  http.handle("/trade/holdings", async ({ input, customer }) =>
    accept(await holdingsByStock(context, customer, input.type)),
  );
  http.handle("/trade/preview-close-holding", ({ input, customer }) =>
    previewClosingHolding(context, orders, customer, input),
  );
  http.handle("/trade/close-holding", ({ input, customer }) =>
    closeHolding(context, orders, customer, input),
  );
}
