import { describe, expect, it } from "vitest";
import type { subIndicators } from "./indicators.ts";
import { bollingerFigures, subIndicator, type SubStyle } from "./sub-indicators.ts";

const western: SubStyle = {
  custom: "western",
  macdNames: ["MACD", "Signal", "Histogram"],
  volumeName: "Volume",
  priceDigits: 2,
};
const chinese: SubStyle = {
  custom: "chinese",
  macdNames: ["DIF", "DEA", "MACD"],
  volumeName: "成交量",
  priceDigits: 2,
};
const titles = (sub: (typeof subIndicators)[number], style: SubStyle) =>
  subIndicator(sub, style).figures?.map(({ title }) => title);

describe("an indicator's legend", () => {
  it("names MACD as the language's readers do, with its lengths", () => {
    expect(titles("MACD", western)).toEqual(["MACD(12,26): ", "Signal(9): ", "Histogram: "]);
    expect(titles("MACD", chinese)).toEqual(["DIF(12,26): ", "DEA(9): ", "MACD: "]);
    const factor = (style: SubStyle) => subIndicator("MACD", style).calcParams;
    expect([factor(western), factor(chinese)]).toEqual([[1], [2]]);
  });

  it("has RSI of 14 bars, in Chinese of 6, 12 and 24", () => {
    expect(titles("RSI", western)).toEqual(["RSI14: "]);
    expect(titles("RSI", chinese)).toEqual(["RSI6: ", "RSI12: ", "RSI24: "]);
  });

  it("names the volume in the reader's language, and nothing beside it", () => {
    expect(titles("VOL", chinese)).toEqual(["成交量: "]);
    expect(subIndicator("VOL", chinese).shortName).toBe("");
  });

  it("names the lengths of all others that have some", () => {
    expect(subIndicator("KDJ", western).shortName).toBe("KDJ(9,3,3)");
    expect(titles("OBV", western)).toEqual(["OBV: ", "MA30: "]);
    expect(bollingerFigures.map(({ title }) => title)).toEqual([
      "BOLL(20,2) UP: ",
      "MID: ",
      "DN: ",
    ]);
  });

  it("has one decimal more than the price", () => {
    expect(subIndicator("MACD", { ...western, priceDigits: 0 }).precision).toBe(1);
    expect(subIndicator("MACD", western).precision).toBe(3);
  });
});
