import { expect, test } from "vitest";
import { shownField, shownValue } from "./shown-value.ts";

// Without texts loaded a code stands for its word.
test.each([
  ["1500 JPY", "+1,500.00 JPY"],
  ["+1500 JPY", "+1,500.00 JPY"],
  ["-0.05 USD", "−0.05 USD"],
  ["<b>1500 JPY</b>", "<b>1500 JPY</b>"],
  ["frozen", "frozen"],
  ["2026-11-24", "2026-11-24"],
])("%s is shown as %s", (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

test("a moment is shown as everywhere, and not as the wire has it", () => {
  const shown = shownValue("2026-11-27T16:22:21.558Z");
  expect(shown).toContain("2026");
  expect(shown).not.toContain("T");
});

test("an account of a journal is named with its side", () => {
  expect(shownField("customer:available")).toEqual({ name: "available", side: "customer" });
  expect(shownField("house:corrections")).toEqual({ name: "corrections", side: "house" });
  expect(shownField("state")).toEqual({ name: "state", side: null });
});
