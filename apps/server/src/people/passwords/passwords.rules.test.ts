import { fundPasswordResetHours, passwordResetUsableDays } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { objectToFundPassword, resetDueFrom, rightToSet } from "./passwords.rules.ts";

const object = (newPassword: string, newPassword2 = newPassword) =>
  objectToFundPassword({
    newPassword,
    newPassword2,
    oldPassword: "739164",
    account: "0956781234",
  });

describe("a new fund password", () => {
  it.each(["", "12345", "1234567", "12345a", "１２３４５６", " 12345", "12345\n", "-12345"])(
    "has six digits, not %j",
    (password) => expect(object(password)).toBe("fund_password_not_six_digits"),
  );

  it.each([
    "000000",
    "777777",
    "123456",
    "456789",
    "654321",
    "890123",
    "210987",
    "121212",
    "369369",
    "234567",
    "095678",
    "678123",
    "112233",
    "998877",
    "112211",
    "123321",
    "123789",
    "321987",
    "246802",
    "135791",
    "900131",
    "311290",
    "123190",
    "199008",
    "199001",
    "199012",
  ])("is not as simple as %s", (password) =>
    expect(object(password)).toBe("fund_password_too_simple"),
  );

  // The last three are nearly dates: of a thirteenth month, of a 45th day, of a year's month 13.
  it.each([
    ...["135790", "482915", "907561", "350781", "113390"],
    ...["481305", "480745", "194813"],
  ])("may be %s", (password) => expect(object(password)).toBeNull());

  it("is typed twice the same", () => {
    expect(object("482915", "482916")).toBe("passwords_do_not_match");
  });

  it("is another than the present one", () => {
    expect(object("739164")).toBe("password_unchanged");
  });

  it("is objected to in the contract's order", () => {
    expect(object("12", "13")).toBe("fund_password_not_six_digits");
    expect(object("111111", "13")).toBe("fund_password_too_simple");
  });
});

describe("a fund password is set", () => {
  const askedAt = 1_000_000;
  const dueAt = resetDueFrom(askedAt);

  it("for the first time, with the old one, or by a reset that is due", () => {
    expect(rightToSet(null, null, askedAt)).toBe("fund_password_set");
    expect(rightToSet({ resetDueAt: null }, "482915", askedAt)).toBe("fund_password_changed");
    expect(rightToSet({ resetDueAt: dueAt }, "482915", dueAt)).toBe("fund_password_changed");
    expect(rightToSet({ resetDueAt: dueAt }, null, dueAt)).toBe("fund_password_reset_done");
  });

  it("not by a reset a millisecond early, nor without any", () => {
    expect(dueAt - askedAt).toBe(fundPasswordResetHours * 60 * 60 * 1000);
    expect(rightToSet({ resetDueAt: dueAt }, null, dueAt - 1)).toBeNull();
    expect(rightToSet({ resetDueAt: null }, null, dueAt)).toBeNull();
  });

  it("nor by one that was due a week before", () => {
    const expiresAt = dueAt + passwordResetUsableDays * 24 * 60 * 60 * 1000;
    expect(rightToSet({ resetDueAt: dueAt }, null, expiresAt - 1)).toBe("fund_password_reset_done");
    expect(rightToSet({ resetDueAt: dueAt }, null, expiresAt)).toBeNull();
  });
});
