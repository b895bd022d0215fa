import { describe, expect, it } from "vitest";
import { nameKey, nameQuery } from "./romanised.ts";

const people = {
  yamada: nameKey({ name: "山田 太郎", nameKana: "ヤマダ タロウ" }),
  hattori: nameKey({ name: "服部 結衣", nameKana: "ハットリ ユイ" }),
  zhang: nameKey({ name: "张伟", nameKana: null }),
  muller: nameKey({ name: "Anna Müller", nameKana: null }),
  ford: nameKey({ name: "フォード ティム", nameKana: "フォード ティム" }),
};

describe("a name is found", () => {
  it.each([
    ["as it is written", "山田", "yamada"],
    ["without the blank between its parts", "山田太郎", "yamada"],
    ["in katakana", "ヤマダ", "yamada"],
    ["in half-width katakana", "ﾔﾏﾀﾞ ﾀﾛｳ", "yamada"],
    ["in hiragana", "やまだ", "yamada"],
    ["in Latin letters, the family name first", "Yamada Taro", "yamada"],
    ["in Latin letters, the family name last", "TARO YAMADA", "yamada"],
    ["with its long vowels written out", "Tarou", "yamada"],
    ["with small kana that banks write large", "ハツトリ", "hattori"],
    ["by doubled consonants", "hattori", "hattori"],
    ["as pinyin", "zhang wei", "zhang"],
    ["as pinyin, the family name last", "Wei Zhang", "zhang"],
    ["in characters", "张", "zhang"],
    ["without its marks", "muller", "muller"],
    ["by its first name", "anna", "muller"],
    ["from abroad, as most people write it", "Fodo", "ford"],
    ["from abroad, as passports write it", "Fuodo", "ford"],
  ] as const)("%s", (_how, typed, who) => {
    const query = nameQuery(typed);
    expect(query).not.toBeNull();
    const found = Object.entries(people).flatMap(([name, key]) =>
      key.includes(query ?? "") ? [name] : [],
    );
    expect(found).toEqual([who]);
  });

  it.each(["", "a", "%", "_%", "1234567890", "a'; DROP TABLE customer", "山%"])(
    "by nothing that is no name: “%s”",
    (typed) => expect(nameQuery(typed)).toBeNull(),
  );
});
