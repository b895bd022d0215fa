import type { WithdrawalTerms } from "@sanshi/contract";
import type { WithdrawalObstacle } from "@sanshi/contract/constants";

/** Whether it is done, is with us, waits for a time to pass, or is the customer's to do. */
type StepState = "done" | "in_review" | "waits" | "failed" | "to_do";

export type WithdrawalStep = {
  code: WithdrawalObstacle;
  state: StepState;
  params: Readonly<Record<string, string>> | undefined;
};

/** Once in the life of an account, in this order. */
const setUp = ["not_verified", "fund_password_not_set", "card_not_found"] as const;
/** What the customer can do nothing about but wait. */
const passing: readonly WithdrawalObstacle[] = [
  "account_frozen",
  "reset_hold",
  "withdrawals_closed",
  "fund_operation_in_progress",
];
const inReview = 1;
const failed = 3;

/**
 * All that a withdrawal needs, the done as well: what is set up once, then the positions where they bar one, then
 * whatever else stands in the way now. `verification` is null while it is not known.
 */
export function withdrawalSteps(
  {
    obstacles,
    requires_no_positions,
  }: Pick<WithdrawalTerms, "obstacles" | "requires_no_positions">,
  { verification, cards }: { verification: number | null; cards: number },
): WithdrawalStep[] {
  const open = new Map(obstacles.map(({ code, params }) => [code, params] as const));
  if (cards === 0 && !open.has("card_not_found")) open.set("card_not_found", undefined);
  const stateOf = (code: WithdrawalObstacle): StepState => {
    if (!open.has(code)) return "done";
    if (code === "not_verified" && verification === inReview) return "in_review";
    if (code === "not_verified" && verification === failed) return "failed";
    return passing.includes(code) ? "waits" : "to_do";
  };
  const always: readonly WithdrawalObstacle[] = [
    ...setUp,
    ...(requires_no_positions ? (["positions_held"] as const) : []),
  ];
  const codes = new Set([...always, ...open.keys()]);
  return [...codes].map((code) => ({ code, state: stateOf(code), params: open.get(code) }));
}
