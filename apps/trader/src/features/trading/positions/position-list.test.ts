import type { HeldStock } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { closedPositions, heldPositions } from "./position-list.ts";

function stock(id: string, changed: Partial<HeldStock>): HeldStock {
  return {
    id,
    status: 0,
    buy_time: "2026-11-20T02:00:00.000Z",
    sell_time: null,
    ended_at: null,
    closing_orders: [],
    quantity_waiting: "0",
    triggered_at: null,
    ...changed,
  } as HeldStock;
}

const sale = (id: string): HeldStock["closing_orders"][number] => ({
  id,
  origin: "customer",
  quantity: "100",
  filled: "0",
  price: "2600",
  expires_at: null,
  expires_at_status: "published",
});

describe("the specification's keyed list of positions", () => {
  it("takes the summary keys out and lists what is held and everything that waits", () => {
    const list = heldPositions({
      "7": stock("7", { status: 0 }),
      "8": stock("8", { status: 3 }),
      "9": stock("9", { status: 1, closing_orders: [sale("11"), sale("12")] }),
      "10": stock("10", { status: 0, quantity_waiting: "200" }),
      ccsz: "1000.00",
      fdyk: "-5.00",
    });
    expect(list.holding.map((one) => one.id)).toEqual(["10", "9", "7"]);
    expect(list.waiting.map(({ position, part }) => `${position.id} ${part}`)).toEqual([
      "10 rest",
      "9 closing",
      "9 closing",
      "8 opening",
    ]);
    expect(list).toMatchObject({ marketValue: "1000.00", floatingProfit: "-5.00" });
  });

  it("shows the newest first, and of the same moment the later order", () => {
    const list = heldPositions({
      "7": stock("7", { buy_time: "2026-11-20T03:00:00.000Z" }),
      "10": stock("10", {}),
      "9": stock("9", {}),
    });
    expect(list.holding.map((one) => one.id)).toEqual(["7", "10", "9"]);
  });

  it("orders what has ended by when it ended, sold or cancelled", () => {
    const list = closedPositions({
      "1": stock("1", { status: 2, ended_at: "2026-11-20T05:00:00.000Z" }),
      "2": stock("2", { status: 4, ended_at: "2026-11-20T06:00:00.000Z" }),
      lsyk: "12.00",
    });
    expect(list.items.map((one) => one.id)).toEqual(["2", "1"]);
    expect(list.realisedProfit).toBe("12.00");
  });
});
