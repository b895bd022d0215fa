import { describe, expect, it } from "vitest";
import { currencyOf } from "../../../shared/home-choice.ts";
import { holdsAnything, shownAssets, type CurrencyAssets } from "./assets.ts";

function wallet(over: Partial<CurrencyAssets>): CurrencyAssets {
  return {
    currency: "JPY",
    available: "1000000",
    frozen: "0",
    total_assets: "1000000",
    holdings_value: "0",
    short_value: "0",
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

const total = {
  ...wallet({}),
  currency: "USD" as const,
  net_assets: "6800.12",
  day: null,
  rates_from: "simulated",
  rates_at: base.at,
};

describe("the customer's assets on the home screen", () => {
  it("are all currencies together, in the currency that was chosen", () => {
    const assets = { ...base, total, currencies: [wallet({})] };
    expect(shownAssets(assets, "USD")).toMatchObject({ net_assets: "6800.12", isTotal: true });
  });

  it("are that currency alone, and say so, while a rate is missing", () => {
    const dollars = wallet({ currency: "USD", net_assets: "5.00" });
    const assets = { ...base, currencies: [wallet({}), dollars] };
    expect(shownAssets(assets, "USD")).toMatchObject({
      currency: "USD",
      net_assets: "5.00",
      day: null,
      isTotal: false,
    });
    expect(shownAssets({ ...base, currencies: [] }, "CNY")).toMatchObject({ net_assets: "0" });
  });

  it("are in yen until another currency is chosen that home can show", () => {
    expect(["", "USD", "EUR"].map(currencyOf)).toEqual(["JPY", "USD", "JPY"]);
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
