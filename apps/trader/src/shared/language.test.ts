import { describe, expect, test } from "vitest";
import { decideLanguage, defaultRise } from "./language.ts";

describe("the language", () => {
  test.each([
    ["the stored choice counts first", "us", ["ja-JP"], "cn", "us"],
    ["then what the browser asks for: Japanese", "", ["ja"], undefined, "jp"],
    ["Chinese", "", ["zh-TW", "en"], undefined, "cn"],
    ["English", "", ["en-GB"], undefined, "us"],
    ["the first that we speak", "", ["fr-FR", "zh-CN", "en"], undefined, "cn"],
    ["then the site's default", "", ["fr-FR"], "us", "us"],
    ["then Japanese", "", ["fr-FR"], undefined, "jp"],
    ["a choice that we do not know is none", "xx", [], "cn", "cn"],
    ["a default that we do not know is none", "", [], "xx", "jp"],
  ] as const)("%s", (_, stored, browser, site, expected) => {
    expect(decideLanguage(stored, browser, site)).toBe(expected);
  });

  test("red rises in Japanese and Chinese, green in English", () => {
    expect(["jp", "cn", "us"].map((one) => defaultRise(one as "jp" | "cn" | "us"))).toEqual([
      "red",
      "red",
      "green",
    ]);
  });
});
