import { expect, test } from "vitest";
import { readAccounts } from "./accounts.ts";

test("accounts are read however they are separated, each once", () => {
  expect(readAccounts("0801234567, 0901234567\n０８０１２３４５６７、0701234567;")).toEqual({
    accounts: ["0801234567", "0901234567", "0701234567"],
    wrong: [],
  });
});

test("what is no account is told apart", () => {
  expect(readAccounts("0801234567 12345 abc")).toEqual({
    accounts: ["0801234567"],
    wrong: ["12345", "abc"],
  });
  expect(readAccounts(" ")).toEqual({ accounts: [], wrong: [] });
});
