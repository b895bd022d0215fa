import { homeEntries } from "@sanshi/contract/constants";
import { describe, expect, it } from "vitest";
import { moved, orderOf } from "./entry-order.ts";

describe("the entries of home", () => {
  it("stand in a newcomer's order until they are moved", () => {
    expect(orderOf(null)).toEqual(homeEntries);
    expect(orderOf({ length: 3 })).toEqual(homeEntries);
  });

  it("stand as the customer has put them, with what is new at the end and nothing unknown", () => {
    const order = orderOf(["loan", "gone", "exchange", "loan", 3]);
    expect(order.slice(0, 3)).toEqual(["loan", "exchange", "deposit"]);
    expect(order.toSorted()).toEqual([...homeEntries].toSorted());
  });

  it("move by one place, and stay at the ends", () => {
    const order = orderOf(null);
    expect(moved(order, "exchange", -1).slice(0, 2)).toEqual(["exchange", "deposit"]);
    expect(moved(order, "deposit", 1).slice(0, 2)).toEqual(["exchange", "deposit"]);
    expect(moved(order, "deposit", -1)).toEqual(order);
    expect(moved(order, homeEntries.at(-1)!, 1)).toEqual(order);
  });
});
