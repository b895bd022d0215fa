import {
  readReason,
  readReasonCode,
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

/** What a decision is explained with. */
type Given = {
  decision: "approve" | "reject";
  reason?: string | undefined;
  explanation?: string | undefined;
};

type GivenReason =
  | { ok: true; reason: Reason | null }
  | { ok: false; code: "reason_required" | "reason_code_required" | "reason_says_nothing" };

/**
 * Why a customer's case is decided so. A rejection is never without a reason; an approval needs none, unless it is
 * explained. The explanation is kept as the reason's words.
 */
export function reasonForCustomer(
  queue: ReasonQueue,
  { decision, reason: given = "", explanation = "" }: Given,
): GivenReason {
  const read = readReasonCode(queue, given, explanation);
  return mayBeLeftOut(read, decision) && explanation.trim() === ""
    ? { ok: true, reason: null }
    : read;
}

/** Why another operator's proposal is decided so: no customer reads it. */
export function reasonForProposer(
  queue: ReasonQueue,
  { decision, reason = "" }: Given,
): GivenReason {
  const read = readReason(queue, reason);
  return mayBeLeftOut(read, decision) ? { ok: true, reason: null } : read;
}

function mayBeLeftOut(read: GivenReason, decision: "approve" | "reject"): boolean {
  return decision === "approve" && !read.ok && read.code === "reason_required";
}

export function searchPattern(typed: string): string {
  return `%${typed.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
