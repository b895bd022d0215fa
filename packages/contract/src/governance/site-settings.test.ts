import { describe, expect, it } from "vitest";
import {
  isSettingValue,
  isTightening,
  parseAmounts,
  parseHours,
  siteSettingNames,
  siteSettings,
  type SiteSettingName,
} from "./site-settings.ts";

describe("the site's settings", () => {
  it("all begin with a value that they can have", () => {
    const wrong = siteSettingNames.filter((name) => !isSettingValue(name, siteSettings[name].text));
    expect(wrong).toEqual([]);
  });

  it.each<[SiteSettingName, string]>([
    ["title", ""],
    ["title", "x".repeat(501)],
    ["kefu", "javascript:alert(1)"],
    ["kefu", "help"],
    ["menu", "seven"],
    ["withdrawal_hours", "15:30-09:00"],
    ["withdrawal_hours", "9:00-15:30"],
    ["withdrawal_hours", "09:00-24:30"],
    ["withdrawal_hours", "09:00-09:00"],
    ["withdrawal_days", "sometimes"],
    ["withdrawal_requires_no_positions", "yes"],
    ["withdrawal_arrival_minutes", "0"],
    ["withdrawal_arrival_minutes", "1e3"],
    ["withdrawal_arrival_minutes", "-5"],
    ["withdrawal_minimum", "JPY:10000"],
    ["withdrawal_minimum", siteSettings.withdrawal_minimum.text.replace("70", "0")],
    ["withdrawal_minimum", siteSettings.withdrawal_minimum.text.replace("10000,", "1.5,")],
    ["withdrawal_minimum", `${siteSettings.withdrawal_minimum.text},JPY:5`],
    ["withdrawal_minimum", `${siteSettings.withdrawal_minimum.text},EUR:5`],
  ])("%s is never %j", (name, text) => {
    expect(isSettingValue(name, text)).toBe(false);
  });

  it.each<[SiteSettingName, string, string, boolean]>([
    ["title", "A", "B", false],
    ["withdrawal_hours", "09:00-15:30", "09:00-15:00", true],
    ["withdrawal_hours", "09:00-15:30", "10:00-17:00", true],
    ["withdrawal_hours", "09:00-15:30", "08:00-17:00", false],
    ["withdrawal_days", "every", "weekdays", true],
    ["withdrawal_days", "weekdays", "business", true],
    ["withdrawal_days", "business", "every", false],
    ["withdrawal_requires_no_positions", "off", "on", true],
    ["withdrawal_requires_no_positions", "on", "off", false],
    ["health_insurance_card_accepted", "on", "off", true],
    ["withdrawal_arrival_minutes", "120", "121", true],
    ["withdrawal_arrival_minutes", "120", "90", false],
    ["withdrawals_under_review_max", "20", "9", true],
    ["bank_card_cooling_off_hours", "0", "24", true],
    // One currency is enough, whatever the others gain.
    [
      "withdrawal_minimum",
      siteSettings.withdrawal_minimum.text,
      siteSettings.withdrawal_minimum.text
        .replace("JPY:10000", "JPY:1")
        .replace("USD:70", "USD:71"),
      true,
    ],
    [
      "deposit_maximum",
      siteSettings.deposit_maximum.text,
      siteSettings.deposit_maximum.text.replace("USD:500000", "USD:499999"),
      true,
    ],
    ["kefu", "", "https://help.example/", true],
    ["kefu", "https://help.example/", "", true],
    ["kefu", "", "", false],
  ])("%s from %s to %s tightens: %s", (name, before, after, expected) => {
    expect(isTightening(name, before, after)).toBe(expected);
  });

  it("take a customer-service link of any usual kind", () => {
    for (const link of [
      "",
      "https://help.example/",
      "mailto:help@example.com",
      "tel:+81312345678",
    ]) {
      expect(isSettingValue("kefu", link)).toBe(true);
    }
  });

  it("read hours to the day's end and amounts in the minor unit", () => {
    expect(parseHours("00:00-24:00")).toEqual({ from: "00:00", to: "24:00" });
    expect(parseAmounts(siteSettings.withdrawal_minimum.text)).toMatchObject({
      JPY: 10_000n,
      USD: 7_000n,
    });
  });
});
