import { describe, expect, it } from "vitest";
import { scriptedInstruments } from "../../../../../tests/support/scripted-feed.ts";
import { stockOffer } from "./stock-offers.rules.ts";

const moutai = scriptedInstruments.find(({ code }) => code === "600519")!;
const unset = { leverages: null, shortOffered: null };

describe("what is not offered of a mainland stock", () => {
  it.each([
    ["SSE", "600519", "上证发〔2026〕5号"],
    ["SZSE", "000001", "general knowledge"],
    ["BSE", "920002", "general knowledge"],
  ] as const)("on %s names no other exchange's notice on margin", (exchange, code, title) => {
    const stock = { ...moutai, exchange, code };
    const { leverages, leverageRule } = stockOffer(stock, "2026-11-27", unset);
    expect(leverages).toEqual([1]);
    expect(leverageRule).toMatchObject({ rule: "cn_margin", rule_title: title });
  });

  it("by an operator's own decision names the house's rule", () => {
    const own = { leverages: [1], shortOffered: false };
    expect(stockOffer(moutai, "2026-11-27", own)).toMatchObject({
      leverageRule: { rule: "site_leverage" },
      shortRule: { rule: "site_short_selling" },
    });
  });
});
