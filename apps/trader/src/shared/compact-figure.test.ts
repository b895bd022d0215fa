import { describe, expect, it } from "vitest";
import { compactFigure } from "./compact-figure.ts";

describe("a large figure in few digits", () => {
  it.each([
    ["123456789012", "1,234億", "1,234亿", "123B"],
    ["1234567890123", "1.23兆", "1.23万亿", "1.23T"],
    ["45678901", "4,567万", "4,567万", "45.6M"],
    ["99999999", "9,999万", "9,999万", "99.9M"],
    ["32100", "3.21万", "3.21万", "32.1K"],
    ["9999", "9,999", "9,999", "9.99K"],
    ["950", "950", "950", "950"],
    ["12.30", "12.3", "12.3", "12.3"],
    ["-45678901.50", "−4,567万", "−4,567万", "−45.6M"],
    ["0", "0", "0", "0"],
  ])("shows %s as %s, %s and %s", (text, jp, cn, us) => {
    expect(compactFigure(text, "jp")).toBe(jp);
    expect(compactFigure(text, "cn")).toBe(cn);
    expect(compactFigure(text, "us")).toBe(us);
  });

  it("never rounds up, so that a figure is not shown larger than it is", () => {
    expect(compactFigure("19999", "jp")).toBe("1.99万");
    expect(compactFigure("999999", "us")).toBe("999K");
  });

  it("shows a dash for anything that is not a number", () => {
    for (const text of ["", "1e9", " 5", "NaN", null, undefined]) {
      expect(compactFigure(text, "us")).toBe("–");
    }
  });
});
