import { minor } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { settleNet } from "./settle.ts";

const yen = (amount: number) => minor(BigInt(amount));

describe("the customer's money", () => {
  it.each([
    // net, available, shortfall: what both change by
    [500, 100, 0, 500, 0],
    [500, 100, -200, 300, 200],
    [500, 0, -800, 0, 500],
    [-500, 800, 0, -500, 0],
    [-500, 200, 0, -200, -300],
    [-500, 0, -100, 0, -500],
    [0, 0, 0, 0, 0],
  ])("%i with %i and a debt of %i changes by %i and %i", (net, available, shortfall, ...by) => {
    const changes = settleNet(yen(net), { available: yen(available), shortfall: yen(shortfall) });
    expect([changes.available, changes.shortfall]).toEqual(by.map(BigInt));
  });
});
