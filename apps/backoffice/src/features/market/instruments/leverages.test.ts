import { expect, test } from "vitest";
import { readLeverages, showLeverages } from "./leverages.ts";

test.each([
  ["", ""],
  ["1,2,5", "1,2,5"],
  ["×1 ×2 ×5", "1,2,5"],
  ["5、2, 1 2", "1,2,5"],
  ["１０", "10"],
  ["0", null],
  ["1.5", null],
  ["100", null],
  ["two", null],
])("leverages typed as %j are read as %j", (typed, read) => {
  expect(readLeverages(typed)).toBe(read);
});

test("leverages are shown as multiples", () => {
  expect(showLeverages("1,2,5")).toBe("×1 ×2 ×5");
  expect(showLeverages("")).toBe("×1");
});
