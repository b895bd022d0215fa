import { describe, expect, test } from "vitest";
import { decisionLocks } from "./decision-locks.ts";

const me = {
  id: "1",
  role: "approver",
  permissions: ["approve_proposals"],
  single_approval: false,
} as const;
const pending = {
  proposal_id: "9",
  decision: "approve",
  reason: null,
  note: "",
  proposed_by: { id: "2", email: "two@example.com" },
  proposed_at: "2026-11-21T00:00:00Z",
  expires_at: "2026-11-22T00:00:00Z",
  own: false,
} as const;
const waiting = { state: "proposed", pending, claimed_by: null } as const;
type One = Parameters<typeof decisionLocks>[0];
type Who = Parameters<typeof decisionLocks>[1];
const locks = (one: One, who: Partial<Who> = {}) =>
  decisionLocks(one, { ...me, permissions: [...me.permissions], ...who }, "approve_proposals");

// Without texts loaded a sentence is its code.
describe("a case that waits", () => {
  test("can be claimed and decided by whoever may", () => {
    expect(locks(waiting)).toEqual({ claim: null, decide: null });
  });

  test("cannot by a role without the permission", () => {
    expect(locks(waiting, { role: "viewer", permissions: [] })).toEqual({
      claim: "locked_role",
      decide: "locked_role",
    });
  });

  test("is not decided by the operator who proposed it, though they may claim it", () => {
    const own = { ...waiting, pending: { ...pending, own: true } };
    expect(locks(own)).toEqual({ claim: null, decide: "own_proposal" });
  });

  test("is decided by its own proposer where single approval is on", () => {
    const own = { ...waiting, pending: { ...pending, own: true } };
    expect(locks(own, { single_approval: true })).toEqual({ claim: null, decide: null });
  });

  test("can be prepared, but not approved in the end, by a role that is no second pair of eyes", () => {
    const reviewer = { role: "reviewer", permissions: ["decide_deposits"] } as const;
    const asReviewer = (one: One) =>
      decisionLocks(
        one,
        { ...me, ...reviewer, permissions: ["decide_deposits"] },
        "decide_deposits",
      );
    expect(asReviewer({ ...waiting, state: "open", pending: null })).toEqual({
      claim: null,
      decide: null,
    });
    expect(asReviewer(waiting)).toEqual({ claim: null, decide: "locked_role" });
  });

  test("is left to whoever claimed it", () => {
    const claimed = { ...waiting, claimed_by: { id: "2", email: "two@example.com" } };
    expect(locks(claimed)).toEqual({ claim: "claimed_by_another", decide: "claimed_by_another" });
    expect(locks(claimed, { id: "2" })).toEqual({ claim: null, decide: null });
  });
});

test("a case that has ended is not decided again", () => {
  expect(locks({ ...waiting, state: "approved" })).toEqual({
    claim: "review_already_decided",
    decide: "review_already_decided",
  });
});
