import { expect, it } from "vitest";
import { isOver, looksAgain, settlesAfterMs } from "./carrying.rules.ts";

it("looks through the tables for what is late less and less often, and at the end of the minute", () => {
  const carried = { carried_at: 1_000_000 };
  const looks: number[] = [];
  let lookedAt: number | null = null;
  for (let second = 0; second <= settlesAfterMs / 1_000; second += 1) {
    const now = carried.carried_at + second * 1_000;
    if (!looksAgain(lookedAt === null ? { carried_at: null } : carried, lookedAt, now)) continue;
    lookedAt = now;
    looks.push(second);
  }
  expect(looks).toEqual([0, 1, 2, 4, 8, 16, 32, 60]);
  expect(isOver(carried, carried.carried_at + settlesAfterMs)).toBe(true);
  expect(isOver(carried, carried.carried_at + settlesAfterMs - 1)).toBe(false);
});

it("looks at once where a process begins anew", () => {
  expect(looksAgain({ carried_at: 1_000 }, null, 40_000)).toBe(true);
});
