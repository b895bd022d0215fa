import { expect, test } from "vitest";
import { creditOf } from "./credit.ts";

const balances = [
  { currency: "JPY", purpose: "available", balance: "500", floor: "0" },
  { currency: "JPY", purpose: "margin_debt", balance: "-1200", floor: "-300000" },
  { currency: "USD", purpose: "margin_debt", balance: "0.00", floor: "-2000.00" },
] as const;

test("credit is the debt's floor, and what is borrowed its balance, both above zero", () => {
  expect(creditOf(balances, "JPY")).toEqual({ limit: "300000", borrowed: "1200" });
  expect(creditOf(balances, "USD")).toEqual({ limit: "2000.00", borrowed: "0.00" });
  expect(creditOf(balances, "CNY")).toBeNull();
});
