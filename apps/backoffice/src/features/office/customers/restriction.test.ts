import { expect, test } from "vitest";
import { isLifted } from "./restriction.ts";

test.each([
  ["active", "frozen", false],
  ["trading_disabled", "frozen", false],
  ["frozen", "banned", false],
  ["frozen", "active", true],
  ["banned", "trading_disabled", true],
] as const)("from %s to %s lifts a restriction: %s", (before, after, expected) => {
  expect(isLifted(before, after)).toBe(expected);
});
