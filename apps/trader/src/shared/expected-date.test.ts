import { beforeAll, describe, expect, it } from "vitest";
import { expectedDate, loadRefusalTexts, loadTexts, refusalText } from "./text.ts";

// In Japanese, as wherever no page has decided.
beforeAll(async () => {
  await loadTexts("jp");
  await loadRefusalTexts();
});

describe("a date of a market's calendar", () => {
  it.each([
    ["published", "1月4日(月)"],
    ["expected", "1月4日(月)（予定）"],
    ["unknown", "1月4日(月)（予定）"],
    // An answer that was kept from a release before says nothing.
    [undefined, "1月4日(月)"],
  ])("whose year is %s is shown as %s", (status, shown) => {
    expect(expectedDate("1月4日(月)", status)).toBe(shown);
  });

  it("is marked in a refusal too", () => {
    const params = { amount: "0", currency: "CNY", date: "2027-01-04", rule: "sse_settlement" };
    const code = "cash_not_settled";
    expect(refusalText({ code, params })).toContain("2027-01-04から可能です");
    const marked = refusalText({ code, params: { ...params, date_status: "expected" } });
    expect(marked).toContain("2027-01-04（予定）から可能です");
  });
});
