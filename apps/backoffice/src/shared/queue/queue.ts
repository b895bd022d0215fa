import type { ReviewItem, ReviewState } from "@sanshi/contract";
import type { Permission } from "@sanshi/contract/permissions";
import type { ReasonQueue } from "@sanshi/contract/reason-codes";
import type { ReactNode } from "react";
import type { Path } from "../calls.ts";
import type { Tone } from "../kit/badge.tsx";
import type { Column } from "../kit/table.tsx";
import type { Me } from "../session.ts";

/** Every queue of the contract: what has a list, a case, a claim and a decision. */
export type QueueName = {
  [P in Path]: P extends `/api/ops/${infer Name}/:id/decision` ? Name : never;
}[Path];

export type QueueSort = "oldest" | "newest" | "due" | "amount";

/** What one queue adds to the framework: its columns, its case, its reasons. */
export type Queue<Item extends ReviewItem, Case extends Item> = {
  name: QueueName;
  title: string;
  /** What a role must have to decide here. */
  decide: Permission;
  /** The reasons that a rejection can have. */
  reasons: ReasonQueue;
  sorts: readonly QueueSort[];
  /** Before those that every queue has; the first one names the case. */
  columns: readonly Column<Item>[];
  heading: (one: Case) => ReactNode;
  detail: (one: Case) => ReactNode;
  /** Why this operator cannot approve a case that others can, though they may reject it. */
  approvalLock?: (one: Case, me: Me) => string | null;
  /** Whether several cases can be approved in one go: where all of a case can be read one under the other. */
  bulkApproval?: boolean;
  /** The address of the list, or of one case. */
  place: (id: string | null) => string;
  empty: string;
  actions?: ReactNode;
  /** What a decision changes besides the queue itself. */
  changes: readonly Path[];
};

export const stateTones: Record<ReviewState, Tone> = {
  open: "waits",
  proposed: "waits",
  approved: "good",
  rejected: "bad",
  cancelled: "quiet",
  expired: "quiet",
  refused: "bad",
};

/** The filter of a list: what waits, one of the ends, or everything. */
const stateFilters = [
  "",
  "approved",
  "rejected",
  "cancelled",
  "expired",
  "refused",
  "all",
] as const;
export type StateFilter = (typeof stateFilters)[number];

/** What is approved can come to nothing where cases are proposals, and nowhere else. */
export function stateFiltersOf(queue: QueueName): readonly StateFilter[] {
  return stateFilters.filter((state) => state !== "refused" || queue === "proposals");
}

/**
 * Whether an open case is to be read anew: its row in the list, which asks again and again, says something
 * else, or is gone. By itself a case is not read twice, for the customer is told of every look.
 */
export function isOutdated(
  one: ListedCase,
  row: ListedCase | undefined,
  rowBefore: ListedCase | undefined,
): boolean {
  if (row === undefined) return rowBefore !== undefined && isWaiting(one.state);
  return markOf(row) !== markOf(one);
}

type ListedCase = Pick<ReviewItem, "state" | "pending" | "claimed_by" | "decided_at">;

function markOf({ state, pending, claimed_by: claim, decided_at: at }: ListedCase): string {
  return [state, pending?.proposal_id, claim?.id, at].join();
}

export function isWaiting(state: ReviewState): boolean {
  return state === "open" || state === "proposed";
}
