import { describe, expect, it } from "vitest";
import * as banks from "./banks.ts";
import {
  checkCard,
  maskCardNumber,
  troubleOfCard,
  usableFrom,
  type BankList,
  type CardForm,
} from "./cards.rules.ts";

const list: BankList = { ...banks, listedOn: banks.bankListedOn };

const form: CardForm = {
  country: "JP",
  holderName: "ﾔﾏﾀﾞ ﾀﾛｳ",
  cardNumber: "１２３-4567",
  bankName: "三菱UFJ銀行",
  bankCode: "",
  branchName: " 丸の内 ",
  branchCode: "００１",
  cardType: "ordinary",
};
const check = (more: Partial<CardForm> = {}) => {
  const checked = checkCard({ ...form, ...more }, list);
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
      branchName: "本店",
      branchCode: "001",
      cardType: "ordinary",
    });
  });

  it.each<[string, Partial<CardForm>]>([
    ["holder_has_characters", { holderName: "山田 太郎" }],
    ["holder_not_katakana", { holderName: "YAMADA TARO" }],
    ["bank_not_found", { bankName: "どこにもない銀行" }],
    ["bank_not_found", { bankName: "どこかの銀行", bankCode: "9999" }],
    ["bank_not_found", { bankCode: "12" }],
    ["bank_merged", { bankName: "みちのく銀行" }],
    ["bank_merged", { bankCode: "0118" }],
    ["branch_code_not_three_digits", { branchCode: "12" }],
    ["branch_code_not_three_digits", { branchCode: "abc" }],
    ["card_number_not_seven_digits", { cardNumber: "123456" }],
    ["card_number_not_seven_digits", { cardNumber: "12345678" }],
    ["card_number_not_seven_digits", { cardNumber: "<b>1234" }],
    ["branch_not_found", { branchCode: "000" }],
    ["card_type_not_offered", { cardType: "checking" }],
  ])("is refused with %s: %j", (code, more) => expect(check(more)).toBe(code));

  it("is at the bank of its code, by that bank's name of today", () => {
    expect(check({ bankName: "anything", bankCode: "0038", branchCode: "101" })).toMatchObject({
      bankName: "ドコモSMTBネット銀行",
      bankCode: "0038",
      branchName: "イチゴ",
    });
  });

  it("is at a bank that only has another name now", () => {
    const former = { bankName: "住信SBIネット銀行", branchCode: "101" };
    expect(check(former)).toMatchObject({ bankName: "ドコモSMTBネット銀行", bankCode: "0038" });
  });

  it("at a bank that went into another one is refused with where to turn", () => {
    expect(checkCard({ ...form, bankCode: "0544" }, list)).toEqual({
      ok: false,
      code: "bank_merged",
      params: { bank: "中京銀行", today: "あいち銀行", code: "0542" },
    });
  });

  it("says which branch a bank does not have, by the list of which day", () => {
    expect(checkCard({ ...form, branchCode: "000" }, list)).toMatchObject({
      params: { bank: "三菱UFJ銀行", code: "000", date: banks.bankListedOn },
    });
  });
});

describe("an account at Japan Post Bank", () => {
  const post = { bankName: "ゆうちょ銀行" };
  it.each<[Partial<CardForm>, Partial<CardForm>]>([
    // The bank's own examples of 振込用の店名・口座番号 have these forms.
    [
      { branchCode: "10140", cardNumber: "12345671" },
      { branchCode: "018", branchName: "〇一八", cardNumber: "1234567", cardType: "ordinary" },
    ],
    [
      { branchCode: "１２３４０", cardNumber: "1231" },
      { branchCode: "238", branchName: "二三八", cardNumber: "0000123", cardType: "ordinary" },
    ],
    [
      { branchCode: "10140", cardNumber: "12345671", cardType: "savings" },
      { branchCode: "018", cardNumber: "1234567", cardType: "savings" },
    ],
    [
      { branchCode: "00190", cardNumber: "12345" },
      { branchCode: "019", branchName: "〇一九", cardNumber: "0012345", cardType: "current" },
    ],
    [
      { branchCode: "018", cardNumber: "1234567" },
      { branchCode: "018", cardNumber: "1234567", cardType: "ordinary" },
    ],
  ])("of %j is kept as %j", (typed, kept) =>
    expect(check({ ...post, ...typed })).toMatchObject(kept),
  );

  it.each<[string, Partial<CardForm>]>([
    ["post_symbol_malformed", { branchCode: "20140", cardNumber: "12345671" }],
    ["post_symbol_malformed", { branchCode: "1014", cardNumber: "12345671" }],
    ["post_number_malformed", { branchCode: "10140", cardNumber: "12345672" }],
    ["post_number_malformed", { branchCode: "10140", cardNumber: "123456781" }],
    ["post_number_malformed", { branchCode: "00190", cardNumber: "1234567" }],
    // There is no 〇五九: the list has the branches that there are.
    ["branch_not_found", { branchCode: "13990", cardNumber: "12345671" }],
  ])("is refused with %s: %j", (code, typed) => expect(check({ ...post, ...typed })).toBe(code));
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

  it("of a bank or a branch that there is no longer says so, and that of today where it is known", () => {
    const kept = { country: "JP", bank_code: "0005", bank_name: "三菱UFJ銀行", branch_code: "001" };
    expect(troubleOfCard(kept, list)).toBeNull();
    expect(troubleOfCard({ ...kept, branch_code: "000" }, list)).toEqual({
      trouble: "branch_gone",
      today: null,
    });
    const former = { ...kept, bank_code: "0533", bank_name: "長野銀行" };
    expect(troubleOfCard(former, list)).toEqual({
      trouble: "bank_gone",
      today: "八十二長野銀行",
    });
    expect(troubleOfCard({ ...kept, bank_code: "1234" }, list)).toEqual({
      trouble: "bank_gone",
      today: null,
    });
    expect(troubleOfCard({ ...kept, country: "US", bank_code: "1234" }, list)).toBeNull();
  });
});
