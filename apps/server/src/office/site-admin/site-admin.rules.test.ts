import { siteSettingNames, siteSettings, type SiteSettingName } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { objectToSetting, type Settings } from "./site-admin.rules.ts";

const standard = Object.fromEntries(
  siteSettingNames.map((name) => [name, siteSettings[name].text]),
) as Settings;

describe("a setting's new value", () => {
  it.each<[string, SiteSettingName, string, string | null]>([
    ["another title", "title", "Broker", null],
    ["the title as it is", "title", standard.title, "setting_unchanged"],
    ["no title", "title", "", "setting_invalid"],
    ["a title that goes on and on", "title", "x".repeat(61), "setting_invalid"],
    ["blanks around", "title", " Broker", "setting_invalid"],
    ["a picture of the site", "logo", "/brand/logo.png", null],
    ["a picture elsewhere", "logo", "https://cdn.example/logo.svg", null],
    ["a picture by an open connection", "logo", "http://cdn.example/logo.svg", "setting_invalid"],
    ["a script as a picture", "logo", "javascript:alert(1)", "setting_invalid"],
    ["a script as the service link", "kefu", "javascript:alert(1)", "setting_invalid"],
    ["a service link", "kefu", "https://help.example/", null],
    ["another menu", "menu", "six", null],
    ["a menu that is none", "menu", "seven", "setting_invalid"],
    ["hours that end before they begin", "withdrawal_hours", "15:00-09:00", "setting_invalid"],
    ["above its bound", "withdrawals_under_review_max", "1001", "setting_invalid"],
    [
      "a minimum above the maximum",
      "withdrawal_minimum",
      standard.withdrawal_maximum.replace("JPY:100000000", "JPY:100000001"),
      "setting_invalid",
    ],
    [
      "a maximum below the minimum",
      "deposit_maximum",
      standard.deposit_maximum.replace("USD:500000", "USD:0.5"),
      "setting_invalid",
    ],
  ])("%s", (_what, name, value, expected) => {
    expect(objectToSetting(name, value, standard)).toBe(expected);
  });

  it("may be what it is already for each setting, so that all standards are sound", () => {
    for (const name of siteSettingNames) {
      expect(objectToSetting(name, standard[name], standard)).toBe("setting_unchanged");
    }
  });
});
