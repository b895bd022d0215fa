import { alertsMax, type AlertKind } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  changeInPercent,
  checkAlert,
  isReached,
  objectToAnother,
  showLevel,
  type AlertPrices,
} from "./alerts.rules.ts";

const prices = (last: string, previousClose = "2850"): AlertPrices => ({
  last: scaled(last),
  previousClose: scaled(previousClose),
});
const level = (kind: AlertKind, value: string) => ({ kind, value: scaled(value) });

describe("whether an alert is taken", () => {
  it.each<[AlertKind, string, string | null]>([
    ["price_at_or_above", "2900", null],
    ["price_at_or_above", "2850.5", null],
    ["price_at_or_above", "2850", "alert_already_reached"],
    ["price_at_or_above", "2000", "alert_already_reached"],
    ["price_at_or_below", "2800", null],
    ["price_at_or_below", "2850", "alert_already_reached"],
    ["price_at_or_above", "0", "alert_value_out_of_range"],
    ["price_at_or_above", "-1", "alert_value_out_of_range"],
    ["price_at_or_above", "2900.00001", "alert_value_out_of_range"],
    ["price_at_or_above", "100000000", null],
    ["price_at_or_above", "100000000.0001", "alert_value_out_of_range"],
    ["percent_up", "3", null],
    ["percent_up", "0.01", null],
    ["percent_up", "0.001", "alert_value_out_of_range"],
    ["percent_up", "1000", null],
    ["percent_up", "1000.01", "alert_value_out_of_range"],
    ["percent_down", "99.99", null],
    ["percent_down", "100", "alert_value_out_of_range"],
  ])("%s %s: %s", (kind, value, code) => {
    const checked = checkAlert({ kind, value }, "jpy", { isKnown: true, prices: prices("2850") });
    expect(checked.ok ? null : checked.objection.code).toBe(code);
  });

  it("is refused for an unknown stock before its value is looked at, and without a price after it", () => {
    const codeOf = (isKnown: boolean, value: string) => {
      const form = { kind: "price_at_or_above", value } as const;
      const checked = checkAlert(form, "jpy", { isKnown, prices: null });
      return checked.ok ? null : checked.objection.code;
    };
    expect(codeOf(false, "0")).toBe("instrument_not_found");
    expect(codeOf(true, "0")).toBe("alert_value_out_of_range");
    expect(codeOf(true, "1")).toBe("price_unavailable");
  });

  it("says what the value is now where it is there already", () => {
    const facts = { isKnown: true, prices: prices("2907") };
    expect(checkAlert({ kind: "percent_up", value: "2" }, "jpy", facts)).toEqual({
      ok: false,
      objection: { code: "alert_already_reached", params: { now: "2.00%" } },
    });
  });

  it.each([
    [alertsMax - 1, "3000", null],
    [alertsMax, "3000", "alerts_too_many"],
    [alertsMax, "1", "alert_exists"],
  ])("with %i waiting at 1 and up, another at %s: %s", (count, value, code) => {
    const at = (text: string) => ({
      ...level("price_at_or_above", text),
      market: "jpy" as const,
      code: "7203",
    });
    const waiting = Array.from({ length: count }, (_, index) => at(String(index + 1)));
    expect(objectToAnother(waiting, at(value))?.code ?? null).toBe(code);
    expect(objectToAnother([at(value)], { ...at(value), code: "6758" })).toBeNull();
    expect(objectToAnother([at(value)], { ...at(value), kind: "percent_up" })).toBeNull();
  });
});

describe("whether a level is reached", () => {
  it.each<[AlertKind, string, AlertPrices, boolean]>([
    ["price_at_or_above", "2900", prices("2899.9"), false],
    ["price_at_or_above", "2900", prices("2900"), true],
    ["price_at_or_below", "2800", prices("2800.1"), false],
    ["price_at_or_below", "2800", prices("2800"), true],
    ["percent_up", "5", prices("2992.4999"), false],
    ["percent_up", "5", prices("2992.5"), true],
    ["percent_up", "5", prices("2700"), false],
    ["percent_down", "5", prices("2707.5001"), false],
    ["percent_down", "5", prices("2707.5"), true],
    ["percent_down", "5", prices("3000"), false],
    // A third of a percent, where a rounded percentage would be wrong.
    ["percent_up", "0.33", prices("301", "300"), true],
    ["percent_up", "0.34", prices("301", "300"), false],
    ["percent_up", "5", prices("100", "0"), false],
  ])("%s %s", (kind, value, now, reached) => {
    expect(isReached(level(kind, value), now)).toBe(reached);
  });
});

describe("how a level is shown", () => {
  it.each([
    [level("price_at_or_above", "2900"), "jpy", "2900"],
    [level("price_at_or_below", "189.5"), "usd", "189.50"],
    [level("percent_up", "5"), "jpy", "5.00"],
    [level("percent_down", "0.25"), "usd", "0.25"],
  ] as const)("%o in %s: %s", (one, market, shown) => {
    expect(showLevel(one, market)).toBe(shown);
  });

  it("with the day's change in percent", () => {
    expect(changeInPercent(prices("2792.7"))).toBe("-2.01");
    expect(changeInPercent(prices("2850", "0"))).toBe("0.00");
  });
});
