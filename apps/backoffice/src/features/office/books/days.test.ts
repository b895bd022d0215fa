import { expect, test } from "vitest";
import { lastDays, tokyoDate } from "./days.ts";

test("a day of the books begins at midnight in Tokyo", () => {
  expect(tokyoDate(Date.parse("2026-11-20T14:59:59Z"))).toBe("2026-11-20");
  expect(tokyoDate(Date.parse("2026-11-20T15:00:00Z"))).toBe("2026-11-21");
});

test("the last thirty days have today in them", () => {
  const now = Date.parse("2026-11-20T03:00:00Z");
  expect(lastDays(30, now)).toEqual({ from: "2026-10-22", to: "2026-11-20" });
  expect(lastDays(1, now)).toEqual({ from: "2026-11-20", to: "2026-11-20" });
});
