import { idTypes, type IdType } from "@sanshi/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptOf, maskIdNumber, readIdNumber } from "./id-numbers.rules.ts";
import {
  acceptedIds,
  checkForm,
  objectToStatus,
  type VerificationForm,
} from "./verification.rules.ts";

const form: VerificationForm = {
  name: "山田 太郎",
  nameKana: "ﾔﾏﾀﾞ ﾀﾛｳ",
  idType: "drivers_licence",
  idNumber: "012345678901",
  agree: true,
  hasFront: true,
  hasBack: true,
};
const accepted = acceptedIds({ healthInsuranceCardAccepted: false });
const check = (more: Partial<VerificationForm> = {}, ids = accepted) => {
  const checked = checkForm({ ...form, ...more }, ids);
  return checked.ok ? checked.identity : checked.objection.code;
};

describe("a form of verification", () => {
  it("is kept as it is spelled properly", () => {
    expect(check({ name: " 山田　太郎 ", idNumber: "０１２３-4567 8901" })).toEqual({
      name: "山田 太郎",
      nameKana: "ヤマダ タロウ",
      idNumber: "012345678901",
    });
  });

  it.each<[string, Partial<VerificationForm>]>([
    ["agreement_required", { agree: false }],
    ["name_not_a_name", { name: "   " }],
    ["name_not_a_name", { name: "12345" }],
    ["name_not_a_name", { name: "<script>" }],
    ["name_not_a_name", { name: "=HYPERLINK" }],
    // A Cyrillic М, and a Greek Α.
    ["name_scripts_mixed", { name: "Маria Silva" }],
    ["name_scripts_mixed", { name: "Αnn Silva" }],
    ["name_not_katakana", { nameKana: "山田" }],
    ["id_type_not_accepted", { idType: "health_insurance_card" }],
    ["id_number_malformed", { idNumber: "12345" }],
    ["id_number_malformed", { idNumber: "<b>12345</b>" }],
    ["front_photo_required", { hasFront: false }],
    ["back_photo_required", { hasBack: false }],
    ["back_photo_not_taken", { idType: "my_number_card", idNumber: "123456789018" }],
  ])("is refused with %s: %j", (code, more) => expect(check(more)).toBe(code));

  it("is objected to in the contract's order, whatever else is wrong", () => {
    const wrong: [string, Partial<VerificationForm>][] = [
      ["agreement_required", { agree: false }],
      ["name_not_a_name", { name: "1" }],
      ["name_not_katakana", { nameKana: "1" }],
      ["id_type_not_accepted", { idType: "health_insurance_card" }],
    ];
    for (const [at, [code]] of wrong.entries()) {
      expect(check(Object.assign({}, ...wrong.slice(at).map(([, one]) => one)))).toBe(code);
    }
  });

  it("of a foreigner may have any script, and no katakana", () => {
    for (const name of ["José García-López", "O'Neil Ann", "王伟", "Nguyễn Văn An", "김민준"]) {
      expect(check({ name, nameKana: null })).toMatchObject({ name, nameKana: null });
    }
  });

  it("takes the insurance card only where an operator turned it on", () => {
    const card = { idType: "health_insurance_card" as const, idNumber: "1234 567" };
    expect(check(card, acceptedIds({ healthInsuranceCardAccepted: true }))).toMatchObject({
      idNumber: "1234567",
    });
    expect(accepted.find(({ id_type }) => id_type === "health_insurance_card")).toMatchObject({
      accepted: false,
      accepted_until: "2025-12-01",
    });
  });

  it("asks for no back of a My Number card", () => {
    expect(accepted.find(({ id_type }) => id_type === "my_number_card")).toMatchObject({
      sides: ["front"],
      number_kept: "nothing",
    });
  });
});

describe("a My Number", () => {
  // The ordinance's sum, written the other way round: from the left.
  const weights = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
  const checkDigit = (digits: readonly number[]) => {
    const rest = digits.reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0) % 11;
    return rest <= 1 ? 0 : 11 - rest;
  };

  it("has the check digit that its other eleven digits give, and no other", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 11, maxLength: 11 }),
        fc.nat(9),
        (digits, last) => {
          const read = readIdNumber("my_number_card", digits.join("") + last);
          expect(read.ok).toBe(last === checkDigit(digits));
        },
      ),
    );
  });

  it("notices one digit that was mistyped", () => {
    expect(readIdNumber("my_number_card", "123456789018")).toEqual({
      ok: true,
      number: "123456789018",
    });
    expect(readIdNumber("my_number_card", "123456789017")).toEqual({
      ok: false,
      code: "id_number_check_digit_wrong",
    });
  });
});

describe("what is kept of a number", () => {
  it("is nothing of a My Number, and never more than a third in the open", () => {
    expect(maskIdNumber("my_number_card", "123456789018")).toBe("************");
    expect(maskIdNumber("drivers_licence", "012345678901")).toBe("********8901");
    expect(maskIdNumber("health_insurance_card", "12345678")).toBe("******78");
    expect(maskIdNumber("health_insurance_card", "12")).toBe("**");
    expect(Object.keys(keptOf).sort()).toEqual([...idTypes].sort());
  });

  it.each<[IdType, string, boolean]>([
    ["residence_card", "AB12345678CD", true],
    ["residence_card", "AB1234567CD", false],
    ["passport", "TZ1234567", true],
    ["passport", "ABCDEFG", false],
    ["drivers_licence", "D1234-56789-01234", true],
    ["drivers_licence", "12345678901", false],
    ["my_number_card", "12345678901", false],
  ])("%s %s: %s", (idType, number, isWellFormed) => {
    expect(readIdNumber(idType, number).ok).toBe(isWellFormed);
  });
});

describe("handing in again", () => {
  it("is possible before the first and after a failed one", () => {
    expect([0, 1, 2, 3].map(objectToStatus)).toEqual([
      null,
      "verification_under_review",
      "already_verified",
      null,
    ]);
  });
});
