import { expect, test } from "vitest";
import { actsAlone } from "./may.ts";

test("an operator acts alone where single approval holds and they could approve for another", () => {
  const approver = { permissions: ["approve_proposals" as const], single_approval: true };
  expect(actsAlone(approver)).toBe(true);
  expect(actsAlone({ ...approver, single_approval: false })).toBe(false);
  expect(actsAlone({ permissions: ["propose_journal"], single_approval: true })).toBe(false);
});
