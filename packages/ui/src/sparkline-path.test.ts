import { describe, expect, test } from "vitest";
import { directionOf } from "./direction.ts";
import { sparklinePath } from "./sparkline-path.ts";

describe("a sparkline", () => {
  test("fills its box from edge to edge, highest price on top", () => {
    expect(sparklinePath(["10", "30", "20"], undefined, 100, 22).line).toBe("M0 21L50 1L100 11");
  });

  test("a price that never moved is a straight line", () => {
    expect(sparklinePath(["5", "5"], undefined, 10, 12).line).toBe("M0 11L10 11");
  });

  test.each([[[]], [["1"]], [["x", "1"]]])("of %j draws nothing", (prices) => {
    expect(sparklinePath(prices, "1", 10, 10)).toEqual({ line: "", referenceY: null });
  });

  test("makes room for the line that it is compared to", () => {
    expect(sparklinePath(["10", "20"], "30", 10, 22).referenceY).toBe(1);
  });
});

describe("the direction of a move", () => {
  test.each([
    ["1.25", "up"],
    ["-0.01", "down"],
    ["−0.01", "down"],
    ["0.00", "flat"],
    ["-0.00", "flat"],
    ["", "flat"],
    [undefined, "flat"],
    [null, "flat"],
  ] as const)("%s is %s", (value, expected) => {
    expect(directionOf(value)).toBe(expected);
  });
});
