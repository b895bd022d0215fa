import { expect, test } from "vitest";
import { isOutdated } from "./queue.ts";

const operator = (id: string) => ({ id, email: `${id}@example.com` });
const open = { state: "open", pending: null, claimed_by: null, decided_at: null } as const;
const claimed = { ...open, claimed_by: operator("1") };
const decided = { ...open, state: "approved", decided_at: "2026-11-21T00:00:00Z" } as const;

test.each([
  ["is as its row", open, open, open, false],
  ["was claimed", open, claimed, open, true],
  ["was given to another", claimed, { ...open, claimed_by: operator("2") }, claimed, true],
  ["was decided and left the list", open, undefined, open, true],
  ["was decided here, and left the list", decided, undefined, open, false],
  ["was never in the list", open, undefined, undefined, false],
] as const)(
  "a case that %s is read anew: only where it is not as it was",
  (_, one, row, before, expected) => {
    expect(isOutdated(one, row, before)).toBe(expected);
  },
);
