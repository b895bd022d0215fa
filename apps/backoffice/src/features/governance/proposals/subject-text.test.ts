import { expect, test } from "vitest";
import { subjectText } from "./subject-text.ts";

// Without texts loaded a code stands for its word.
test.each([
  ["site_setting", "withdrawal_hours", "withdrawal_hours"],
  ["stock_offer", "jpy:7203", "7203 · market_jpy"],
  ["stock_offer", "usd", "market_usd"],
  ["commission", "cny", "market_cny"],
  ["instrument_added", "cny:600585", "600585 · market_cny"],
  ["instrument_terms", "usd:KO", "KO · market_usd"],
  ["operator_role", "sato@example.com", "sato@example.com"],
])("%s about %s is shown as %s", (kind, subject, shown) => {
  expect(subjectText(kind, subject)).toBe(shown);
});
