import { price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../context.ts";
import { heldBack, type BoughtShares } from "./exchange-facts.ts";
import { checkStopAhead } from "./order-checks.rules.ts";

const at = (text: string) => Date.parse(text);
const context = { settings: { marketRules: "exchange" }, hours: "exchange" } as Pick<
  Context,
  "settings" | "hours"
>;

describe("shares of the mainland that the exchange does not let go", () => {
  const bought: BoughtShares = {
    market: "cny",
    side: "long",
    opened: shares(1_000n),
    closed: shares(0n),
    opened_at: at("2026-11-16T02:00:00Z"),
    newest_lot: null,
    newest_lot_on: null,
    sellable_at: at("2026-11-16T02:15:00Z"),
  };

  it("are free on the next trading day", () => {
    expect(heldBack(context, bought)?.on).toBe("2026-11-17");
  });

  it("are a block's by the day of its purchase, not by the end of its lock-up", () => {
    const block = { ...bought, sellable_at: at("2026-12-31T02:00:00Z") };
    expect(heldBack(context, block)?.on).toBe("2026-11-17");
  });

  it("are a new share's by the day of its payment, which is before it is there", () => {
    const listed = { ...bought, opened_at: at("2026-11-20T01:00:00Z") };
    expect(heldBack(context, listed)?.on).toBe("2026-11-17");
  });
});

describe("an order at either of two prices", () => {
  it("whose prices contradict is told so first: its stop may have been reached meanwhile", () => {
    const sale = {
      stop: price(90n),
      limit: price(85n),
      quote: { last: price(90n) },
      instrument: { market: "jpy" },
    } as unknown as Parameters<typeof checkStopAhead>[1];
    const codeOf = (one: typeof sale) => checkStopAhead("oco", one, "sell")?.objection.code;
    expect(codeOf(sale)).toBe("oco_prices_contradict");
    expect(codeOf({ ...sale, limit: price(110n) })).toBe("stop_price_reached");
  });
});
