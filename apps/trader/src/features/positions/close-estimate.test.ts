import { parseMinor, parsePrice, parseShares, shares, type MarketKey } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { decideClosing } from "../../../../server/src/features/orders/orders.closing.rules.ts";
import { estimateClose } from "./close-estimate.ts";

const nowMs = Date.parse("2026-11-20T02:00:00Z");

function position(changed: Partial<Parameters<typeof estimateClose>[0]> = {}) {
  return {
    type: "cny" as MarketKey,
    side: "long" as const,
    leverage: 1,
    buy_price: "1520",
    buy_fee: "8.21",
    quantity_opened: "100",
    quantity_closed: "0",
    ...changed,
  };
}

describe("the estimate of a sale", () => {
  it("counts the market's fees, stamp duty included, and the part of the purchase fee", () => {
    const estimate = estimateClose(position(), shares(50n), "1498.5", nowMs);
    // 74,925.00: stamp 37.46, handling 2.55, management 1.50, transfer 0.75; half of 8.21.
    expect(estimate).toEqual({
      value: "74925.00",
      fee: "42.26",
      received: "74882.74",
      profit: "-1121.36",
      percent: "-1.48",
      buyFee: "4.10",
    });
  });

  it("is what the server answers for a fill at that price", () => {
    const markets = ["jpy", "usd", "cny"] as const;
    for (const market of markets) {
      const currency = market === "jpy" ? "JPY" : market === "usd" ? "USD" : "CNY";
      for (const [closed, quantity] of [
        [0n, 100n],
        [0n, 33n],
        [33n, 33n],
        [66n, 34n],
      ] as const) {
        const buyFee = market === "jpy" ? "7" : "8.21";
        const own = position({
          type: market,
          buy_price: "1520.5",
          buy_fee: buyFee,
          quantity_closed: closed.toString(),
        });
        const cost = parseMinor(market === "jpy" ? "152050" : "152050.00", currency)!;
        const openFee = parseMinor(buyFee, currency)!;
        const opened = parseShares("100")!;
        const basisBefore = ((cost + openFee) * closed) / opened;
        const answer = decideClosing(
          {
            market,
            status: 0,
            opened,
            closed: shares(closed),
            sellableAt: null,
            cost,
            openFee,
            basisClosed: basisBefore as typeof cost,
          },
          shares(quantity),
          parsePrice("1498.5")!,
          nowMs,
        );
        const estimate = estimateClose(own, shares(quantity), "1498.5", nowMs);
        expect({
          value: parseMinor(estimate!.value, currency),
          fee: parseMinor(estimate!.fee, currency),
          profit: parseMinor(estimate!.profit, currency),
        }).toEqual({ value: answer.amount, fee: answer.fee, profit: answer.profit });
      }
    }
  });

  it("gives back only the margin's share where the rest was borrowed", () => {
    const estimate = estimateClose(
      position({ type: "jpy", leverage: 4, buy_price: "1000", buy_fee: "0" }),
      shares(100n),
      "1100",
      nowMs,
    );
    expect(estimate).toMatchObject({ value: "110000", received: "35000", profit: "10000" });
  });

  it.each(["", "0", "-1", "x"])("is none at the price %j", (at) => {
    expect(estimateClose(position(), shares(50n), at, nowMs)).toBeNull();
  });

  it.each([0n, -1n, 101n])("is none for %s of 100 shares", (quantity) => {
    expect(estimateClose(position(), shares(quantity), "1500", nowMs)).toBeNull();
  });
});
