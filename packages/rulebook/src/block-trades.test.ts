import { price } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { blockLimits } from "./block-trades.ts";

const date = "2026-11-24";
const yen = (amount: number) => price(BigInt(Math.round(amount * 10_000)));

describe("where a block may be priced", () => {
  const tokyo = (last: number) =>
    blockLimits({
      market: "jpy",
      limitClass: "standard",
      basePrice: yen(last),
      lastPrice: yen(last),
      date,
    });

  it("is 7 % around the last price in Tokyo, rounded inwards, off the tick grid", () => {
    expect(tokyo(2851)).toMatchObject({ low: yen(2651.43), high: yen(3050.57), minimum: null });
    expect(tokyo(2851)?.reference).toMatchObject({ rule: "tostnet_single_stock", confirmed: true });
  });

  it("is five yen where 7 % would be less, and stays above zero", () => {
    expect(tokyo(60)).toMatchObject({ low: yen(55), high: yen(65) });
    expect(tokyo(3)?.low).toBe(1n);
  });

  it("is the day's limit in China, or 30 % where there is none, from a smallest size on", () => {
    const shanghai = (limitClass: "standard" | "none") =>
      blockLimits({ market: "cny", limitClass, basePrice: yen(10), lastPrice: yen(10.4), date });
    expect(shanghai("standard")).toMatchObject({ low: yen(9), high: yen(11) });
    expect(shanghai("none")).toMatchObject({ low: yen(7.28), high: yen(13.52) });
    expect(shanghai("standard")?.minimum).toEqual({ shares: 300_000n, valueMinor: 200_000_000n });
  });

  it("is 10 % around the last price in New York, by our own rule", () => {
    const question = { market: "usd", limitClass: "none", basePrice: yen(100), date } as const;
    expect(blockLimits({ ...question, lastPrice: yen(100) })).toMatchObject({
      low: yen(90),
      high: yen(110),
      minimum: null,
      reference: { rule: "site_block_trade" },
    });
  });
});
