import { describe, expect, test } from "vitest";
import {
  checkAccount,
  checkNewPassword,
  checkSame,
  cleanDigits,
  placeRefusal,
  refusedOnly,
} from "./refused-fields.ts";

describe("the account", () => {
  test.each(["0312345678", "9012345678"])("takes ten digits: %s", (account) => {
    expect(checkAccount(account)).toBeUndefined();
  });

  test.each(["", "031234567", "03123456789", "03123４5678", "03-1234567", "abcdefghij"])(
    "refuses %j",
    (account) => {
      expect(checkAccount(account)).toBeDefined();
    },
  );

  test("is read as a Japanese keyboard may write it", () => {
    expect(cleanDigits("０９０−1234 ５６７８".replace("−", "－"))).toBe("09012345678");
    expect(cleanDigits("03-1234-5678")).toBe("0312345678");
  });
});

test("a new password has at least eight characters, counted as a person counts them", () => {
  expect(checkNewPassword("1234567")).toBeDefined();
  expect(checkNewPassword("12345678")).toBeUndefined();
  expect(checkNewPassword("🙂🙂🙂🙂")).toBeDefined();
});

test("the two entries must match", () => {
  expect(checkSame("a", "a")).toBeUndefined();
  expect(checkSame("a", "A")).toBeDefined();
});

describe("a refusal", () => {
  const refusal = { code: "account_exists", params: {}, fields: [], httpStatus: 200 } as const;

  test("stands beside the field that it is about", () => {
    expect(Object.keys(placeRefusal(refusal, { account_exists: "account" }))).toEqual(["account"]);
  });

  test("stands above the button when it belongs to no field", () => {
    expect(Object.keys(placeRefusal(refusal, {}))).toEqual(["form"]);
  });

  test("is null where nothing is wrong", () => {
    expect(refusedOnly({ account: undefined, password: undefined })).toBeNull();
    expect(refusedOnly({ account: "wrong", password: undefined })).toEqual({ account: "wrong" });
  });
});
