import { expect, it } from "vitest";
import { formOf, missingIn, newOffering } from "./offering-draft.ts";

const now = Date.parse("2026-11-28T03:00:00Z");
const filled = {
  ...newOffering(now),
  ...{ code: "499a", name_jp: "三市テック", name_cn: "三市科技", name_us: "Sanshi Tech" },
  ...{ sponsor: "Sanshi Securities", price_low: "900", price_high: "1,000", lot: "100" },
  ...{ issue_volume: "100000", quota: "10000", minimum: "100", cap: "500" },
};

it("names every field of an offering that has to be typed yet, and nothing that may stay empty", () => {
  expect(missingIn(newOffering(now))).toEqual([
    ...["code", "name_jp", "name_cn", "name_us", "sponsor", "price_low", "price_high"],
    ...["lot", "issue_volume", "quota", "minimum", "cap"],
  ]);
  expect(missingIn({ ...filled, priced_at: "", earnings_per_share: "" })).toEqual([]);
  expect(missingIn({ ...filled, draws_at: "", cap: " " })).toEqual(["cap", "draws_at"]);
});

it("begins with dates in an order in which an offering can be published", () => {
  const form = formOf(filled);
  const order = [
    ...[new Date(now).toISOString(), form.opens_at, form.closes_at, form.priced_at, form.draws_at],
    ...[form.pays_until, form.waiting_until, form.allocates_at, form.lists_at],
  ];
  expect(order).toEqual(order.toSorted());
  expect(new Set(order).size).toBe(order.length);
  expect(form).toMatchObject({ code: "499A", price_high: "1000" });
  // What is fixed at once is not announced later.
  expect(formOf({ ...filled, price_low: "1000.0" })).toMatchObject({ priced_at: null });
});
