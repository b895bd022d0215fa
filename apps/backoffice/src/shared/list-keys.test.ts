import { describe, expect, test } from "vitest";
import { nextKey } from "./list-keys.ts";

describe("the row that the keyboard moves to", () => {
  test.each([
    ["b", 1, "c"],
    ["b", -1, "a"],
    ["c", 1, "c"],
    ["a", -1, "a"],
    [null, 1, "a"],
    [null, -1, "a"],
    ["gone", 1, "a"],
  ] as const)("from %j by %d is %s", (cursor, by, expected) => {
    expect(nextKey(["a", "b", "c"], cursor, by)).toBe(expected);
  });

  test("of an empty list is none", () => {
    expect(nextKey([], null, 1)).toBeNull();
  });
});
