import {
  readReason,
  reviewStates,
  type Reason,
  type ReasonQueue,
  type ReviewState,
} from "@sanshi/contract";

/** How long a claim keeps others off a case. */
export const claimMinutes = 30;

/** Whoever gets a case from somebody else may be away until the next day. */
export const handedOverHours = 24;

export type Sort = "oldest" | "newest" | "due" | "amount";

/** The states that a list shows; null where what was asked for is no state of the queue. */
export function statesAsked(
  asked: string | undefined,
  numbers: Readonly<Record<string, ReviewState>>,
): readonly ReviewState[] | null {
  if (asked === undefined || asked === "" || asked === "pending") return ["open", "proposed"];
  if (asked === "all") return reviewStates;
  const named = numbers[asked] ?? reviewStates.find((state) => state === asked);
  if (named === undefined) return null;
  // By its number a case is under review until both have decided.
  return named === "open" && asked !== "open" ? ["open", "proposed"] : [named];
}

/** A rejection is never without a reason; an approval needs none, and keeps one that says something. */
export function reasonGiven(
  queue: ReasonQueue,
  decision: "approve" | "reject",
  given: string | undefined,
):
  | { ok: true; reason: Reason | null }
  | { ok: false; code: "reason_required" | "reason_says_nothing" } {
  const read = readReason(queue, given ?? "");
  const isLeftOut = !read.ok && read.code === "reason_required";
  return isLeftOut && decision === "approve" ? { ok: true, reason: null } : read;
}

export function searchPattern(typed: string): string {
  return `%${typed.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
