import { expect, it } from "vitest";
import { toKatakana } from "./katakana.ts";

it.each([
  ["やまだ たろう", "ヤマダ タロウ"],
  ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"],
  ["ヤマダ　タロウ", "ヤマダ タロウ"],
  ["Yamada", "Yamada"],
])("writes %s as %s", (typed, katakana) => {
  expect(toKatakana(typed)).toBe(katakana);
});
