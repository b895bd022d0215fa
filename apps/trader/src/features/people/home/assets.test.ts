import { describe, expect, it } from "vitest";
import { assetsOf, holdsAnything, type CurrencyAssets } from "./assets.ts";

function wallet(over: Partial<CurrencyAssets>): CurrencyAssets {
  return {
    currency: "JPY",
    available: "1000000",
    frozen: "0",
    total_assets: "1000000",
    holdings_value: "0",
    total_debt: "0",
    unrealized: "0",
    net_assets: "1000000",
    unpaid_debt: "0",
    withdrawable: "0",
    unsettled: [],
    ...over,
  };
}

const base = { at: "2026-11-20T00:00:00Z", total: null };

describe("the customer's assets on the home screen", () => {
  it("are those of the market's own currency", () => {
    const assets = {
      ...base,
      currencies: [wallet({}), wallet({ currency: "USD", available: "5.00" })],
    };
    expect(assetsOf(assets, "usd")?.available).toBe("5.00");
    expect(assetsOf(assets, "cny")).toBeUndefined();
    expect(assetsOf(undefined, "jpy")).toBeUndefined();
  });

  it("hold something as soon as money is tied up or shares are held, in any currency", () => {
    expect(holdsAnything({ ...base, currencies: [wallet({}), wallet({ frozen: "0.00" })] })).toBe(
      false,
    );
    expect(holdsAnything({ ...base, currencies: [wallet({}), wallet({ frozen: "10.00" })] })).toBe(
      true,
    );
    expect(holdsAnything({ ...base, currencies: [wallet({ holdings_value: "29000" })] })).toBe(
      true,
    );
  });
});
