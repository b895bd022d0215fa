import { expect, test } from "vitest";
import { firstMoment, momentAfter } from "./days.ts";

test("a day ends where the next one begins, at the end of a month and of a year too", () => {
  expect(momentAfter("2026-11-21")).toBe(firstMoment("2026-11-22"));
  expect(momentAfter("2026-11-30")).toBe(firstMoment("2026-12-01"));
  expect(momentAfter("2026-12-31")).toBe(firstMoment("2027-01-01"));
});
