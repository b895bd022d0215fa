import type { ReviewItem } from "@sanshi/contract";
import type { Permission } from "@sanshi/contract/permissions";
import { lockOf } from "../may.ts";
import type { Me } from "../session.ts";
import { refusalText } from "../text.ts";
import { isWaiting } from "./queue.ts";

type DecisionLocks = { claim: string | null; decide: string | null };

/**
 * Why a case cannot be claimed or decided by this operator now, in the order in which the server
 * would refuse it; null where it can. The server decides again.
 */
export function decisionLocks(
  one: Pick<ReviewItem, "state" | "pending" | "claimed_by">,
  me: Pick<Me, "id" | "role" | "permissions" | "single_approval">,
  permission: Permission,
): DecisionLocks {
  const role = lockOf(me, permission);
  if (role !== null) return { claim: role, decide: role };
  // What one operator decided waits for the second pair of eyes, which not every role is.
  const second = one.pending === null ? null : lockOf(me, "approve_proposals");
  if (!isWaiting(one.state)) {
    const decided = refusalText({ code: "review_already_decided" });
    return { claim: decided, decide: decided };
  }
  const holder = one.claimed_by;
  const claimed =
    holder === null || holder.id === me.id
      ? null
      : refusalText({ code: "claimed_by_another", params: { operator: holder.email } });
  const own =
    one.pending?.own === true && !me.single_approval ? refusalText({ code: "own_proposal" }) : null;
  return { claim: claimed, decide: second ?? own ?? claimed };
}
