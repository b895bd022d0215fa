import { calls } from "@sanshi/contract";
import { expect, it } from "vitest";
import { touchedCalls } from "./touched-calls.ts";

/** Lists and pages of cases that somebody else decides: their answers have a state of review or a draw. */
const cases = [
  ...["/user/verification", "/user/depositlist", "/user/withdrawallist", "/user/loan"],
  ...["/user/loanlist", "/trade/usernewstocklist", "/trade/newstock", "/trade/draw"],
  ...["/trade/ustockslist", "/trade/userproductlist", "/trade/block", "/user/restrictions"],
] as const;

it.each(cases)("an open %s is read anew with the message of its decision", (path) => {
  expect(touchedCalls.message).toContain(path);
});

it("every event makes only calls old that there are", () => {
  for (const paths of Object.values(touchedCalls)) {
    for (const path of paths) expect(calls).toHaveProperty([path]);
  }
});

it("money that came or went is shown with the deposit or the loan that it came by", () => {
  expect(touchedCalls.balance_changed).toEqual(
    expect.arrayContaining(["/user/assets", "/user/depositlist", "/user/loan"]),
  );
});
