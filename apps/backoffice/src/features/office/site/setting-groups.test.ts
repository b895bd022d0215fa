import { expect, test } from "vitest";
import { groupsOf } from "./setting-groups.ts";

test("settings stand in their groups, in the order in which they came, and none is lost", () => {
  const named = [
    "title",
    "withdrawal_hours",
    "menu",
    "deposit_minimum",
    "bank_card_cooling_off_hours",
  ].map((name) => ({ name }));
  const groups = groupsOf(named).map(({ group, settings }) => [
    group,
    settings.map(({ name }) => name),
  ]);
  expect(groups).toEqual([
    ["face", ["title", "menu"]],
    ["withdrawals", ["withdrawal_hours", "bank_card_cooling_off_hours"]],
    ["deposits", ["deposit_minimum"]],
  ]);
});
