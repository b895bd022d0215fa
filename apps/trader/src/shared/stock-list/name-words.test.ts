import { describe, expect, it } from "vitest";
import { linesOf, nameWords } from "./name-words.ts";

describe("the words of a stock's name", () => {
  it.each([
    ["Mitsubishi UFJ Financial Group", ["Mitsubishi ", "UFJ ", "Financial ", "Group"]],
    ["三菱UFJフィナンシャル・グループ", ["三菱", "UFJ", "フィナンシャル・", "グループ"]],
    ["ソフトバンクグループ", ["ソフトバンク", "グループ"]],
    ["セブン&アイ・ホールディングス", ["セブン", "&", "アイ・", "ホールディングス"]],
    ["東京エレクトロン", ["東京", "エレクトロン"]],
    ["ゆうちょ銀行", ["ゆうちょ", "銀行"]],
    ["日立製作所", ["日立製作所"]],
    ["みずほフィナンシャルグループ", ["みずほ", "フィナンシャル", "グループ"]],
    ["招商银行", ["招商银行"]],
    ["AT&T", ["AT&T"]],
    ["McDonald’s", ["McDonald’s"]],
    ["", []],
  ])("of %s", (name, words) => {
    expect(nameWords(name)).toEqual(words);
    expect(nameWords(name).join("")).toBe(name);
  });
});

describe("the lines of a bold name", () => {
  it.each([
    ["Communication services", 20, 1],
    ["Communication services", 12, 2],
    ["Communication services", 8, Infinity],
    ["三菱UFJフィナンシャル・グループ", 8, 3],
    ["三菱UFJフィナンシャル・グループ", 7, Infinity],
    ["任天堂", 3, 1],
  ])("%s in a room of %d letters", (name, roomEm, lines) => {
    expect(linesOf(name, roomEm)).toBe(lines);
  });
});
