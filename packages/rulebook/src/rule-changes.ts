import { chipReadingFrom } from "./identity.ts";
import type { LocalDate } from "./rule-reference.ts";
import { isTickPublished } from "./tick-sizes.ts";

/** A rule that changes on a day and asks something of operators before. */
export type RuleChange = {
  readonly rule: "tse_tick_size" | "jp_identity_verification";
  readonly on: LocalDate;
  /** From when on operators are reminded. */
  readonly remindedFrom: LocalDate;
};

const tokyoTicks: RuleChange = {
  rule: "tse_tick_size",
  on: "2027-03-01",
  remindedFrom: "2026-12-01",
};
const identity: RuleChange = {
  rule: "jp_identity_verification",
  on: chipReadingFrom,
  remindedFrom: "2026-10-01",
};

/**
 * What is to be prepared on a day: Tokyo's tick tables until the rulebook has those of March 2027, and a reader of chips
 * until there is one that reads real cards.
 */
export function ruleChangesToPrepare(
  date: LocalDate,
  { readsChips }: { readsChips: boolean },
): readonly RuleChange[] {
  const grid = { market: "jpy", tickClass: "standard", date: tokyoTicks.on } as const;
  const open = [...(isTickPublished(grid) ? [] : [tokyoTicks]), ...(readsChips ? [] : [identity])];
  return open.filter(({ remindedFrom }) => remindedFrom <= date);
}
