import { describe, expect, it } from "vitest";
import { isKatakana, katakanaKey, latinNameKey, toKatakana } from "./kana.ts";

describe("a name in katakana", () => {
  it.each([
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"],
    ["ﾎﾟﾙﾄｶﾞﾙ", "ポルトガル"],
    ["やまだ　たろう", "ヤマダ タロウ"],
    ["  ヤマダ　　タロウ ", "ヤマダ タロウ"],
    ["ｻﾄｰ", "サトー"],
    ["ヴィクトル", "ヴィクトル"],
  ])("%j is written %j", (typed, written) => {
    expect(toKatakana(typed)).toBe(written);
    expect(isKatakana(toKatakana(typed))).toBe(true);
  });

  it.each([
    "山田 太郎",
    "YAMADA TARO",
    "ヤマダ1",
    "",
    " ",
    "ー",
    "ヤマダ;タロウ",
    "ヤマダ\u202e",
    "ヤマダ<b>",
  ])("%j is not one", (typed) => expect(isKatakana(toKatakana(typed))).toBe(false));

  it("is the same with small letters, blanks, dots and long vowels written otherwise", () => {
    expect(katakanaKey("シャルル・ド ゴール")).toBe(katakanaKey("ｼﾔﾙﾙ ﾄﾞｺﾞﾙ"));
    expect(katakanaKey("ヤマダ タロウ")).not.toBe(katakanaKey("ヤマダ ジロウ"));
    expect(katakanaKey("バン")).not.toBe(katakanaKey("ハン"));
  });
});

describe("a name in Latin letters", () => {
  it("is the same in any order, case and accent", () => {
    expect(latinNameKey("José García-López")).toBe(latinNameKey("GARCIA LOPEZ JOSE"));
    expect(latinNameKey("O'Neil, Ann")).toBeNull();
    expect(latinNameKey("O'Neil Ann")).toBe(latinNameKey("ann oneil"));
  });

  it("is not compared with one in another script", () => {
    expect([latinNameKey("王伟"), latinNameKey("ヤマダ"), latinNameKey("")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
