import { describe, expect, it } from "vitest";
import { lockSecondsLeft, lockUpDays } from "./sell-lock.ts";

const bought = "2026-11-20T02:00:00.000Z";
const sellable = "2026-11-20T02:15:00.000Z";

describe("the lock before selling", () => {
  it.each([
    ["2026-11-20T02:00:00.000Z", 900],
    ["2026-11-20T02:00:27.600Z", 873],
    ["2026-11-20T02:14:59.001Z", 1],
    ["2026-11-20T02:15:00.000Z", 0],
    ["2026-11-21T00:00:00.000Z", 0],
  ])("at %s has %s seconds left", (at, seconds) => {
    expect(lockSecondsLeft(sellable, Date.parse(at))).toBe(seconds);
  });

  it("is open where the time cannot be read", () => {
    expect(lockSecondsLeft("", 0)).toBe(0);
  });

  it("is a lock-up in days only from a day on", () => {
    expect(lockUpDays(bought, sellable)).toBeNull();
    expect(lockUpDays(bought, "2026-12-20T02:00:00.000Z")).toBe(30);
  });
});
