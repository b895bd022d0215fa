import { expect, it } from "vitest";
import { formatShareRatio, readShareRatio } from "./share-ratio.ts";

it.each([
  ["0.7525", "301:400"],
  ["3", "3:1"],
  ["3:2", "3:2"],
  ["1:1", "1:1"],
  ["0.5:1.5", "1:3"],
  ["0.000000000001", "1:1000000000000"],
])("reads %s as %s", (text, ratio) => {
  const read = readShareRatio(text);
  expect(read === null ? null : formatShareRatio(read)).toBe(ratio);
});

it.each([
  ...["", "0", "0:1", "1:0", "-1", "1:-2", "1/2", "a", "1:2:3", "1e3", "0.0"],
  ...["9999999999", "1000000.000000000001", `0.${"3".repeat(40)}`],
])("does not read %j", (text) => {
  expect(readShareRatio(text)).toBeNull();
});
