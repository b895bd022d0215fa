import { describe, expect, it } from "vitest";
import { cardInput, isIncomplete, isJapanPost, type CardValues } from "./card-form.ts";

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
    expect([isJapanPost(post), isIncomplete(post)]).toEqual([true, false]);
    expect(cardInput(post)).toMatchObject({ branch_code: "10140", branch_name: "10140" });
  });

  it("is incomplete without a branch that was chosen, and abroad without a branch's name", () => {
    expect(isIncomplete(japanese)).toBe(false);
    expect(isIncomplete({ ...japanese, branchCode: "" })).toBe(true);
    expect(isIncomplete({ ...japanese, holder: " " })).toBe(true);
    const abroad = { ...japanese, country: "US", bankCode: "", branchCode: "021000021" };
    expect(isIncomplete(abroad)).toBe(false);
    expect(isIncomplete({ ...abroad, branch: "" })).toBe(true);
    expect(cardInput(abroad)).not.toHaveProperty("bank_code");
  });
});
