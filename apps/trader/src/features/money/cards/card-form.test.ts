import { describe, expect, it } from "vitest";
import { cardInput, isJapanPost, missingIn, type CardValues } from "./card-form.ts";

const japanese: CardValues = {
  country: "JP",
  holder: " ﾔﾏﾀﾞ ﾀﾛｳ",
  bank: "みずほ銀行",
  bankCode: "0001",
  branch: "渋谷 (210)",
  branchCode: "210",
  cardType: "ordinary",
  number: "1234567",
};

const missing = (values: CardValues) => missingIn(values, (text) => text);

describe("the form of a bank account", () => {
  it("leaves the reading of the holder's name to the server", () => {
    expect(cardInput(japanese)).toEqual({
      country: "JP",
      holder_name: "ﾔﾏﾀﾞ ﾀﾛｳ",
      bank_name: "みずほ銀行",
      bank_code: "0001",
      branch_name: "渋谷 (210)",
      branch_code: "210",
      card_type: "ordinary",
      card_number: "1234567",
    });
  });

  it("sends the symbol and the number of Japan Post Bank as they are typed", () => {
    const post = { ...japanese, bankCode: "9900", branch: "", branchCode: "10140" };
    expect([isJapanPost(post), missing(post)]).toEqual([true, null]);
    expect(cardInput(post)).toMatchObject({ branch_code: "10140", branch_name: "10140" });
  });

  it("names each field that is empty, and of a branch in Japan that it is to be chosen", () => {
    expect(missing(japanese)).toBeNull();
    expect(missing({ ...japanese, branchCode: "" })).toEqual({ branch_code: "branch_not_chosen" });
    const nothing = { holder: " ", bank: "", bankCode: "", branch: "", branchCode: "", number: "" };
    expect(missing({ ...japanese, ...nothing })).toEqual({
      holder_name: "holder_missing",
      bank_name: "bank_missing",
      card_number: "number_missing",
    });
    const abroad = { ...japanese, country: "US", bankCode: "", branchCode: "021000021" };
    expect(missing(abroad)).toBeNull();
    expect(missing({ ...abroad, ...nothing })).toEqual({
      holder_name: "holder_missing",
      bank_name: "bank_name_missing",
      branch_name: "branch_missing",
      branch_code: "branch_code_missing",
      card_number: "number_missing",
    });
    const post = { ...japanese, bankCode: "9900", branchCode: "", number: "" };
    expect(missing(post)).toEqual({
      branch_code: "post_symbol_missing",
      card_number: "post_number_missing",
    });
    expect(cardInput(abroad)).not.toHaveProperty("bank_code");
  });

  it("asks for the bank first where its name was typed and not chosen, and sends what was typed with a branch", () => {
    const typed = { ...japanese, bankCode: "", branch: "", branchCode: "" };
    expect(missing(typed)).toEqual({ bank_name: "bank_missing" });
    expect(missing({ ...typed, branch: "210", branchCode: "210" })).toBeNull();
  });
});
