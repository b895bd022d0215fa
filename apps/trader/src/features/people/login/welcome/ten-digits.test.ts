import { describe, expect, it } from "vitest";
import { countryCodes, exampleOf, tenDigitsOf, type CountryCode } from "./ten-digits.ts";

const cases: [typed: string, country: CountryCode, account: string | null, way: string | null][] = [
  // Ten digits are taken as they are, whatever they begin with.
  ["9012345678", "JP", null, null],
  ["0312345678", "JP", null, null],
  ["0912345678", "TW", null, null],
  // Japan: eleven with the first 0, at home and from abroad.
  ["09012345678", "JP", "9012345678", "without_zero"],
  ["+819012345678", "JP", "9012345678", "without_dial"],
  ["+8109012345678", "JP", "9012345678", "without_dial"],
  ["00819012345678", "US", "9012345678", "without_dial"],
  ["01012345678", "KR", "1012345678", "without_zero"],
  ["01112345678", "MY", "1112345678", "without_zero"],
  ["12125550123", "US", "2125550123", "without_dial"],
  ["13812345678", "CN", "3812345678", "without_the_1"],
  ["+8613812345678", "JP", "3812345678", "without_the_1"],
  ["912345678", "TW", "0912345678", "with_zero"],
  ["+66812345678", "TH", "0812345678", "with_zero"],
  ["91234567", "HK", "5291234567", "with_digits"],
  ["+85291234567", "HK", "5291234567", "with_digits"],
  ["81234567", "SG", "6581234567", "with_digits"],
  ["4915123456789", "other", "5123456789", "last_ten"],
  ["+4915123456789", "JP", "5123456789", "last_ten"],
  // Not complete yet.
  ["0901234", "JP", null, null],
  ["", "JP", null, null],
  ["091234567", "TW", null, null],
  ["09012345", "JP", null, null],
  ["91234567", "JP", null, null],
  // At a sign-in nobody has chosen a country: eleven digits say enough.
  ["09012345678", "US", "9012345678", "without_zero"],
  ["13812345678", "JP", "3812345678", "without_dial"],
];

describe("a number that is not ten digits long", () => {
  it.each(cases)("%s in %s comes to %s", (typed, country, account, way) => {
    const found = tenDigitsOf(typed, country);
    expect([found?.account ?? null, found?.way ?? null]).toEqual([account, way]);
  });

  it.each(countryCodes)("of %s has an example that comes to ten digits", (country) => {
    const example = exampleOf(country);
    if (country === "other") return expect(example).toBeNull();
    const digits = example?.ten?.account ?? example?.typed.replaceAll("-", "") ?? "";
    expect(digits).toMatch(/^\d{10}$/);
    return undefined;
  });

  it("comes to the same ten digits at home and from abroad", () => {
    for (const [home, abroad, country] of [
      ["09012345678", "+819012345678", "JP"],
      ["13812345678", "+8613812345678", "CN"],
      ["01012345678", "+821012345678", "KR"],
      ["91234567", "+85291234567", "HK"],
    ] as const) {
      expect(tenDigitsOf(home, country)?.account).toBe(tenDigitsOf(abroad, country)?.account);
    }
  });
});
