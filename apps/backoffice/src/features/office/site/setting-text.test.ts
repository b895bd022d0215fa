import { describe, expect, test } from "vitest";
import { readAmounts, readHours, writeAmounts, writeHours } from "./setting-text.ts";

describe("amounts", () => {
  test("are read per currency and written as they were", () => {
    const text = "JPY:10000,USD:70,CNY:500";
    expect(readAmounts(text)).toEqual({ JPY: "10000", USD: "70", CNY: "500" });
    expect(writeAmounts(readAmounts(text))).toBe(text);
  });

  test("may be typed with separators", () => {
    expect(writeAmounts({ JPY: "10,000", USD: " 70 " })).toBe("JPY:10000,USD:70");
  });
});

describe("hours", () => {
  test("are read as two times and written as they were", () => {
    expect(readHours("09:00-15:30")).toEqual({ from: "09:00", to: "15:30" });
    expect(writeHours({ from: "09:00", to: "15:30" })).toBe("09:00-15:30");
  });

  test("until midnight end with the day", () => {
    expect(writeHours({ from: "00:00", to: "00:00" })).toBe("00:00-24:00");
  });
});
