import { describe, expect, it } from "vitest";
import { isSameName } from "./same-name.ts";

describe("holder and verified name", () => {
  it.each<[string, string, string | null, boolean | null]>([
    ["ヤマダ タロウ", "山田 太郎", "ヤマダ タロウ", true],
    ["タロウ ヤマダ", "山田 太郎", "ヤマダ タロウ", true],
    ["ヤマダタロウ", "山田 太郎", "ヤマダ タロウ", true],
    ["ヤマダ ジロウ", "山田 太郎", "ヤマダ タロウ", false],
    ["ヤマダ タロウ", "山田 太郎", null, null],
    ["シヤルル ゴル", "Charles", "シャルル ゴール", true],
    ["ヤマダ タロウ", "やまだ たろう", null, true],
    ["ヤマダ タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ", null, true],
  ])("in kana: %s and %s (%s): %s", (holder, name, nameKana, same) => {
    expect(isSameName(holder, { name, nameKana })).toBe(same);
  });

  it.each<[string, string, boolean | null]>([
    // Hepburn, a passport's, a macron, Kunrei; the family name first or last, with and without a blank.
    ["ヤマダ タロウ", "YAMADA TARO", true],
    ["ヤマダ タロウ", "Taro Yamada", true],
    ["ヤマダ タロウ", "Tarō Yamada", true],
    ["ヤマダ タロウ", "TAROU YAMADA", true],
    ["ヤマダタロウ", "Taro Yamada", true],
    ["サトウ シンイチ", "SATOH SHINICHI", true],
    ["サトウ シンイチ", "SATO SHIN'ICHI", true],
    ["ツチダ シズカ", "TUTIDA SIZUKA", true],
    ["フジモト ジュン", "HUZIMOTO ZYUN", true],
    ["オオノ ユウコ", "ONO YUKO", true],
    ["オオノ ユウコ", "Ohno Yuuko", true],
    ["ナンバ シンペイ", "NAMBA SHIMPEI", true],
    // As banks write it: no small letters.
    ["キヨウコ シヨウジ", "SHOJI KYOKO", true],
    ["ホツタ マサル", "HOTTA MASARU", true],
    // Names from abroad as most people and as passports write them, and with the large kana of banks.
    ["ファン ティナ", "FAN TINA", true],
    ["ファン ティナ", "FUAN TEINA", true],
    ["フアン トモコ", "Tomoko Fan", true],
    ["フィリップ トゥアン", "FUIRIPPU TOUAN", true],
    ["ウイリアム フォード", "Wiriamu Fodo", true],
    ["デュボワ ヴェラ", "DYUBOWA VERA", true],
    ["ファン ケン", "FURAN KEN", null],
    ["スズキ ジロウ", "TARO YAMADA", false],
    // One of a family, and names that only look Japanese: somebody has to look.
    ["ヤマダ ジロウ", "TARO YAMADA", null],
    ["アンナ ローズ", "Anna Rose", null],
    ["スズキ ジロウ", "YAMADA", null],
    ["シャルル ゴール", "Charles Gaulle", null],
    ["ワン ウェイ", "王伟", null],
  ])("in kana and Latin letters: %s and %s: %s", (holder, name, same) => {
    expect(isSameName(holder, { name, nameKana: null })).toBe(same);
  });

  it.each<[string, string, string | null, boolean | null]>([
    ["ANN ONEIL", "Ann O'Neil", null, true],
    ["O'Neil Ann", "Ann O'Neil", null, true],
    ["Ann Other", "Ann O'Neil", null, false],
    // Two spellings of one Japanese name, where a reading says that it is one, or of two people's.
    ["Taroh Yamada", "YAMADA TARO", "ヤマダ タロウ", true],
    ["Taroh Yamada", "YAMADA TARO", null, null],
    ["Hu Hua", "Fu Hua", null, null],
    ["Shi Li", "Si Li", null, null],
    ["Rei Su", "Lei Su", null, null],
    ["Rei Su", "Lei Su", "レイ スー", null],
    ["China Shi", "Tina Shi", null, null],
    ["John Hover", "John Hoover", null, null],
    ["John Smith", "John Allan Smith", null, null],
    ["John Smith", "John Allan Smyth", null, false],
    ["John John Smith", "John Allan Smith", null, false],
    ["Taro Yamada", "山田 太郎", "ヤマダ タロウ", true],
    ["Hanako Suzuki", "山田 太郎", "ヤマダ タロウ", false],
    ["Wang Wei", "王伟", null, true],
    ["Wei Wang", "王伟", null, true],
    ["WANG XIAOMING", "王小明", null, true],
    ["Xiaoming Wang", "王小明", null, true],
    ["LYU BING", "吕冰", null, true],
    ["Shan Wei", "单伟", null, true],
    ["Zeng Li", "曾丽", null, true],
    ["Wong Wai", "王伟", null, null],
    ["Li Wei", "王伟", null, null],
    ["王伟", "王 伟", null, true],
    ["王偉", "王伟", null, null],
    // A Cyrillic name that looks like Latin letters.
    ["Сара", "Capa", null, null],
  ])("in Latin letters and characters: %s and %s (%s): %s", (holder, name, nameKana, same) => {
    expect(isSameName(holder, { name, nameKana })).toBe(same);
  });
});
