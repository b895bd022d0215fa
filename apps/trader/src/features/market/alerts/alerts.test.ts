import { describe, expect, it } from "vitest";
import { draftOf, readDraft, suggestedPrices, withGroups, type AlertDraft } from "./alert-draft.ts";

const draft = (text: string, more: Partial<AlertDraft> = {}): AlertDraft => ({
  unit: "price",
  direction: "up",
  text,
  ...more,
});

it("shows the bounds of a refused value with separators", () => {
  const params = { min: "0.0001", max: "100000000.00", now: "+0.26%" };
  expect(withGroups({ code: "alert_value_out_of_range", params }).params).toEqual({
    min: "0.0001",
    max: "100,000,000",
    now: "+0.26%",
  });
  expect(withGroups({ params: {} }).params).toEqual({});
});

it("shows the code of a stock that has ended as it is", () => {
  const params = { code: "7203", last_day: "2026-11-27" };
  expect(withGroups({ code: "instrument_ended", params }).params).toEqual(params);
});

describe("what an alert's form asks for", () => {
  it.each([
    ["price_at_or_above", "2900"],
    ["price_at_or_below", "2800"],
    ["percent_up", "5.00"],
    ["percent_down", "3.00"],
  ] as const)("is what it was made of: %s %s", (kind, value) => {
    expect(readDraft(draftOf({ kind, value }), "2850")).toEqual({ state: "ready", kind, value });
  });

  it.each([
    ["2900", "price_at_or_above", "2900"],
    ["2,900.5", "price_at_or_above", "2900.5"],
    ["２９００", "price_at_or_above", "2900"],
    ["2800.", "price_at_or_below", "2800"],
    // What is out of range is the server's to say, with the range.
    ["0", "price_at_or_below", "0"],
  ])("price %s: %s", (text, kind, value) => {
    expect(readDraft(draft(text), "2850")).toEqual({ state: "ready", kind, value });
  });

  it.each([
    ["up", "percent_up"],
    ["down", "percent_down"],
  ] as const)("%s by a percentage: %s", (direction, kind) => {
    const percent = draft("+3.5", { unit: "percent", direction });
    expect(readDraft(percent, "2850")).toEqual({ state: "ready", kind, value: "3.5" });
  });

  it.each([
    ["", { state: "empty" }],
    ["  ", { state: "empty" }],
    ["abc", { state: "wrong", problem: "not_a_number" }],
    ["2.12345", { state: "wrong", problem: "not_a_number" }],
    ["2850.0", { state: "wrong", problem: "same_as_now" }],
  ])("%j: %o", (text, read) => {
    expect(readDraft(draft(text), "2850")).toEqual(read);
  });
});

describe("the suggested prices", () => {
  it("stand on the tick, below and above the price now", () => {
    expect(suggestedPrices({ type: "jpy", price: "2851", tick: "0.5" })).toEqual([
      { move: "−5%", value: "2708.5" },
      { move: "−3%", value: "2765.5" },
      { move: "+3%", value: "2936.5" },
      { move: "+5%", value: "2993.5" },
    ]);
    expect(suggestedPrices({ type: "usd", price: "189.20", tick: "0.01" })[3]?.value).toBe(
      "198.66",
    );
  });

  it("are none where there is no price", () => {
    expect(suggestedPrices({ type: "usd", price: "0", tick: "0.01" })).toEqual([]);
  });
});
