import type { HeldStock } from "@sanshi/contract";
import type { CustomerEvent } from "@sanshi/contract/stream";
import { describe, expect, it } from "vitest";
import { workingOrder } from "./fill-toasts.ts";

const sale: HeldStock["closing_orders"][number] = {
  id: "8",
  origin: "customer",
  quantity: "100",
  filled: "0",
  price: "2347",
  expires_at: null,
  expires_at_status: "published",
};
const position = (id: string, status: number, waiting = "0") =>
  ({
    id,
    status,
    quantity_waiting: waiting,
    closing_orders: status === 1 ? [sale] : [],
    triggered_at: null,
  }) as HeldStock;
const seen = [position("1", 3), position("2", 1), position("3", 0), position("5", 0, "200")];

function event(kind: "order_filled" | "position_closed", id: string): CustomerEvent {
  return { kind, id, type: "jpy", code: "7203", price: "2347", quantity: "100" };
}

describe("the news of a fill", () => {
  it("is told of a purchase and of a sale that were seen waiting", () => {
    expect(workingOrder(event("order_filled", "1"), seen)).toMatchObject({ price: "2347" });
    expect(workingOrder(event("position_closed", "2"), seen)).toMatchObject({ quantity: "100" });
  });

  it("is told of the rest of an order that is filled in part", () => {
    expect(workingOrder(event("order_filled", "5"), seen)).toMatchObject({ quantity: "100" });
  });

  it("is not told twice of what the customer did at the market", () => {
    expect(workingOrder(event("position_closed", "3"), seen)).toBeNull();
    expect(workingOrder(event("order_filled", "4"), seen)).toBeNull();
    expect(workingOrder(event("position_closed", "1"), seen)).toBeNull();
  });

  it("is not told of anything else", () => {
    expect(workingOrder({ kind: "balance_changed" }, seen)).toBeNull();
  });
});
