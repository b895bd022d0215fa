import { describe, expect, it } from "vitest";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import {
  exactRateText,
  plainAmount,
  priceOf,
  rateFigure,
  rateText,
  readingOf,
  spreadFigure,
  worthOf,
  type WireRate,
} from "./exchange-text.ts";

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

const yenToDollars = { from: "JPY", to: "USD", per: "1", rate: "0.00578369" } as const;
const dollarsToYen = { from: "USD", to: "JPY", per: "1", rate: "172.52080650" } as const;
const wonToYen = { from: "KRW", to: "JPY", per: "100", rate: "10.51160000" } as const;
const yenToWon = { from: "JPY", to: "KRW", per: "1", rate: "9.42580000" } as const;
const yuanToYen = { from: "CNY", to: "JPY", per: "1", rate: "23.71040000" } as const;
const yenToYuan = { from: "JPY", to: "CNY", per: "1", rate: "0.04202000" } as const;
const dongToDollars = { from: "VND", to: "USD", per: "100", rate: "0.00381133" } as const;
const bahtToRinggit = { from: "THB", to: "MYR", per: "1", rate: "0.12300000" } as const;

describe("a rate", () => {
  it.each<[WireRate, "JPY" | "CNY" | "USD", string]>([
    [yenToDollars, "JPY", "1 USD = 172.90 JPY"],
    [yenToDollars, "USD", "1 USD = 172.90 JPY"],
    [dollarsToYen, "JPY", "1 USD = 172.52 JPY"],
    [wonToYen, "JPY", "100 KRW = 10.5116 JPY"],
    [yenToWon, "JPY", "100 KRW = 10.6092 JPY"],
    [yuanToYen, "JPY", "1 CNY = 23.7104 JPY"],
    [yenToYuan, "JPY", "1 CNY = 23.7982 JPY"],
    [yenToYuan, "CNY", "100 JPY = 4.202 CNY"],
    [dongToDollars, "USD", "1 USD = 26,238 VND"],
    [bahtToRinggit, "JPY", "1 MYR = 8.1301 THB"],
  ])("of %j is read by who counts in %s as %s", (rate, home, text) => {
    expect(rateText(rate, home)).toBe(text);
  });

  it("has the same reading whichever way is exchanged", () => {
    expect(readingOf(yenToDollars, "JPY")).toEqual(readingOf(dollarsToYen, "JPY"));
    expect(readingOf(wonToYen, "JPY")).toEqual(readingOf(yenToWon, "JPY"));
  });

  it("is told to the last decimal as it is reckoned with", () => {
    expect(exactRateText(yenToDollars)).toBe("1 JPY = 0.00578369 USD");
  });

  it("keeps about five figures", () => {
    expect(rateFigure("160.52080650")).toBe("160.52");
    expect(rateFigure("7.83770000")).toBe("7.8377");
    expect(rateFigure("0.00380936")).toBe("0.00380936");
  });

  it("has its spread in the same reading", () => {
    expect(spreadFigure({ ...yenToDollars, mid: "0.00579267" }, "JPY")).toBe("0.268");
  });
});

describe("two amounts", () => {
  it("fill each other, what is brought rounded down and what is paid rounded up", () => {
    expect(worthOf("100000", yenToDollars)).toBe("578.36");
    expect(priceOf("578.36", yenToDollars)).toBe("99999");
    expect(priceOf("100", yenToDollars)).toBe("17290");
    expect(worthOf("100", dollarsToYen)).toBe("17252");
    expect(worthOf("200", { ...wonToYen, rate: "10.5" })).toBe("21");
    expect(worthOf("", yenToDollars)).toBeNull();
    expect(priceOf("0", yenToDollars)).toBeNull();
  });

  it.each([yenToDollars, dollarsToYen, wonToYen, yenToYuan, dongToDollars])(
    "of %j: what is said to cost an amount brings it, and a unit less does not",
    (rate) => {
      for (const wanted of ["1", "7", "1234", "99999999"]) {
        const paid = priceOf(wanted, rate) ?? "";
        expect(Number(worthOf(paid, rate))).toBeGreaterThanOrEqual(Number(wanted));
        const step = rate.from === "JPY" || rate.from === "KRW" || rate.from === "VND" ? 1 : 0.01;
        const less = (Number(paid) - step).toFixed(2);
        expect(Number(worthOf(less, rate) ?? 0)).toBeLessThan(Number(wanted));
      }
    },
  );
});
