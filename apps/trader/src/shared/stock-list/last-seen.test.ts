import { describe, expect, it } from "vitest";
import { marketOf } from "./last-seen.ts";

describe("the market that the lists show", () => {
  it("is Japan for a newcomer", () => {
    expect(marketOf({})).toBe("jpy");
  });

  it("is the one chosen last, whatever stock was seen since", () => {
    expect(marketOf({ market: "usd", type: "cny", code: "600519" })).toBe("usd");
  });

  it("is the market of the stock seen last where none was chosen", () => {
    expect(marketOf({ type: "cny", code: "600519" })).toBe("cny");
  });

  it("ignores what is no market", () => {
    expect(marketOf({ market: "eur", type: "toString" })).toBe("jpy");
  });
});
