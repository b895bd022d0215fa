import { describe, expect, it } from "vitest";
import { cursor, decimal, listLimit, recordId } from "./wire.ts";

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, text: string) =>
  schema.safeParse(text).success;

describe("the longest text of each kind is taken, and one that is longer is not", () => {
  it("a decimal of 18 digits and 8 decimals", () => {
    expect(takes(decimal, `${"9".repeat(18)}.${"9".repeat(8)}`)).toBe(true);
    expect(takes(decimal, `-${"9".repeat(18)}.${"9".repeat(8)}`)).toBe(true);
    expect(takes(decimal, "9".repeat(19))).toBe(false);
    expect(takes(decimal, `1.${"9".repeat(9)}`)).toBe(false);
  });

  it("a record's id of 18 digits, which every bigint holds", () => {
    expect(takes(recordId, "9".repeat(18))).toBe(true);
    expect(takes(recordId, "9".repeat(19))).toBe(false);
    expect(takes(recordId, "0")).toBe(false);
  });

  it("a page of a hundred", () => {
    expect([takes(listLimit, "1"), takes(listLimit, "100")]).toEqual([true, true]);
    expect([takes(listLimit, "0"), takes(listLimit, "101")]).toEqual([false, false]);
  });

  it("a cursor of a thousand characters", () => {
    expect(takes(cursor, "a".repeat(1_000))).toBe(true);
    expect(takes(cursor, "a".repeat(1_001))).toBe(false);
  });
});
