import { describe, expect, it } from "vitest";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { findInstruments } from "./search.ts";

const classOfShares = (code: string) => ({
  ...demoCompanies().find((one) => one.code === "AAPL")!,
  code,
});
const companies = [...demoCompanies(), ...["BRK.B", "BF.B", "HEI", "HEI.A"].map(classOfShares)];
const codes = (text: string, max = 50) =>
  findInstruments(companies, text, max).map(({ code }) => code);

describe("finding a stock", () => {
  it.each([
    ["its code", "7203", "7203"],
    ["its code in full width", "７２０３", "7203"],
    ["the beginning of its code", "6005", "600519"],
    ["its ticker in any case", "aapl", "AAPL"],
    ["kanji", "任天堂", "7974"],
    ["the beginning of its kanji", "三菱商", "8058"],
    ["the middle of its kanji", "自動車", "7203"],
    ["katakana", "ニンテンドウ", "7974"],
    ["hiragana", "にんてんどう", "7974"],
    ["hiragana with a long mark", "にんてんどー", "7974"],
    ["half-width katakana", "ﾄﾖﾀ", "7203"],
    ["a name of kanji and kana", "トヨタ自動車", "7203"],
    ["small kana where the company writes large ones", "きゃのん", "7751"],
    ["the middle of its reading", "じどうしゃ", "7203"],
    ["full-width Latin", "ＫＤＤＩ", "9433"],
    ["Chinese characters", "贵州茅台", "600519"],
    ["the Chinese name of a Japanese company", "丰田", "7203"],
    ["the Chinese name of an American company", "苹果", "AAPL"],
    ["full pinyin", "guizhoumaotai", "600519"],
    ["pinyin with blanks", "gui zhou mao tai", "600519"],
    ["pinyin from its second word", "maotai", "600519"],
    ["pinyin initials", "gzmt", "600519"],
    ["the pinyin of a foreign company", "fengtian", "7203"],
    ["English", "Toyota Motor", "7203"],
    ["English in lower case", "toyota", "7203"],
    ["the second word of its English name", "motor", "7203"],
    ["English without its blank", "toyotamotor", "7203"],
    ["blanks around the text", "  sony  ", "6758"],
  ])("works with %s", (_what, text, code) => {
    expect(codes(text)).toContain(code);
  });

  it.each([
    ["", []],
    ["   ", []],
    ["ー", []],
    ["・", []],
    ["no such company", []],
    ["' OR 1=1 --", []],
  ])("finds nothing for %j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it.each([
    [
      ["7203.T", "7203.JP", "TYO:7203", "TSE:7203", "jp.7203", "7203 JP Equity", "７２０３．Ｔ"],
      "7203",
    ],
    [["JP7203", "TYO: 7203", "TYO/7203", "7203-JP", "7203_JP", "７２０３．ｊｐ", "72030"], "7203"],
    [["600519.SH", "600519.SS", "600519.XSHG", "SH600519", "sh.600519", "SHA:600519"], "600519"],
    [
      ["600519SH", "600519-SH", "600519.SHG", "1.600519", "600519 CG", "ＳＨ６００５１９"],
      "600519",
    ],
    [["SZ000333", "000333.SZ", "SHE:000333", "000333.XSHE", "000333 CH Equity"], "000333"],
    [["000333sz", "0.000333", "000333 CS", "cn_000333", "SZ-000333"], "000333"],
    [["AAPL.US", "NASDAQ:AAPL", "aapl us", "AAPL.O", "US.AAPL", "gb_aapl", "XNAS:AAPL"], "AAPL"],
    [["usAAPL", "NASDAQ: AAPL", "NasdaqGS:AAPL", "105.AAPL", "AAPL-US", "ＡＡＰＬ．ＵＳ"], "AAPL"],
    [["BRK.B", "BRK-B", "BRK/B", "BRK.B.US", "NYSE:BRK.B", "BRK-B.US", "BRK/B US"], "BRK.B"],
    [["brk b", "BRKb.N", "usBRK.B", "106.BRK_B", "gb_brk$b", "BRK/B UN Equity"], "BRK.B"],
    [["BF.B", "bf-b", "BF/B", "BFb.N", "NYSE: BF.B", "ＢＦ．Ｂ"], "BF.B"],
    [["HEI.A", "HEI-A", "HEI/A", "HEI.A.US", "NYSE:HEI.A"], "HEI.A"],
  ])("finds one stock alone for %j", (tickers, code) => {
    for (const ticker of tickers) expect([ticker, codes(ticker)]).toEqual([ticker, [code]]);
  });

  it("finds no stock of another exchange", () => {
    // Shanghai's index has the number of a bank in Shenzhen.
    for (const ticker of ["000001.SH", "SH000001", "000333.SS", "7203.US"]) {
      expect([ticker, codes(ticker)]).toEqual([ticker, []]);
    }
  });

  it("puts the exact code before codes and names that only begin with it", () => {
    expect(codes("v")[0]).toBe("V");
    expect(codes("9432")[0]).toBe("9432");
  });

  it("puts names that begin with the text before those with such a word, and these before the rest", () => {
    const order = (text: string) => {
      const instrument = (code: string, us: string) => ({
        ...companies[0]!,
        code,
        names: { jp: us, cn: us, us },
        searchTerms: [],
      });
      const some = [
        instrument("X3", "Grandmotors"),
        instrument("X2", "Grand Motor"),
        instrument("X1", "Motorola"),
        instrument("MOTOR", "Something"),
        instrument("X0", "Motor"),
      ];
      return findInstruments(some, text, 50).map(({ code }) => code);
    };
    expect(order("motor")).toEqual(["MOTOR", "X0", "X1", "X2", "X3"]);
  });

  it("finds stocks of all markets at once and at most as many as asked for", () => {
    expect(codes("s", 5)).toHaveLength(5);
    const markets = new Set(findInstruments(companies, "s", 50).map(({ market }) => market));
    expect([...markets].sort()).toEqual(["cny", "jpy", "usd"]);
  });

  it("does not find every name that has a single letter somewhere in it", () => {
    for (const { names, code, searchTerms } of findInstruments(companies, "q", 50)) {
      const spellings = [names.us, names.jp, names.cn, code, ...searchTerms].join(" ");
      expect(spellings.toLowerCase()).toMatch(/(?:^|[^a-z])q|\p{Script=Han}/u);
    }
  });
});
