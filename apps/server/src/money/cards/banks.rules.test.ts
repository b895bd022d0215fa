import { describe, expect, it } from "vitest";
import { listedBanks } from "./bank-list.ts";
import {
  bankListedOn,
  bankOfCode,
  bankOfName,
  branchOfCode,
  findBanks,
  findBranches,
} from "./banks.ts";
import { formerBanks } from "./former-banks.rules.ts";

describe("the banks", () => {
  it("are those of the list of a day, under their names of today", () => {
    expect(bankListedOn).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    expect(bankOfCode("0038")?.names).toEqual({
      jp: "ドコモSMTBネット銀行",
      cn: "DOCOMO SMTB网络银行",
      us: "DOCOMO SMTB Net Bank",
    });
    expect(bankOfCode("1310")?.names.jp).toMatch(/信用金庫$/);
    expect(bankOfCode("9999")).toBeUndefined();
  });

  it.each([
    ["0005", "0005"],
    ["００３５", "0035"],
    ["ゆうちょ", "9900"],
    ["ﾕｳﾁｮ", "9900"],
    ["japan post", "9900"],
    ["邮储", "9900"],
    ["三菱ｕｆｊ", "0005"],
    // Long vowels, as the list, a phone and a passbook write them.
    ["ソニー銀行", "0035"],
    ["ｿﾆ-", "0035"],
    ["ｿﾆｰ", "0035"],
    ["そにー", "0035"],
    ["ソニ－ギンコウ", "0035"],
    ["Sony", "0035"],
    // Small letters, and a voiced mark by itself.
    ["ジョウヨウ", "0130"],
    ["ｼﾞﾖｳﾖｳ", "0130"],
    ["シ゛ヨウヨウ", "0130"],
    ["じょうよう", "0130"],
    // Latin letters, as passports and as the list spell them.
    ["joyo", "0130"],
    ["jouyou bank", "0130"],
    ["hokkaido", "0116"],
    ["Hokkaidō", "0116"],
    ["chiba ginko", "0134"],
    ["北国銀行", "0146"],
    ["京都中央信用金庫", "1611"],
    // Names and codes of then.
    ["住信SBI", "0038"],
    ["みちのく", "0117"],
    ["0544", "0542"],
    ["らくてん銀行", "0036"],
    ["ｿﾆｰ銀行", "0035"],
    ["JAなんと", "5927"],
    // As people and as laws call them.
    ["城南信金", "1344"],
    ["大東京信組", "2248"],
    ["東北労金", "2954"],
    ["農林中央金庫", "3000"],
    ["商工組合中央金庫", "2004"],
    ["みずほ\u200b", "0001"],
  ])("are found by %s", (word, code) => {
    expect(findBanks(word).map((bank) => bank.code)).toContain(code);
  });

  it.each([
    ["みずほ", "0001"],
    ["ソニー", "0035"],
    ["chiba", "0134"],
    ["ゆうちょ銀行", "9900"],
    ["JA横浜", "5114"],
  ])("have the nearest to %s first", (word, code) => expect(findBanks(word)[0]?.code).toBe(code));

  it("are never sent whole, and none is found by nonsense", () => {
    expect(findBanks(" ")).toHaveLength(20);
    expect(findBanks("農協")).toHaveLength(20);
    expect(findBranches("0005", "")).toHaveLength(20);
    expect(findBanks("xyzzy")).toEqual([]);
    expect(findBanks("銀行")).toHaveLength(20);
  });

  it.each([["三菱UFJ銀行"], ["三菱ＵＦＪ"], ["MUFG Bank"], ["三菱日联银行"]])(
    "have %s as a whole name",
    (name) => expect(bankOfName(name)?.code).toBe("0005"),
  );
});

describe("the branches", () => {
  it.each([
    ["0009", "神保町", "001"],
    ["0009", "じんぼうちょう", "001"],
    ["0009", "ジンボウチヨウ", "001"],
    ["0009", "jimbocho", "001"],
    ["0038", "イチゴ", "101"],
    ["0034", "マーガレット", "101"],
    ["0034", "まがれつと", "101"],
    ["9900", "018", "018"],
    ["9900", "〇一八", "018"],
  ])("of %s are found by %s", (bank, word, code) => {
    expect(findBranches(bank, word).map((branch) => branch.code)).toContain(code);
  });

  it("are the same by their code as in the list, the first and the last too", () => {
    const branches = listedBanks().get("0005")?.branches() ?? [];
    expect(branches.length).toBeGreaterThan(100);
    for (const { code, name } of branches) {
      expect(branchOfCode("0005", code)).toMatchObject({ code, name: name.normalize("NFKC") });
    }
  });

  it("of no bank are none", () => {
    expect(findBranches("9999", "")).toEqual([]);
    expect(branchOfCode("9999", "001")).toBeUndefined();
    expect(branchOfCode("0005", "000")).toBeUndefined();
    expect(branchOfCode("0005", "001\t本店")).toBeUndefined();
  });
});

describe("a former bank", () => {
  it.each(formerBanks.map((former) => [former.name, former] as const))(
    "%s is what the list has under another name or code",
    (_name, { code, name, today, since }) => {
      const bank = bankOfCode(today);
      expect(bank?.formerly).toContainEqual({ code, name });
      expect(since <= bankListedOn).toBe(true);
      expect(bankOfName(name)).toBeUndefined();
      if (code !== today) expect(bankOfCode(code)).toBeUndefined();
    },
  );
});
