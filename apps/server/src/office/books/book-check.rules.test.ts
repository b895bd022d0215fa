import { describe, expect, it } from "vitest";
import { givingWayMsMax, isBusy, isRested, patienceMs } from "./book-check.rules.ts";

describe("a run of the books' check", () => {
  it("is due after a minute, and after nineteen times what it worked", () => {
    expect(isRested({ restedMs: 59_999, workedMs: 10 })).toBe(false);
    expect(isRested({ restedMs: 60_000, workedMs: 10 })).toBe(true);
    expect(isRested({ restedMs: 189_999, workedMs: 10_000 })).toBe(false);
    expect(isRested({ restedMs: 190_000, workedMs: 10_000 })).toBe(true);
  });

  it("has patience until ten minutes after the last run, and none before the first one", () => {
    expect(patienceMs({ restedMs: 60_000, workedMs: 10 })).toBe(9 * 60_000);
    expect(patienceMs({ restedMs: givingWayMsMax, workedMs: 10 })).toBe(0);
    expect(patienceMs({ restedMs: 3 * givingWayMsMax, workedMs: 10 })).toBe(0);
    expect(patienceMs(undefined)).toBe(0);
  });

  it("gives way from a hundred transfers a second on", () => {
    const before = { atMs: 5_000, transfers: 700n };
    expect(isBusy(before, { atMs: 7_000, transfers: 899n })).toBe(false);
    expect(isBusy(before, { atMs: 7_000, transfers: 900n })).toBe(true);
    expect(isBusy(before, { atMs: 5_000, transfers: 700n })).toBe(false);
  });
});
