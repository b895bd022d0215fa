import { ruleTexts as cn } from "@sanshi/contract/rule-texts/cn";
import { ruleTexts as jp } from "@sanshi/contract/rule-texts/jp";
import { ruleTexts as us } from "@sanshi/contract/rule-texts/us";
import { describe, expect, it } from "vitest";
import { positions as cnTexts } from "../../../texts/cn/trading/positions.ts";
import { positions as jpTexts } from "../../../texts/jp/trading/positions.ts";
import { ratioKey } from "./names.ts";

describe("the deadline of a margin call", () => {
  // Chinese ends a line between any two characters.
  it.each([jpTexts, cnTexts])("stays whole in its brackets", ({ call_title: title }) => {
    expect(title).toMatch(/（期\u2060限\u00a0\{\{time\}\}）$/);
  });
});

describe("what a market calls its ratio and its rule", () => {
  it("is the collateral ratio on the mainland, and the margin ratio elsewhere", () => {
    expect(["jpy", "usd", "cny"].map((type) => ratioKey(type as "jpy"))).toEqual([
      "margin_ratio",
      "margin_ratio",
      "collateral_ratio",
    ]);
  });

  // The same rule stands beside the leverage that is offered, the call and the forced sale.
  it.each(["jp_margin", "us_margin", "cn_margin"] as const)(
    "%s is not named after the initial margin alone",
    (rule) => {
      expect(us.names[rule]).toMatch(/margin rules$/);
      expect(jp.names[rule]).not.toMatch(/率$/);
      expect(cn.names[rule]).not.toMatch(/比例$/);
    },
  );
});
