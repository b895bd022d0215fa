import { beforeEach, describe, expect, it } from "vitest";
import { namesRule, useRefusedRule } from "./refused-rule.ts";
import { toastRefusal } from "./api.ts";

const rule = { rule: "cn_t_plus_1", rule_title: "BSE Trading Rules", rule_publisher: "bse" };
beforeEach(() => useRefusedRule.setState({ refusal: null }));

describe("a refusal that no form has a place for", () => {
  it("stays with its reason where a rule's text refused", () => {
    const refusal = { code: "bought_today", httpStatus: 200, fields: [], params: rule } as const;
    toastRefusal(refusal);
    expect(useRefusedRule.getState().refusal).toEqual(refusal);
  });

  it("is no rule's where it names none, or one of this site that has no text", () => {
    expect(namesRule({ params: {} })).toBe(false);
    expect(namesRule({ params: { rule: "site_trading_unit" } })).toBe(false);
  });
});
