import { describe, expect, it } from "vitest";
import { fitText } from "./fit-text.rules.ts";

/** Each letter as wide as half its height. */
const widthAt = (text: string, size: number) => ([...text].length * size) / 2;
const fit = (text: string, width: number, isFigure = false) =>
  fitText(text, { width, widthAt, isFigure });

describe("a cell of a statement", () => {
  it("is as large as its column allows", () => {
    expect(fit("Currency", 40)).toEqual({ text: "Currency", size: 8 });
    expect(fit("Currency", 28)).toEqual({ text: "Currency", size: 7 });
  });

  it("is cut in the smallest letters, unless it is a figure", () => {
    expect(fit("Currency", 10)).toEqual({ text: "Cur…", size: 5 });
    expect(fit("𠮷野家", 5)).toEqual({ text: "𠮷…", size: 5 });
    expect(fit("1,234.00", 10, true)).toEqual({ text: "1,234.00", size: 5 });
  });
});
