import type { Context } from "../../context.ts";
import { startOrders } from "./orders.ts";

export async function orderRoutes(context: Context): Promise<{ stop(): Promise<void> }> {
  const orders = await startOrders(context);
  const { http } = context;
  http.handle("/trade/preview-order", ({ input, customer }) =>
    orders.preview(customer, { ...input, price: input.price }),
  );
  http.handle("/trade/place-order", ({ input: { request_id, ...form }, customer }) =>
    orders.place(customer, { ...form, price: form.price }, request_id),
  );
  http.handle("/trade/cancel-order", ({ input, customer }) =>
    orders.cancel(customer, BigInt(input.id)),
  );
  http.handle("/trade/close-position", ({ input: { id, request_id, ...form }, customer }) =>
    orders.close(
      customer,
      BigInt(id),
      { kind: form.kind, price: form.price, quantity: form.quantity },
      request_id,
    ),
  );
  return { stop: () => orders.stop() };
}
