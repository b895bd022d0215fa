import { describe, expect, it } from "vitest";
import { japaneseBanks } from "./japanese-banks.rules.ts";
import { bankOfName, findBanks } from "./banks.rules.ts";
import { checkCard, maskCardNumber, usableFrom, type CardForm } from "./cards.rules.ts";

const form: CardForm = {
  country: "JP",
  holderName: "ﾔﾏﾀﾞ ﾀﾛｳ",
  cardNumber: "１２３-4567",
  bankName: "三菱UFJ銀行",
  bankCode: "",
  branchName: " 丸の内支店 ",
  branchCode: "００１",
  cardType: "ordinary",
};
const check = (more: Partial<CardForm> = {}) => {
  const checked = checkCard({ ...form, ...more });
  return checked.ok ? checked.card : checked.code;
};

describe("an account at a Japanese bank", () => {
  it("is kept as banks write it", () => {
    expect(check()).toEqual({
      country: "JP",
      holderName: "ヤマダ タロウ",
      cardNumber: "1234567",
      bankName: "三菱UFJ銀行",
      bankCode: "0005",
      branchName: "丸の内支店",
      branchCode: "001",
      cardType: "ordinary",
    });
  });

  it.each<[string, Partial<CardForm>]>([
    ["holder_not_katakana", { holderName: "山田 太郎" }],
    ["holder_not_katakana", { holderName: "YAMADA TARO" }],
    ["bank_not_found", { bankName: "どこにもない銀行" }],
    ["bank_not_found", { bankName: "どこかの銀行", bankCode: "12" }],
    ["branch_code_not_three_digits", { branchCode: "12" }],
    ["branch_code_not_three_digits", { branchCode: "abc" }],
    ["card_number_not_seven_digits", { cardNumber: "123456" }],
    ["card_number_not_seven_digits", { cardNumber: "12345678" }],
    ["card_number_not_seven_digits", { cardNumber: "<b>1234" }],
    ["card_type_not_offered", { cardType: "checking" }],
  ])("is refused with %s: %j", (code, more) => expect(check(more)).toBe(code));

  it("may be at a bank that the list does not have, by its code", () => {
    expect(check({ bankName: "町の信用金庫", bankCode: "1234" })).toMatchObject({
      bankName: "町の信用金庫",
      bankCode: "1234",
    });
    expect(check({ bankName: "whatever", bankCode: "0009" })).toMatchObject({
      bankName: "三井住友銀行",
      bankCode: "0009",
    });
  });
});

describe("an account elsewhere", () => {
  const abroad = {
    country: "US",
    holderName: "Ann O'Neil",
    bankName: "First Bank",
    cardType: "checking",
  } as const;
  it("is entered freely", () => {
    expect(
      check({ ...abroad, cardNumber: "DE89 3704 0044 0532 0130 00", branchCode: "021000021" }),
    ).toMatchObject({
      holderName: "Ann O'Neil",
      cardNumber: "DE89370400440532013000",
      bankCode: null,
      branchCode: "021000021",
    });
  });

  it.each<[string, Partial<CardForm>]>([
    ["holder_not_a_name", { holderName: "1234" }],
    ["name_scripts_mixed", { holderName: "Маria Silva" }],
    ["card_number_malformed", { cardNumber: "123" }],
    ["card_number_malformed", { cardNumber: "1".repeat(35) }],
    ["card_type_not_offered", { cardType: "ordinary" }],
  ])("is refused with %s: %j", (code, more) => expect(check({ ...abroad, ...more })).toBe(code));
});

describe("the banks", () => {
  it("each have a code of four digits, three names and a reading, once", () => {
    expect(new Set(japaneseBanks.map(({ code }) => code)).size).toBe(japaneseBanks.length);
    for (const { code, names, kana } of japaneseBanks) {
      expect(code).toMatch(/^\d{4}$/);
      expect(Object.values(names).every((name) => name !== "")).toBe(true);
      expect(kana).toMatch(/^[ァ-ヴー]+$/);
    }
  });

  it.each([
    ["0005", "0005"],
    ["ゆうちょ", "9900"],
    ["ﾕｳﾁｮ", "9900"],
    ["japan post", "9900"],
    ["邮储", "9900"],
    ["三菱ｕｆｊ", "0005"],
  ])("are found by %s", (word, code) => {
    expect(findBanks(word).map((bank) => bank.code)).toContain(code);
  });

  it("are all there without a word, and none for nonsense", () => {
    expect(findBanks(" ")).toHaveLength(japaneseBanks.length);
    expect(findBanks("xyzzy")).toEqual([]);
  });

  it.each([["三菱UFJ銀行"], ["三菱UFJ"], ["MUFG Bank"], ["三菱日联银行"]])(
    "have %s as a whole name",
    (name) => {
      expect(bankOfName(name)?.code).toBe("0005");
    },
  );
});

describe("a card", () => {
  it("is shown by its last digits", () => {
    expect(maskCardNumber("1234567")).toBe("****567");
    expect(maskCardNumber("1234")).toBe("**34");
  });

  it("cools off for as long as the site says", () => {
    const now = Date.parse("2026-11-20T00:00:00Z");
    expect(usableFrom(now, 0, now)).toBeNull();
    expect(usableFrom(now, 24, now)).toBe(now + 86_400_000);
    expect(usableFrom(now, 24, now + 86_400_000)).toBeNull();
  });
});
