import { describe, expect, it } from "vitest";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import { aboutWorth, plainAmount, rateFigure, rateText } from "./exchange-text.ts";

it.each([
  ["1000", "1000"],
  ["１，０００．５", "1000.5"],
  ["007", "7"],
  [".5", "0.5"],
  ["1.2.3", "1.23"],
  ["12abc", "12"],
  ["1.239", "1.23"],
])("reads %s as %s", (typed, plain) => {
  expect(cleanAmount(typed)).toBe(plain);
});

it("writes an amount as its currency is written", () => {
  expect(plainAmount("1234.00", "JPY")).toBe("1234");
  expect(plainAmount("1234.5", "USD")).toBe("1234.50");
});

describe("a rate", () => {
  it("keeps about six figures", () => {
    expect(rateFigure("160.52080650")).toBe("160.521");
    expect(rateFigure("7.83770000")).toBe("7.8377");
    expect(rateFigure("0.00380936")).toBe("0.00380936");
  });

  it("says how many of the one it is for", () => {
    const rate = { from: "KRW", to: "JPY", per: "100", rate: "10.51160000" };
    expect(rateText(rate)).toBe("100 KRW = 10.5116 JPY");
  });

  it("tells about what an amount is worth", () => {
    expect(aboutWorth("200", { per: "100", rate: "10.5", to: "JPY" })).toBe("21");
    expect(aboutWorth("", { per: "1", rate: "10.5", to: "JPY" })).toBeNull();
  });
});
