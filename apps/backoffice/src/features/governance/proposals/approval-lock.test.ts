import { expect, test } from "vitest";
import { approvalLock } from "./approval-lock.ts";

// Without texts loaded a sentence is its code.
test("an operator approves another's reset, and not the own one", () => {
  const reset = { kind: "operator_reset", subject: "two@example.com" };
  expect(approvalLock(reset, { email: "two@example.com" })).toBe("operator_is_oneself");
  expect(approvalLock(reset, { email: "one@example.com" })).toBeNull();
  const role = { ...reset, kind: "operator_role" };
  expect(approvalLock(role, { email: "two@example.com" })).toBeNull();
});
