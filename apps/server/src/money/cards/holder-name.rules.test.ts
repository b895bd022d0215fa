import { describe, expect, it } from "vitest";
import { readHolderName } from "./holder-name.rules.ts";

const read = (typed: string) => {
  const found = readHolderName(typed);
  return found.ok ? found.name : { code: found.code, ...found.params };
};

describe("a holder's name", () => {
  it.each([
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"],
    ["やまだ　たろう", "ヤマダ タロウ"],
    ["  ヤマダ　　タロウ ", "ヤマダ タロウ"],
    // A long vowel, as passbooks, bank pages and phones write it.
    ["サト－ ハナコ", "サトー ハナコ"],
    ["サト- ハナコ", "サトー ハナコ"],
    ["ｻﾄｰ ﾊﾅｺ", "サトー ハナコ"],
    ["サト― ハナコ", "サトー ハナコ"],
    ["サト− ハナコ", "サトー ハナコ"],
    // Marks that a Mac or a spreadsheet took apart.
    ["ヤマタ\u3099 タロウ", "ヤマダ タロウ"],
    ["ヤマタ゛ タロウ", "ヤマダ タロウ"],
    ["ハ\u309aク タロウ", "パク タロウ"],
    // Copied from a page that may break its lines there.
    ["ヤマダ\u200b\u2060 タロウ\ufeff", "ヤマダ タロウ"],
    // Banks write no small letters.
    ["キョウコ スズキ", "キヨウコ スズキ"],
    ["ヵヶ ヮヰヱ", "カケ ワイエ"],
    ["ジョン・スミス", "ジヨン スミス"],
    ["ヴィクトル", "ヴイクトル"],
    // Companies.
    ["カ）サンシ", "カ)サンシ"],
    ["（カ）サンシ", "カ)サンシ"],
    ["ｶ) ｻﾝｼ", "カ)サンシ"],
    ["サンシ（カ）", "サンシ(カ"],
    ["サンシ (カ", "サンシ(カ"],
    ["サンシ（カ）エイ", "サンシ(カ)エイ"],
    ["ｎｔｔデータ（カ", "NTTデータ(カ"],
    ["カ）Ａ．Ｂ－Ｃ　２１", "カ)A.B-C 21"],
  ])("%j is read as %j", (typed, name) => {
    expect(read(typed)).toBe(name);
    expect(read(name)).toBe(name);
  });

  it.each([
    ["山田 太郎", { code: "holder_has_characters", letters: "山田", at: "1" }],
    ["ヤマダ 太郎", { code: "holder_has_characters", letters: "太郎", at: "5" }],
    ["ｻﾄｳﾀﾞ 一", { code: "holder_has_characters", letters: "一", at: "6" }],
    ["サト一 ハナコ", { code: "holder_has_characters", letters: "一", at: "3" }],
    ["㈱サンシ", { code: "holder_letter_not_allowed", letter: "㈱", at: "1" }],
    ["ヤマダ;タロウ", { code: "holder_letter_not_allowed", letter: ";", at: "4" }],
    ["ヤマダ\u202e", { code: "holder_letter_not_allowed", letter: "\u202e", at: "4" }],
    ["ア゛キ", { code: "holder_letter_not_allowed", letter: "ア゛", at: "1" }],
    ["-ヤマダ", { code: "holder_letter_not_allowed", letter: "-", at: "1" }],
    ["YAMADA TARO", { code: "holder_not_katakana" }],
    ["123", { code: "holder_not_katakana" }],
    ["", { code: "holder_not_katakana" }],
  ])("%j is refused with what is wrong and where: %j", (typed, wrong) =>
    expect(read(typed)).toEqual(wrong),
  );
});
