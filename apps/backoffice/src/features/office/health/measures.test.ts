import { expect, test } from "vitest";
import { showBytes, showMilliseconds } from "./measures.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1024, "1 KB"],
  [9.5 * 1024 ** 2, "9.5 MB"],
  [812 * 1024 ** 2, "812 MB"],
  [3 * 1024 ** 4, "3 TB"],
])("%d bytes are %s", (bytes, shown) => {
  expect(showBytes(bytes)).toBe(shown);
});

test.each([
  [null, "–"],
  [0, "0 ms"],
  [4.23, "4.2 ms"],
  [42.6, "43 ms"],
  [1300, "1.3 s"],
  [65_000, "65 s"],
])("%j milliseconds are %s", (milliseconds, shown) => {
  expect(showMilliseconds(milliseconds)).toBe(shown);
});
