import { expect, it } from "vitest";
import { chipReadingFrom, identityRule } from "./identity.ts";
import { ruleChangesToPrepare } from "./rule-changes.ts";

it("takes photographs of an ID until 2027-03-31 in Japan", () => {
  expect(identityRule("2027-03-31").byPhotographs).toBe(true);
  expect(identityRule("2027-04-01").byPhotographs).toBe(false);
  expect(identityRule(chipReadingFrom).reference.validFrom).toBe(chipReadingFrom);
});

it("tells of changes that ask for something months before, each until it is prepared", () => {
  const names = (date: string, readsChips: boolean) =>
    ruleChangesToPrepare(date, { readsChips }).map(({ rule }) => rule);
  expect(names("2026-08-31", false)).toEqual([]);
  expect(names("2026-10-01", false)).toEqual(["jp_identity_verification"]);
  expect(names("2026-12-01", false)).toEqual(["tse_tick_size", "jp_identity_verification"]);
  expect(names("2027-06-01", true)).toEqual(["tse_tick_size"]);
});
